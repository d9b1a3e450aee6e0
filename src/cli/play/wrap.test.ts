/** Guards that a played episode is readable on a narrow screen, and unchanged in a pipe. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wrapText } from './wrap.ts'

it('breaks lines between words and keeps their indent', () => {
  expect(wrapText('  user: one two three four\nshort', 14)).toBe(
    '  user: one\n  two three\n  four\nshort',
  )
})

it('changes nothing without a screen', () => {
  const text = 'a line that is longer than twenty characters'
  expect(wrapText(text, undefined)).toBe(text)
})

it('loses no word, and no line is too long unless it is one word', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.integer({ min: 8, max: 60 }), (given, columns) => {
      const lines = wrapText(given.join(' '), columns).split('\n')
      expect(lines.join(' ')).toBe(given.join(' '))
      for (const line of lines) expect(line.length <= columns || !line.includes(' ')).toBe(true)
    }),
  )
})
