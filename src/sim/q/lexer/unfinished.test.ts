// Guards that the console waits for the rest of an entry only if a bracket is open.
import { expect, it } from 'vitest'
import { isUnfinished } from './unfinished.ts'

it.each(['f:{x+', '(1;2', 'd[`a', '{"}"', 'f:{ / a } here', '("a\\"";'])('%s goes on', (code) => {
  expect(isUnfinished(code)).toBe(true)
})

it.each([
  '1+1',
  'f:{x}',
  '"{"',
  '1 / (',
  '+/(1 2)',
  '"a\\""',
  '"a\\\\"',
  ')',
  'f:{ / a }\n}',
  '"abc',
  'f:{"x',
  '("a\\"',
])('%s is whole', (code) => {
  expect(isUnfinished(code)).toBe(false)
})
