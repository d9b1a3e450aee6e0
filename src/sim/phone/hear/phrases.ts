import { FILLERS } from './tables/polarity.ts'
import { type Word, wordsIn } from './words.ts'

/** The places of the words of a text that say something, in order. */
export type Span = readonly [first: number, ...others: number[]]

export const share = (one: Span, other: Span): boolean => one.some((place) => other.includes(place))

/** Words that a verb and its particle may have between them: "take the whole late fee off". */
const GAP_MAX = 4

interface Phrase<Named> {
  /** All that these words stand for. */
  readonly named: Named[]
  readonly stems: readonly string[]
}

/** The phrases that begin with one stem: how they go on decides which of them are looked at. */
interface Beginning<Named> {
  /** The stem alone. */
  readonly alone: Named[]
  readonly bySecond: Map<string, Phrase<Named>[]>
  /** Those between whose words others may stand. */
  readonly gapped: Map<string, Phrase<Named>[]>
}

/** Phrases by their first stems, so that hearing looks at few of them for each word. */
export class PhraseTable<Named> {
  readonly #byFirst = new Map<string, Beginning<Named>>()
  readonly #stems = new Set<string>()

  /** @param text "~" between words lets others stand there */
  add(text: string, named: Named): void {
    const hasGaps = text.includes('~')
    const words = wordsIn(text.replaceAll('~', ' '))
    this.addStems(
      words.map(({ stem }) => stem),
      named,
      hasGaps,
    )
  }

  addStems(stems: readonly string[], named: Named, hasGaps = false): void {
    const [first = '', second] = stems
    for (const stem of stems) this.#stems.add(stem)
    let begun = this.#byFirst.get(first)
    if (begun === undefined) {
      begun = { alone: [], bySecond: new Map(), gapped: new Map() }
      this.#byFirst.set(first, begun)
    }
    if (second === undefined) {
      begun.alone.push(named)
      return
    }
    const bySecond = hasGaps ? begun.gapped : begun.bySecond
    const others = bySecond.get(second) ?? []
    bySecond.set(second, others)
    addTo(others, stems, named)
  }

  /** Every stem of its phrases. */
  stems(): string[] {
    return [...this.#stems]
  }

  /** The stems that its phrases begin with. */
  firsts(): string[] {
    return [...this.#byFirst.keys()]
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
    const begun = this.#byFirst.get(words[first]?.stem ?? '')
    if (begun === undefined) return
    if (begun.alone.length > 0) {
      const alone: Span = [first]
      for (const named of begun.alone) found(named, alone)
    }
    const next = first + 1
    tellAt(begun.bySecond, words, first, next, 0, found)
    if (begun.gapped.size === 0) return
    for (let at = next; at <= next + GAP_MAX && clauseOf[at] === clauseOf[first]; at++) {
      tellAt(begun.gapped, words, first, at, GAP_MAX, (named, span) => {
        if (clauseOf[span.at(-1) as number] === clauseOf[first]) found(named, span)
      })
    }
  }
}

/** Tells of the phrases whose second word stands at a place. */
function tellAt<Named>(
  phrases: ReadonlyMap<string, readonly Phrase<Named>[]>,
  words: readonly Word[],
  first: number,
  second: number,
  gapMax: number,
  found: (named: Named, span: Span) => void,
): void {
  const stem = words[second]?.stem
  const begun = stem === undefined ? undefined : phrases.get(stem)
  if (begun === undefined) return
  for (const { named, stems } of begun) {
    const span = spanOf(words, first, second, stems, gapMax)
    if (span !== undefined) for (const one of named) found(one, span)
  }
}

/** Adds what a phrase stands for to the same words where they are known. */
function addTo<Named>(phrases: Phrase<Named>[], stems: readonly string[], named: Named): void {
  const text = stems.join(' ')
  const known = phrases.find((phrase) => phrase.stems.join(' ') === text)
  if (known === undefined) phrases.push({ named: [named], stems })
  else known.named.push(named)
}

/** Where these stems stand, from two places on, with so many others between two at most. */
function spanOf(
  words: readonly Word[],
  first: number,
  second: number,
  stems: readonly string[],
  gapMax: number,
): Span | undefined {
  const span: [number, ...number[]] = [first, second]
  let at = second
  for (let place = 2; place < stems.length; place++) {
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
  wordsIn(phrase)
    .filter(({ text }) => !FILLERS.has(text))
    .map(({ stem }) => stem)
