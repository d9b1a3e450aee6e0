import { BLOCKS, SIGNS } from './tables/folding.ts'

/** Maps a look-alike character to the plain one. */
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
 * Replaces look-alike characters with the digits, letters, quotes, dashes and blanks of a plain
 * keyboard: full-width and mathematical characters, and digits of other scripts. Removes invisible
 * characters. Keeps signs with a meaning of their own: exponents, `½`, `×`, `ℝ`.
 */
export function foldCharacters(text: string): string {
  if (!FOREIGN.test(text)) return text
  return text.replace(FOLDABLE, (character) => FOLDED.get(character) ?? character)
}
