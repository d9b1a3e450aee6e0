import type { OperationName } from './operations/index.ts'

/** The numbers a slot may take: from, to, and in steps of so much (1 if left out). */
export type Range = readonly [low: number, high: number, step?: number]

/** Something that a story counts. */
export interface Place {
  /** What the working calls it: `rolls left`. */
  readonly label: string
  /** Questions for it, where the story ends there. */
  readonly ask: readonly string[]
}

/** One step of a story: a sentence that leads from one place to the next. */
export interface Move {
  readonly from: string
  readonly to: string
  readonly by: OperationName
  /** Left out where the step has no number of its own. */
  readonly a?: Range
  /** The second number, such as the lower one of a fraction `{a}/{b}`. */
  readonly b?: Range
  /** Sentences with `{a}` and `{b}`. They hold whatever was told before. */
  readonly tell: readonly string[]
}

/** A world of stories: where they begin, what may happen, and what has nothing to do with it. */
export interface Setting {
  readonly name: string
  readonly start: { readonly at: string; readonly n: Range; readonly tell: readonly string[] }
  readonly places: Readonly<Record<string, Place>>
  readonly moves: readonly Move[]
  /** Sentences with a number `{d}` in `d` that no question needs. */
  readonly asides: readonly { readonly d: Range; readonly tell: string }[]
}

/** A step with one number of its own. */
export const move = (
  from: string,
  to: string,
  by: OperationName,
  a: Range,
  ...tell: readonly string[]
): Move => ({ from, to, by, a, tell })

/** A step with a fraction. */
export const share = (
  from: string,
  to: string,
  by: 'part_of' | 'part_off',
  [a, b]: readonly [Range, Range],
  ...tell: readonly string[]
): Move => ({ from, to, by, a, b, tell })

/** A step without a number of its own. */
export const bare = (
  from: string,
  to: string,
  by: OperationName,
  ...tell: readonly string[]
): Move => ({ from, to, by, tell })

/** A step with two numbers. */
export const both = (
  from: string,
  to: string,
  by: OperationName,
  [a, b]: readonly [Range, Range],
  ...tell: readonly string[]
): Move => ({ from, to, by, a, b, tell })

/** A place, what the working calls it, and questions for it. */
export const place = (label: string, ...ask: readonly string[]): Place => ({ label, ask })
