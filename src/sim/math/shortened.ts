import { byName } from '../by-name.ts'

/** Words that are mostly written short, as they are spelt. */
const LONG_FORMS: Readonly<Record<string, string>> = byName({
  mt: 'mount',
  st: 'saint',
  dr: 'doctor',
  '&': 'and',
})

/** A word in lower case at its full length: "Mt." and "Mount" are one word. */
export const longForm = (word: string): string => LONG_FORMS[word] ?? word

/** A text in lower case with such words at their full length. */
export const withLongForms = (text: string): string =>
  text.replace(/\b(?:mt|st|dr)\b|&/g, (word) => (word === '&' ? ' and ' : longForm(word)))
