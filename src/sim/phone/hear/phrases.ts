import { FILLERS } from './tables/polarity.ts'
import { type Word, wordsOfPhrase } from './words.ts'

/** The places of the words of a text that say something, in order. */
export type Span = readonly [first: number, ...others: number[]]

export const share = (one: Span, other: Span): boolean => one.some((place) => other.includes(place))

/** Words that a verb and its particle may have between them: "take the whole late fee off". */
const GAP_MAX = 4

interface Phrase<Named> {
  readonly named: Named
  readonly stems: readonly string[]
  /** Whether other words may stand between these. */
  readonly hasGaps: boolean
}

/** Phrases by their first stem, so that hearing looks at few of them for each word. */
export class PhraseTable<Named> {
  readonly #byFirst = new Map<string, Phrase<Named>[]>()

  /** @param text "~" between words lets others stand there */
  add(text: string, named: Named): void {
    const hasGaps = text.includes('~')
    const words = wordsOfPhrase(text.replaceAll('~', ' '))
    this.addStems(
      words.map(({ stem }) => stem),
      named,
      hasGaps,
    )
  }

  addStems(stems: readonly string[], named: Named, hasGaps = false): void {
    const [first = ''] = stems
    const list = this.#byFirst.get(first)
    const phrase = { named, stems, hasGaps }
    if (list === undefined) this.#byFirst.set(first, [phrase])
    else list.push(phrase)
  }

  /** Every stem of its phrases. */
  stems(): string[] {
    return [...this.#byFirst.values()].flat().flatMap(({ stems }) => stems)
  }

  /** Whether a phrase begins with this stem. */
  begins(stem: string): boolean {
    return this.#byFirst.has(stem)
  }

  /** Tells of each phrase that begins at this place of a text. */
  findAt(
    words: readonly Word[],
    first: number,
    clauseOf: readonly number[],
    found: (named: Named, span: Span) => void,
  ): void {
    const phrases = this.#byFirst.get(words[first]?.stem ?? '')
    if (phrases === undefined) return
    const next = words[first + 1]?.stem
    const alone: Span = [first]
    for (const { named, stems, hasGaps } of phrases) {
      if (stems.length === 1) {
        found(named, alone)
        continue
      }
      // Most phrases fail at their second word, before anything is made for them.
      if (!hasGaps && stems[1] !== next) continue
      const span = spanOf(words, first, stems, hasGaps ? GAP_MAX : 0)
      const last = span?.at(-1) as number
      if (span !== undefined && (!hasGaps || clauseOf[last] === clauseOf[first])) found(named, span)
    }
  }
}

/** Where these stems stand, from a place on, with so many others between two of them at most. */
function spanOf(
  words: readonly Word[],
  first: number,
  stems: readonly string[],
  gapMax: number,
): Span | undefined {
  const span: [number, ...number[]] = [first]
  let at = first
  for (let place = 1; place < stems.length; place++) {
    const end = at + gapMax + 1
    do at += 1
    while (at < end && words[at]?.stem !== stems[place])
    if (words[at]?.stem !== stems[place]) return undefined
    span.push(at)
  }
  return span
}

/** The stems of a thing, without the words that carry no weight. */
export const thingStems = (phrase: string): string[] =>
  wordsOfPhrase(phrase)
    .filter(({ text }) => !FILLERS.has(text))
    .map(({ stem }) => stem)
