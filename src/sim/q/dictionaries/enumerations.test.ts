// Guards enumerations: how they are made, their numbers, and what may be put into them.
import { expect, it } from 'vitest'
import { createSession } from '../session.ts'

function shown(entry: string): string {
  const session = createSession()
  session.evaluate('d:`p`q`r;e:`d$`q`p`q')
  const { output, error } = session.evaluate(entry)
  return error === undefined ? output.trimEnd() : `'${error.name}`
}

it.each([
  ['e', '`d$`q`p`q'],
  ['value e', '`q`p`q'],
  ['key e', '`d'],
  ['`int$e', '1 0 1i'],
  ['"j"$first e', '1'],
  ['7h$`d$`r`', '2 0N'],
  ['e[1]:`r;e', '`d$`q`r`q'],
  ['e[0 2]:`p;e', '`d$`p`p`p'],
  ['e[0]:`z', "'cast"],
  ['@[e;1;:;`r]', '`d$`q`r`q'],
  ['.[e;enlist 1;:;`z]', "'cast"],
  ['@[`e;0;:;`r];e', '`d$`r`p`q'],
  ['`d$`z', "'cast"],
  ['f:`x`y!e 0 1;f[`x]:`r;value f', '`d$`r`p'],
  ['f:`x`y!e 0 1;f[`x]:`z', "'cast"],
  ['exec s from update s:`r from([]s:e;n:1 2 3)where n=2', '`d$`q`r`q'],
  ['e,`z', '`q`p`q`z'],
  ['e,`d$`r', '`d$`q`p`q`r'],
  ['10 20 30 e', '20 10 20'],
  ['(4 5;6 7).e 0 1', '6'],
  ['exec s from(([]s:e),([]s:`z`p))', '`q`p`q`z`p'],
])('%s', (entry, expected) => {
  expect(shown(entry)).toBe(expected)
})
