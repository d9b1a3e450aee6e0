import type { EvaluationLimits } from '../../q/index.ts'

/** The limits of a piece of q code; stored with every request. */
export interface QLimits {
  /** Interpreter steps, for each loading and each call. */
  readonly fuel: number
  /** The maximum number of items of a list. */
  readonly items: number
  /** The maximum memory of created lists. */
  readonly megabytes: number
  /** Depth of calls, in the interpreter's units. */
  readonly depth: number
  /** The maximum number of output characters. */
  readonly output: number
  /** Time for the whole request, without waiting for a processor. */
  readonly milliseconds: number
  /** Bytes between two measurements of memory; derived from `megabytes` by default. */
  readonly measureBytes?: number | undefined
}

/** The limits of the environment. */
export const Q_LIMITS: QLimits = {
  fuel: 4_000_000,
  items: 2_000_000,
  megabytes: 256,
  depth: 5_000,
  output: 20_000,
  milliseconds: 5_000,
}

/** The limits of a task, which may have fewer steps. */
export const limitsOf = ({
  fuel = Q_LIMITS.fuel,
}: {
  readonly fuel?: number | undefined
}): QLimits => ({
  ...Q_LIMITS,
  fuel,
})

const MEGABYTE = 2 ** 20

/** The limits in the interpreter's form. */
export const sessionLimits = (
  { fuel, items, megabytes, depth, output, measureBytes }: QLimits,
  interrupt: EvaluationLimits['interrupt'],
): EvaluationLimits => ({
  fuel,
  itemsMax: items,
  memoryMax: megabytes * MEGABYTE,
  depthMax: depth,
  outputMax: output,
  interrupt,
  measureBytes,
})
