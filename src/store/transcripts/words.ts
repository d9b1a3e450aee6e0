/** Letters and digits that form words. Scripts without case do not separate words by spaces. */
const IN_WORD = /[\p{Lu}\p{Ll}\p{N}]/u
const TERM = /"([^"]*)"?|(\S+)/g
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
/** Characters of a snippet before and after the start of the first match. */
const CHARACTERS_BEFORE = 60
const CHARACTERS_AFTER = 140
const RANGES_MAX = 20

/** A word or phrase to search for. */
interface Term {
  readonly pattern: RegExp
  /** Whether the last word is a prefix. */
  readonly isBeginning: boolean
}

/** An excerpt of a text, with the ranges of the matches in UTF-16 units. */
export interface Snippet {
  readonly snippet: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/**
 * Parses a query: words, `"a phrase"`, and `begin*` for a prefix. A text matches if it contains all
 * of them; case is ignored.
 */
export function readTerms(text: string): readonly Term[] {
  return [...text.matchAll(TERM)].flatMap(([, phrase, plainWord = '']) => {
    const isBeginning = phrase === undefined && plainWord.endsWith('*')
    const words = (phrase ?? (isBeginning ? plainWord.slice(0, -1) : plainWord))
      .split(/\s+/)
      .filter(Boolean)
    if (words.length === 0) return []
    const escaped = words.map((word) => word.replaceAll(SYNTAX, '\\$&'))
    return [{ pattern: new RegExp(escaped.join('\\s+'), 'giu'), isBeginning }]
  })
}

/** An excerpt around the first term, with all matches in it; undefined if a term is missing. */
export function findTerms(text: string, terms: readonly Term[]): Snippet | undefined {
  let first: number | undefined
  for (const term of terms) {
    const match = findRanges(text, term).next().value
    if (match === undefined) return undefined
    first ??= match[0]
  }
  const matchAt = first ?? 0
  const from = outsideWord(text, Math.max(0, matchAt - CHARACTERS_BEFORE), 1)
  const to = outsideWord(text, Math.min(text.length, matchAt + CHARACTERS_AFTER), -1)
  const excerpt = text.slice(from, to)
  const snippet = `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`
  return { snippet, ranges: rangesIn(snippet, terms) }
}

/** Longer words are cut inside: code, and text without spaces. */
const WORD_MAX = 40

/** The next index in a direction that lies in no word, or the index itself in a very long word. */
function outsideWord(text: string, at: number, direction: 1 | -1): number {
  for (let steps = 0; steps < WORD_MAX; steps += 1) {
    const moved = at + direction * steps
    if (!isWithin(text, moved)) return betweenPairs(text, moved)
  }
  return betweenPairs(text, at)
}

function rangesIn(snippet: string, terms: readonly Term[]): Snippet['ranges'] {
  const ranges = terms.flatMap((term) => [...findRanges(snippet, term)])
  const sorted = ranges.sort(([left], [right]) => left - right)
  const separate: (readonly [number, number])[] = []
  for (const range of sorted) {
    if (range[0] >= (separate.at(-1)?.[1] ?? 0) && separate.length < RANGES_MAX)
      separate.push(range)
  }
  return separate
}

function* findRanges(text: string, { pattern, isBeginning }: Term) {
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const end = index + match.length
    const isWord = !isWithin(text, index) && (isBeginning || !isWithin(text, end))
    if (isWord) yield [index, end] as const
  }
}

/** Whether an index lies inside a word. */
const isWithin = (text: string, index: number): boolean =>
  IN_WORD.test(text.charAt(index - 1)) && IN_WORD.test(text.charAt(index))

const betweenPairs = (text: string, index: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index
