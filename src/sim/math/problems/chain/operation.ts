/** A typical mistake at a step, and what a tutor may say about it. */
export interface Slip {
  readonly mistake: string
  /** The resulting value. Values that are not positive integers are dropped. */
  readonly apply: (value: number, a: number, b: number) => number
}

/** The effect of a step on the previous value, with one or two numbers of its own. */
export interface ChainOperation {
  /** The next value. A value that is not a positive integer rejects the step. */
  readonly apply: (value: number, a: number, b: number) => number
  /** The equation of the step: `24 × 15 = 360`. */
  readonly equation: (value: number, a: number, b: number, after: number) => string
  readonly slips: readonly Slip[]
}

/** Makes a slip for the tables of operations. */
export const slip = (mistake: string, apply: Slip['apply']): Slip => ({ mistake, apply })

/** Whether a value fits a story: a positive integer that is not too long. */
export const isGoodValue = (value: number): boolean =>
  Number.isInteger(value) && value >= 2 && value <= 1_000_000
