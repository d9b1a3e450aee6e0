import type { RandomStream } from '../../../random.ts'
import type { Facts } from '../draft.ts'

/** What a part of a chain is drawn for. */
interface PartFrame {
  readonly people: { readonly name: string; readonly other: string }
  /** Whether the part has the size of the top level. */
  readonly isTop: boolean
  /** The number that an earlier part decides, and its text in the question. */
  readonly input: number
  readonly inputText: string
}

/** One problem of a chain, with one number that an earlier part decides. */
export interface Part {
  /** The problem without what it asks. */
  readonly text: string
  /** What it asks, as it follows "Let U be". */
  readonly asks: string
  /** The numbers of the problem, with {@link INPUT} in place of the one that is decided. */
  readonly facts: Facts
  /** The answer for a number. */
  readonly solve: (input: number) => number
  /** Answers if a rule is forgotten. */
  readonly slips: (input: number) => readonly number[]
}

/** What one unit of an answer costs. */
export interface Price {
  /** `{result}`: the letter of the answer. The other slots are in `words`. */
  readonly text: string
  readonly words: Readonly<Record<string, number>>
  readonly facts: string
  /** Negative for income. */
  readonly cents: number
}

/** A kind of part. */
export interface PartKind {
  /** The least number that an earlier part can decide, and how many there are. */
  readonly inputs: (isTop: boolean) => { readonly least: number; readonly count: number }
  /** Undefined if the numbers do not make a good problem. */
  readonly draw: (random: RandomStream, frame: PartFrame) => Part | undefined
  readonly price: (random: RandomStream) => Price
}

/** Stands for the decided number in the facts of a part. */
export const INPUT = '?'
