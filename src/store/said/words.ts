/** What stands among such letters is no word of its own; other scripts part no words. */
const IN_WORD = /[\p{Lu}\p{Ll}\p{N}]/u
const TERM = /"([^"]*)"?|(\S+)/g
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
/** Of what was said, so many characters stand on each side of the first word that was found. */
const BEFORE = 60
const AFTER = 140
const RANGES_MAX = 20

/** A word or a phrase that is looked for. */
interface Term {
  readonly pattern: RegExp
  /** Whether the last word may go on. */
  readonly isBeginning: boolean
}

/** Where words stand in a stretch of a text, in UTF-16 units. */
export interface Snippet {
  readonly snippet: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/**
 * Reads what is looked for: words, `"a phrase"`, and `begin*` for words that begin so; all of them
 * in one text. Capitals do not matter.
 */
export function readTerms(text: string): readonly Term[] {
  return [...text.matchAll(TERM)].flatMap(([, phrase, word = '']) => {
    const isBeginning = phrase === undefined && word.endsWith('*')
    const words = (phrase ?? (isBeginning ? word.slice(0, -1) : word)).split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const escaped = words.map((one) => one.replaceAll(SYNTAX, '\\$&'))
    return [{ pattern: new RegExp(escaped.join('\\s+'), 'giu'), isBeginning }]
  })
}

/** Where the first term stands in a text, and all that are near; undefined if one is not there. */
export function findTerms(text: string, terms: readonly Term[]): Snippet | undefined {
  let first: number | undefined
  for (const term of terms) {
    const found = placesOf(text, term).next().value
    if (found === undefined) return undefined
    first ??= found[0]
  }
  const from = betweenPairs(text, Math.max(0, (first ?? 0) - BEFORE))
  const to = betweenPairs(text, Math.min(text.length, (first ?? 0) + AFTER))
  const snippet = text.slice(from, to)
  return { snippet, ranges: rangesIn(snippet, terms) }
}

function rangesIn(snippet: string, terms: readonly Term[]): Snippet['ranges'] {
  const all = terms.flatMap((term) => [...placesOf(snippet, term)])
  const sorted = all.sort(([one], [other]) => one - other)
  const apart: (readonly [number, number])[] = []
  for (const range of sorted) {
    if (range[0] >= (apart.at(-1)?.[1] ?? 0) && apart.length < RANGES_MAX) apart.push(range)
  }
  return apart
}

function* placesOf(text: string, { pattern, isBeginning }: Term) {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const end = index + found.length
    const isWord = !isWithin(text, index) && (isBeginning || !isWithin(text, end))
    if (isWord) yield [index, end] as const
  }
}

/** Whether a word goes on across this place. */
const isWithin = (text: string, at: number): boolean =>
  IN_WORD.test(text.charAt(at - 1)) && IN_WORD.test(text.charAt(at))

const betweenPairs = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
