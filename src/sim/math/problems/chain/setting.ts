import type { ChainOperationName } from './operations/index.ts'

/** The range of a slot's numbers: from, to and step size (1 by default). */
export type Range = readonly [low: number, high: number, step?: number]

/** A quantity that a story counts. */
export interface StoryQuantity {
  /** Its name in the working: `rolls left`. */
  readonly label: string
  /** Questions for it, if the story ends there. */
  readonly questions: readonly string[]
}

/** One step of a story: a sentence that leads from one quantity to the next. */
export interface StoryStep {
  readonly from: string
  readonly to: string
  readonly by: ChainOperationName
  /** Left out if the step has no number of its own. */
  readonly a?: Range
  /** The second number, such as the lower one of a fraction `{a}/{b}`. */
  readonly b?: Range
  /** Sentences with `{a}` and `{b}`. They are true whatever precedes them. */
  readonly sentences: readonly string[]
}

/** The world of a story: its start, its possible steps and irrelevant facts. */
export interface Setting {
  readonly name: string
  readonly start: { readonly at: string; readonly n: Range; readonly sentences: readonly string[] }
  readonly quantities: Readonly<Record<string, StoryQuantity>>
  readonly moves: readonly StoryStep[]
  /** Sentences with a number `{d}` in `d` that no question needs. */
  readonly asides: readonly { readonly d: Range; readonly sentence: string }[]
}

/** A step with one number of its own. */
export const move = (
  from: string,
  to: string,
  by: ChainOperationName,
  a: Range,
  ...sentences: readonly string[]
): StoryStep => ({ from, to, by, a, sentences })

/** A step with a fraction. */
export const share = (
  from: string,
  to: string,
  by: 'part_of' | 'part_off',
  [a, b]: readonly [Range, Range],
  ...sentences: readonly string[]
): StoryStep => ({ from, to, by, a, b, sentences })

/** A step without a number of its own. */
export const bare = (
  from: string,
  to: string,
  by: ChainOperationName,
  ...sentences: readonly string[]
): StoryStep => ({ from, to, by, sentences })

/** A step with two numbers. */
export const twoNumberStep = (
  from: string,
  to: string,
  by: ChainOperationName,
  [a, b]: readonly [Range, Range],
  ...sentences: readonly string[]
): StoryStep => ({ from, to, by, a, b, sentences })

/** A quantity with its name in the working and its questions. */
export const quantity = (label: string, ...questions: readonly string[]): StoryQuantity => ({
  label,
  questions,
})
