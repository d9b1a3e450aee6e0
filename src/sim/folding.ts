import { BLOCKS, SIGNS } from './tables/folding.ts'

/** Characters that stand for another one, with the other one. */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ...BLOCKS.flatMap(([first, meanings]) =>
    [...meanings].map((meaning, at) => [String.fromCodePoint(first + at), meaning] as const),
  ),
  ...Object.entries(SIGNS).flatMap(([meaning, signs]) =>
    [...signs].map((sign) => [sign, meaning] as const),
  ),
])

const FOREIGN = /[^\0-\x7f]/
const FOLDABLE = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'gu')

/**
 * A text with the digits, letters, quotes, dashes and blanks of a plain keyboard in place of those
 * that only look otherwise: full-width and mathematical characters, digits of other scripts. What
 * cannot be seen goes. Signs with a meaning of their own stay: exponents, `½`, `×`, `ℝ`.
 */
export function folded(text: string): string {
  if (!FOREIGN.test(text)) return text
  return text.replace(FOLDABLE, (character) => FOLDED.get(character) ?? character)
}
