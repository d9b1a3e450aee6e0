import { QError, QLimit } from '../errors.ts'

/** How much one evaluation may use. */
export interface Limits {
  /** Steps: calls, rounds of loops, and one per new list and 16 items of it. */
  readonly fuel: number
  /** The most items that one list may have. */
  readonly itemsMax: number
  /** How deep calls may nest. */
  readonly depthMax: number
  /** The most characters of output of one evaluation. */
  readonly outputMax: number
  /** Asked now and then whether to stop, for a limit in wall-clock time; undefined for never. */
  readonly interrupt?: (() => boolean) | undefined
}

export const DEFAULT_LIMITS: Limits = {
  fuel: 30_000_000,
  itemsMax: 20_000_000,
  depthMax: 2_000,
  outputMax: 1_000_000,
}

/**
 * What is left to the evaluation that runs. It is one place for the module, not an argument of each
 * verb: an interpreter runs one evaluation at a time, and every allocation has to ask.
 */
export const meter = {
  fuel: DEFAULT_LIMITS.fuel,
  itemsMax: DEFAULT_LIMITS.itemsMax,
  depth: 0,
  depthMax: DEFAULT_LIMITS.depthMax,
  /** The fuel at which to ask again whether to stop. */
  pollAt: 0,
  interrupt: undefined as Limits['interrupt'],
}

const STEPS_BETWEEN_POLLS = 20_000

/** Starts the count for a new evaluation. */
export function startMeter(limits: Limits): void {
  meter.fuel = limits.fuel
  meter.itemsMax = limits.itemsMax
  meter.depth = 0
  meter.depthMax = limits.depthMax
  meter.interrupt = limits.interrupt
  meter.pollAt = limits.fuel - STEPS_BETWEEN_POLLS
}

/** Uses up steps. @throws QLimit `stop` when none are left, or when told to stop */
export function spend(steps: number): void {
  meter.fuel -= steps
  if (meter.fuel < meter.pollAt) poll()
}

function poll(): void {
  if (meter.fuel < 0 || meter.interrupt?.() === true) throw new QLimit('stop')
  meter.pollAt = Math.max(0, meter.fuel - STEPS_BETWEEN_POLLS)
}

/**
 * Asks for a list of so many items.
 *
 * @throws QError `wsfull` when it is over the budget, `length` when it is not a count
 */
export function reserve(count: number): number {
  if (!(count >= 0)) throw new QError('length')
  if (count > meter.itemsMax) throw new QError('wsfull')
  spend(1 + (count >> 4))
  return count
}
