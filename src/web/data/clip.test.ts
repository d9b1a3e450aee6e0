// Guards where long texts are cut: between words, with an ellipsis, and never inside a character.
import { expect, it } from 'vitest'
import { truncate, wordBoundaryBefore } from './clip.ts'

it('keeps a text that fits, and cuts a longer one after a word', () => {
  expect(truncate('one two three', 13)).toBe('one two three')
  expect(truncate('one two three', 12)).toBe('one two…')
  expect(truncate('one two three', 8)).toBe('one two…')
  expect(truncate('one two\nthree', 9)).toBe('one two…')
})

it('cuts a text without spaces at the limit, but never inside a surrogate pair', () => {
  expect(truncate('x'.repeat(200), 100)).toBe(`${'x'.repeat(99)}…`)
  expect(truncate('\u{1F600}'.repeat(100), 100)).toBe(`${'\u{1F600}'.repeat(49)}…`)
})

it('never exceeds the limit, and never cuts inside a word', () => {
  const text = 'A form was refused: there is one form, before the first call. '.repeat(5)
  for (let max = 2; max < text.length; max += 1) {
    const cut = truncate(text, max)
    expect(cut.length).toBeLessThanOrEqual(max)
    if (max > 8) expect(text.split(' ')).toContain(cut.slice(0, -1).split(' ').at(-1))
  }
  expect(wordBoundaryBefore(text, text.length + 5)).toBe(text.length)
})
