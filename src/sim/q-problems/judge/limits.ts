import type { Limits } from '../../q/index.ts'

/** What a piece of q code may use; stored with every request. */
export interface QLimits {
  /** Steps of the interpreter, for each loading and each call. */
  readonly fuel: number
  /** Items of one list. */
  readonly items: number
  /** Memory of the lists that are made. */
  readonly megabytes: number
  /** Depth of calls, in the interpreter's units. */
  readonly depth: number
  /** Characters of output. */
  readonly output: number
  /** Time for the whole request, less what its thread waits for a processor. */
  readonly milliseconds: number
  /** Bytes from one measurement of the memory to the next; left out: by `megabytes`. */
  readonly measureBytes?: number | undefined
}

/** What the environment allows. */
export const Q_LIMITS: QLimits = {
  fuel: 4_000_000,
  items: 2_000_000,
  megabytes: 256,
  depth: 5_000,
  output: 20_000,
  milliseconds: 5_000,
}

/** The limits of a task, which may allow fewer steps. */
export const limitsOf = ({
  fuel = Q_LIMITS.fuel,
}: {
  readonly fuel?: number | undefined
}): QLimits => ({
  ...Q_LIMITS,
  fuel,
})

const MEGABYTE = 2 ** 20

/** Limits as the interpreter takes them. */
export const sessionLimits = (
  { fuel, items, megabytes, depth, output, measureBytes }: QLimits,
  interrupt: Limits['interrupt'],
): Limits => ({
  fuel,
  itemsMax: items,
  memoryMax: megabytes * MEGABYTE,
  depthMax: depth,
  outputMax: output,
  interrupt,
  measureBytes,
})
