import { wordsIn } from './words.ts'

const LETTER = 'r'
const DIGITS = 6

/** What a caller says when asked for a reference number. */
type HeardReference =
  | { readonly status: 'none' }
  | { readonly status: 'several' }
  | { readonly status: 'one'; readonly number: string }

/**
 * Hears one reference number, however it is spaced and introduced. Digits beyond those of one
 * number are another number, so that nobody gets through by reading out a list.
 */
export function hearReference(text: string): HeardReference {
  const numbers = wordsIn(text).flatMap((word) => (/\d/.test(word.text) ? [word.text] : []))
  const digits = numbers.join('').replace(/\D/g, '')
  const letters = numbers.join('').replace(/\d/g, '')
  if (digits.length > DIGITS) return { status: 'several' }
  if (digits.length < DIGITS || !['', LETTER].includes(letters)) return { status: 'none' }
  return { status: 'one', number: `R${digits}` }
}
