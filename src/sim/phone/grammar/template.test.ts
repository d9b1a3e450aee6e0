// Guards templates of sentences: one of their ways is said, and what cannot be said is refused.
import { expect, it } from 'vitest'
import { stream } from '../../random.ts'
import { expand } from './expand.ts'
import { listExpansions, parseTemplate } from './template.ts'

it('returns one of its expansions, and refuses a bracket without a partner', () => {
  expect(listExpansions(parseTemplate('[a|b[c|]] {d}'))).toEqual(['a {d}', 'bc {d}', 'b {d}'])
  expect(expand('[One|One] {d}.', { d: 'more' }, stream(1, 0, 'template'))).toBe('One more.')
  expect(() => parseTemplate('[a|b')).toThrow(/without a partner/)
})

it('refuses a slot without a value', () => {
  expect(() => expand('{d}', {}, stream(1, 0, 'template'))).toThrow(/no value for \{d\}/)
})
