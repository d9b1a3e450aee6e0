import { byName } from '../by-name.ts'

/** Common abbreviations and their long forms. */
const LONG_FORMS: Readonly<Record<string, string>> = byName({
  mt: 'mount',
  st: 'saint',
  dr: 'doctor',
  '&': 'and',
})

/** The long form of a lower-case word: "Mt." and "Mount" are one word. */
export const longForm = (word: string): string => LONG_FORMS[word] ?? word

/** A lower-case text with long forms. */
export const withLongForms = (text: string): string =>
  text.replace(/\b(?:mt|st|dr)\b|&/g, (word) => (word === '&' ? ' and ' : longForm(word)))
