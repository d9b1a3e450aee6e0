/**
 * Shorter texts are compared as a whole if they have this many words: "Solve for x." is no copy.
 */
const WORDS_MIN = 5

/** A letter of a script that writes no spaces. It counts as a word. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}]'
const WORD = `(?<!(?!${UNSPACED})[\\\\\\p{L}\\p{M}\\p{N}_])(?:(?!${UNSPACED})[\\p{L}\\p{M}])+`
const NUMBER = '\\p{Nd}+(?:\\.\\p{Nd}+)?'
const TOKEN = new RegExp(`${UNSPACED}|${WORD}|${NUMBER}`, 'gu')

/** The words and numbers of a text in lower case, without punctuation and formula commands. */
const splitWords = (text: string): readonly string[] =>
  text.normalize('NFC').toLowerCase().match(TOKEN) ?? []

/** All sequences of `length` words of a text; all words of a shorter text, if it has enough. */
export function wordSequences(text: string, length: number): string[] {
  const words = splitWords(text)
  if (words.length < Math.min(length, WORDS_MIN)) return []
  if (words.length <= length) return [words.join(' ')]
  const count = words.length - length + 1
  return Array.from({ length: count }, (_, at) => words.slice(at, at + length).join(' '))
}

/** An index of texts for looking up sequences of words. */
export class Overlap {
  readonly #length: number
  readonly #sequences = new Set<string>()

  /** @param length words of a sequence */
  constructor(length: number) {
    this.#length = length
  }

  add(text: string): void {
    for (const one of wordSequences(text, this.#length)) this.#sequences.add(one)
  }

  /** The share of a text's sequences that occur in the index, from 0 to 1. */
  sharedShare(text: string): number {
    const sequences = wordSequences(text, this.#length)
    if (sequences.length === 0) return 0
    return sequences.filter((one) => this.#sequences.has(one)).length / sequences.length
  }
}

/** Number of a family's tasks that share words with other data. */
interface OverlapCount {
  readonly family: string
  readonly tasks: number
  /** Tasks that share at least one sequence. */
  readonly any: number
  /** Tasks that share at least half of their sequences. */
  readonly half: number
  /** Tasks that share all of their sequences. */
  readonly all: number
}

/** Counts shares of sequences by family, in the order of their first task. */
export function countOverlap(
  shares: readonly { readonly family: string; readonly share: number }[],
): OverlapCount[] {
  const families = [...new Set(shares.map(({ family }) => family))]
  return families.map((family) => {
    const familyShares = shares.filter((one) => one.family === family).map(({ share }) => share)
    const countFrom = (least: number): number =>
      familyShares.filter((share) => share >= least).length
    const any = familyShares.filter((share) => share > 0).length
    return { family, tasks: familyShares.length, any, half: countFrom(0.5), all: countFrom(1) }
  })
}

/** The counts as a table for people. */
export function overlapText(counts: readonly OverlapCount[], length: number): string {
  const row = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join('')
  const rows = counts.map(({ family, tasks, any, half, all }) =>
    row(family, [tasks, any, half, all]),
  )
  const note =
    'any, half, all: tasks that share at least one, at least half, or all of their sequences of ' +
    `${length} words.`
  return [row('family', ['tasks', 'any', 'half', 'all']), ...rows, note].join('\n')
}
