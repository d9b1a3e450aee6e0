import type { RandomStream } from '../../random.ts'
import type { AnswerForm, AnswerKind } from '../problem.ts'

export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]
/** Above the others, for the families that have one. */
export const TOP_LEVEL = 6
export type AnyLevel = Level | typeof TOP_LEVEL

/**
 * A problem as data: what its question, answer and solution were made from. `type` says what is
 * asked; a check can find the answer from the rest in a way of its own.
 */
export type Facts = Readonly<Record<string, string | number | readonly number[]>> & {
  readonly type: string
}

/** A wrong answer that may be offered as typical, undefined where it cannot be; and what it is. */
export type Candidate = readonly [answer: string | undefined, mistake: string]

/** A problem that was drawn, before it has a place in a split. */
export interface Draft {
  readonly question: string
  readonly kind: AnswerKind
  /** The answer, written so that equal values have equal texts. */
  readonly gold: string
  readonly facts: Facts
  /**
   * Numbers that decide the side of the splits in place of those in the question, for questions
   * that say what matters in words.
   */
  readonly sideKey?: string
  /** Written on demand: most drafts for a small split are thrown away unread. */
  readonly solution: () => string
  /** Candidates in the same way of writing as `gold`; some may turn out equal to it. */
  readonly mistakes: () => readonly Candidate[]
}

/** Draws a problem, or nothing where the numbers that came up do not make a good one. */
export type Maker = (random: RandomStream, level: Level) => Draft | undefined

/** A family of problems and the makers of each level. */
export interface Family {
  /** The `dataset` of its tasks. */
  readonly name: string
  /** What the answers of the family have to be once they are worked out. */
  readonly form: AnswerForm
  readonly makers: Readonly<Record<Level, readonly Maker[]>>
  /** Makers of the top level, if the family has one. */
  readonly top?: readonly ((random: RandomStream) => Draft | undefined)[]
}

/** The levels that a family has, in order. */
export const levelsOf = ({ top }: Family): readonly AnyLevel[] =>
  top === undefined ? LEVELS : [...LEVELS, TOP_LEVEL]

/** A draft whose answer is compared by value. */
export const expression = (draft: Omit<Draft, 'kind'>): Draft => ({ kind: 'expression', ...draft })
