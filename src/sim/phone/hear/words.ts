import { IRREGULAR } from './tables/polarity.ts'

/** A word of a text as it is heard. */
export interface Word {
  /** In lower case. */
  readonly text: string
  readonly stem: string
}

const STEM_LENGTH_MIN = 3

/** Stems of words heard before; cleared when full, for anybody may send any words. */
const stems = new Map<string, string>()
const STEMS_MAX = 20_000

/** A word without its endings: "cancels", "cancelled" and "cancelling" meet in one stem. */
export function stemOf(word: string): string {
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = cut(IRREGULAR[word] ?? word)
    if (stems.size >= STEMS_MAX) stems.clear()
    stems.set(word, stem)
  }
  return stem
}

function cut(word: string): string {
  let stem = word
  for (const ending of ['ings', 'ing', 'ies', 'ied', 'ed', 'es', 's']) {
    if (!stem.endsWith(ending) || (ending === 's' && stem.endsWith('ss'))) continue
    if (stem.length - ending.length < STEM_LENGTH_MIN) continue
    stem = stem.slice(0, -ending.length) + (ending.startsWith('ie') ? 'y' : '')
    break
  }
  if (stem.length > STEM_LENGTH_MIN && stem.endsWith('e')) stem = stem.slice(0, -1)
  const last = stem.at(-1)
  const isDouble = stem.length > STEM_LENGTH_MIN && last === stem.at(-2)
  return isDouble ? stem.slice(0, -1) : stem
}

/** Runs of characters that are a word, or a mark that ends a clause or a sentence. */
const PIECES = /[a-z0-9]+|[.,;:!?()\n–—]/g

/**
 * A text's words and marks in lower case, contractions written out: "don't" is "do not". Hyphens
 * within words separate like spaces.
 */
export function piecesOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\bcan't\b/g, 'can not')
    .replace(/\bcannot\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'d\b/g, ' would')
    .replace(/'s\b/g, '')
    .replace(/'(?:ll|re|ve|m)\b/g, '')
    .replace(/ - /g, ' — ')
  return plain.match(PIECES) ?? []
}

export const wordOf = (text: string): Word => ({ text, stem: stemOf(text) })

/** The words of a table's phrase. */
export const wordsOfPhrase = (phrase: string): Word[] =>
  piecesOf(phrase)
    .filter((piece) => /[a-z0-9]/.test(piece))
    .map(wordOf)
