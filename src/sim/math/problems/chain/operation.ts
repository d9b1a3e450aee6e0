/** A wrong turn that people take at a step, and what a tutor may say of it. */
export interface Slip {
  readonly mistake: string
  /** The value it leads to; one that is not whole and positive is left out. */
  readonly apply: (value: number, a: number, b: number) => number
}

/** What a step does with the value before it and with one or two numbers of its own. */
export interface Operation {
  /** The value that follows. One that is not whole and positive makes no good step. */
  readonly apply: (value: number, a: number, b: number) => number
  /** The equation of the step: `24 × 15 = 360`. */
  readonly equation: (value: number, a: number, b: number, after: number) => string
  readonly slips: readonly Slip[]
}

/** A slip, as the tables of operations write it. */
export const slip = (mistake: string, apply: Slip['apply']): Slip => ({ mistake, apply })

/** Whether a value can stand in a story: whole, positive, and not too long to read. */
export const isGoodValue = (value: number): boolean =>
  Number.isInteger(value) && value >= 2 && value <= 1_000_000
