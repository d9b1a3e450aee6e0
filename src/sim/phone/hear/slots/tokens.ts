import { folded } from '../../../folding.ts'

/** Words, numbers and marks of a text in lower case, in order. */
export type Tokens = readonly string[]

const TOKEN = /[a-z]+(?:'[a-z]+)?|\d[\d,.:/-]*\d|\d|[$€£%.,;:!?()\n–—]/g

/** Where a part of a sentence ends. */
export const MARKS: ReadonlySet<string> = new Set([...'.,;:!?()\n–—'])
/** Where a sentence ends. */
export const STOPS: ReadonlySet<string> = new Set([...'.;!?\n'])

/** Hyphens within words part them, as in "twenty-five"; one between blanks is a dash. */
export const tokensOf = (text: string): Tokens =>
  folded(text).toLowerCase().replaceAll('’', "'").replaceAll(' - ', ' — ').match(TOKEN) ?? []

/** Something in a text that may be the value of a slot: from one token up to another. */
export interface Candidate {
  readonly value: string | number
  readonly start: number
  readonly end: number
  /** Whether its words tell what it is: a currency, a unit. */
  readonly isCued: boolean
  /** Whether there is no such value: a 37th of March. It is none, and yet another one. */
  readonly isImpossible?: boolean
}
