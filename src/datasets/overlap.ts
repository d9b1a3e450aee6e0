/**
 * Shorter texts are compared as a whole if they have this many words: "Solve for x." is no copy.
 */
const WORDS_MIN = 5

/** The words and numbers of a text in lower case, without punctuation and formula commands. */
const splitWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/(?<!\\)\b[a-z]+|\d+(?:\.\d+)?/g) ?? []

/** All runs of `length` words of a text. A shorter text gives one run, if it has enough words. */
export function wordRuns(text: string, length: number): string[] {
  const words = splitWords(text)
  if (words.length < Math.min(length, WORDS_MIN)) return []
  if (words.length <= length) return [words.join(' ')]
  const count = words.length - length + 1
  return Array.from({ length: count }, (_, at) => words.slice(at, at + length).join(' '))
}

/** An index of texts for looking up runs of words. */
export class Overlap {
  readonly #length: number
  readonly #runs = new Set<string>()

  /** @param length words of a run */
  constructor(length: number) {
    this.#length = length
  }

  add(text: string): void {
    for (const run of wordRuns(text, this.#length)) this.#runs.add(run)
  }

  /** The share of a text's runs that occur in the index, from 0 to 1. */
  sharedShare(text: string): number {
    const runs = wordRuns(text, this.#length)
    if (runs.length === 0) return 0
    return runs.filter((run) => this.#runs.has(run)).length / runs.length
  }
}

/** Number of a family's tasks that share words with other data. */
interface OverlapCount {
  readonly family: string
  readonly tasks: number
  /** Tasks that share at least one run. */
  readonly any: number
  /** Tasks that share at least half of their runs. */
  readonly half: number
  /** Tasks that share all of their runs. */
  readonly all: number
}

/** Counts shares of runs by family, in the order of their first task. */
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
  const note = `any, half, all: tasks that share so many of their runs of ${length} words.`
  return [row('family', ['tasks', 'any', 'half', 'all']), ...rows, note].join('\n')
}
