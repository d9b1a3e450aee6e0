import type { Limits } from '../../q/index.ts'

/** What a piece of q code may use; stored with every request. */
export interface QLimits {
  /** Steps of the interpreter, for each loading and each call. */
  readonly fuel: number
  /** Items of one list. */
  readonly items: number
  /** Depth of calls. */
  readonly depth: number
  /** Characters of output. */
  readonly output: number
  /** Wall-clock time for the whole request. */
  readonly milliseconds: number
}

/** What the environment allows. Fuel bounds the memory too: a step makes at most 16 items. */
export const Q_LIMITS: QLimits = {
  fuel: 4_000_000,
  items: 2_000_000,
  depth: 1_000,
  output: 20_000,
  milliseconds: 5_000,
}

/** Limits as the interpreter takes them. */
export const sessionLimits = (
  { fuel, items, depth, output }: QLimits,
  interrupt: (() => boolean) | undefined,
): Limits => ({ fuel, itemsMax: items, depthMax: depth, outputMax: output, interrupt })
