/** Letters and digits that form words. Scripts without case do not separate words by spaces. */
const IN_WORD = /[\p{Lu}\p{Ll}\p{N}]/u
const TERM = /"([^"]*)"?|(\S+)/g
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
/** Characters of a snippet before and after the start of the first match. */
const BEFORE = 60
const AFTER = 140
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
  return [...text.matchAll(TERM)].flatMap(([, phrase, word = '']) => {
    const isBeginning = phrase === undefined && word.endsWith('*')
    const words = (phrase ?? (isBeginning ? word.slice(0, -1) : word)).split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const escaped = words.map((one) => one.replaceAll(SYNTAX, '\\$&'))
    return [{ pattern: new RegExp(escaped.join('\\s+'), 'giu'), isBeginning }]
  })
}

/** An excerpt around the first term, with all matches in it; undefined if a term is missing. */
export function findTerms(text: string, terms: readonly Term[]): Snippet | undefined {
  let first: number | undefined
  for (const term of terms) {
    const found = rangesOf(text, term).next().value
    if (found === undefined) return undefined
    first ??= found[0]
  }
  const at = first ?? 0
  const from = outsideWord(text, Math.max(0, at - BEFORE), 1)
  const to = outsideWord(text, Math.min(text.length, at + AFTER), -1)
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
  const all = terms.flatMap((term) => [...rangesOf(snippet, term)])
  const sorted = all.sort(([one], [other]) => one - other)
  const separate: (readonly [number, number])[] = []
  for (const range of sorted) {
    if (range[0] >= (separate.at(-1)?.[1] ?? 0) && separate.length < RANGES_MAX)
      separate.push(range)
  }
  return separate
}

function* rangesOf(text: string, { pattern, isBeginning }: Term) {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const end = index + found.length
    const isWord = !isWithin(text, index) && (isBeginning || !isWithin(text, end))
    if (isWord) yield [index, end] as const
  }
}

/** Whether an index lies inside a word. */
const isWithin = (text: string, at: number): boolean =>
  IN_WORD.test(text.charAt(at - 1)) && IN_WORD.test(text.charAt(at))

const betweenPairs = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
