import type { RandomStream } from '../../random.ts'
import type { AnswerForm, AnswerKind } from '../problem.ts'

export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]
/** A level above the others, for the families that have one. */
export const TOP_LEVEL = 6
export type AnyLevel = Level | typeof TOP_LEVEL

/**
 * A problem as data, from which question, answer and solution are made. `type` names what is asked.
 * A check can compute the answer from the rest by another method.
 */
export type Facts = Readonly<Record<string, string | number | readonly number[]>> & {
  readonly type: string
}

/** A possible typical answer, or undefined if it does not exist, and its mistake. */
export type Candidate = readonly [answer: string | undefined, mistake: string]

/** A drawn problem before it belongs to a split. */
export interface Draft {
  readonly question: string
  readonly kind: AnswerKind
  /** The answer in a normalized form: equal values have equal texts. */
  readonly gold: string
  readonly facts: Facts
  /**
   * Numbers that decide the side of the splits instead of those in the question, for questions that
   * state essential numbers in words.
   */
  readonly sideKey?: string
  /** Computed on demand, because most drafts for a small split are discarded unread. */
  readonly solution: () => string
  /** Typical answers in the same form as `gold`; some may equal it. */
  readonly mistakes: () => readonly Candidate[]
}

/** Draws a problem, or returns undefined if the numbers do not make a good one. */
export type Maker = (random: RandomStream, level: Level) => Draft | undefined

/** A family of problems and the makers of each level. */
export interface Family {
  /** The `dataset` of its tasks. */
  readonly name: string
  /** The form of a finished answer of the family. */
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
