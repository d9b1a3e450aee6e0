import { QError, QLimit } from '../errors.ts'
import type { Frame } from './value.ts'

/** The limits of one evaluation. */
export interface EvaluationLimits {
  /** Steps: calls, rounds of loops, and one per new list plus one per 16 of its items. */
  readonly fuel: number
  /** The maximum number of items of a list. */
  readonly itemsMax: number
  /** The maximum approximate bytes of all live values. */
  readonly memoryMax: number
  /**
   * The maximum depth of calls in units. A call takes one unit, plus one for each level of nesting
   * in its body at which it makes further calls. Calls through verbs or iterators take more. The
   * default fits Node's default stack.
   */
  readonly depthMax: number
  /** The maximum number of output characters of one evaluation. */
  readonly outputMax: number
  /**
   * Called occasionally to ask whether to stop, for a wall-clock limit; undefined for never. It
   * gets the live bytes if they were just measured.
   */
  readonly interrupt?: ((bytesAlive?: number) => boolean) | undefined
  /** The maximum bytes reserved between two measurements; derived from `memoryMax` by default. */
  readonly measureBytes?: number | undefined
}

export const DEFAULT_LIMITS: EvaluationLimits = {
  fuel: 30_000_000,
  itemsMax: 20_000_000,
  memoryMax: 768 * 2 ** 20,
  depthMax: 5_000,
  outputMax: 1_000_000,
}

/**
 * The remaining budget of the running evaluation. It is a module variable, not an argument of each
 * verb: an interpreter runs one evaluation at a time, and every allocation checks it.
 */
export const meter = {
  fuel: DEFAULT_LIMITS.fuel,
  itemsMax: DEFAULT_LIMITS.itemsMax,
  /** The bytes reserved since the evaluation began. */
  allocated: 0,
  /**
   * The value of `allocated` when the running verb began: what it has reserved since may still be
   * live.
   */
  verbStart: 0,
  /** The bytes of results that iterators have collected and no variable holds yet. */
  pending: 0,
  /** The value of `allocated` at which live values are measured. */
  auditAt: Number.POSITIVE_INFINITY,
  measureBytes: Number.POSITIVE_INFINITY,
  memoryMax: DEFAULT_LIMITS.memoryMax,
  /** Returns the bytes of all values that variables hold. */
  bytesAlive: (): number => 0,
  /** The running calls, innermost last. */
  frames: [] as Frame[],
  depth: 0,
  depthMax: DEFAULT_LIMITS.depthMax,
  /** The fuel at which to ask again whether to stop. */
  pollAt: 0,
  interrupt: undefined as EvaluationLimits['interrupt'],
}

/** The state of the calls, for code that catches an error. */
interface Mark {
  readonly depth: number
  readonly frames: number
  readonly pending: number
}

/** Records the state of the calls. */
export const markCalls = (): Mark => ({
  depth: meter.depth,
  frames: meter.frames.length,
  pending: meter.pending,
})

/** Restores the state of the calls after an error or a return has ended the inner ones. */
export function restoreCalls(mark: Mark): void {
  meter.depth = mark.depth
  meter.frames.length = mark.frames
  meter.pending = mark.pending
}

const STEPS_BETWEEN_POLLS = 20_000

/** Starts the metering of a new evaluation. */
export function startMeter(limits: EvaluationLimits, bytesAlive?: () => number): void {
  meter.fuel = limits.fuel
  meter.itemsMax = limits.itemsMax
  meter.allocated = 0
  meter.verbStart = 0
  meter.pending = 0
  meter.memoryMax = limits.memoryMax
  meter.bytesAlive = bytesAlive ?? (() => 0)
  meter.measureBytes = limits.measureBytes ?? Number.POSITIVE_INFINITY
  meter.auditAt = Math.min(meter.measureBytes, limits.memoryMax / AUDITS)
  meter.depth = 0
  meter.frames.length = 0
  meter.depthMax = limits.depthMax
  meter.interrupt = limits.interrupt
  meter.pollAt = limits.fuel - STEPS_BETWEEN_POLLS
}

/**
 * Spends steps.
 *
 * @throws QLimit `stop` if none are left, or if told to stop
 */
export function spend(steps: number): void {
  meter.fuel -= steps
  if (meter.fuel < meter.pollAt) poll()
}

function poll(): void {
  if (meter.fuel < 0 || meter.interrupt?.() === true) throw new QLimit('stop')
  meter.pollAt = Math.max(0, meter.fuel - STEPS_BETWEEN_POLLS)
}

/** The items that a loop reads per step without making values, as a power of two. */
const ITEMS_PER_STEP_BITS = 6

/** Charges for reading this many items, before they are read. */
export const spendReading = (items: number): void => spend(1 + (items >> ITEMS_PER_STEP_BITS))

const ITEMS_PER_PAYMENT = 1024

/**
 * For loops that look up every item in a hash table: charges at intervals, so that the loop can be
 * stopped.
 */
export function spendAtItem(index: number): void {
  if (index % ITEMS_PER_PAYMENT === 0) spend(ITEMS_PER_PAYMENT >> 2)
}

const ITEMS_PER_BREATH = 8192

/**
 * For loops over items that are much slower than reading: asks at intervals whether to stop. The
 * cost of the loop is charged separately.
 */
export function pollAtItem(index: number): void {
  if (index % ITEMS_PER_BREATH === ITEMS_PER_BREATH - 1) pollNow()
}

/** Asks immediately whether to stop, for loops with long rounds. */
export function pollNow(): void {
  if (meter.interrupt?.() === true) throw new QLimit('stop')
}

/** Charges for nested loops before they run; the product may have any size. */
export const spendProduct = (...rounds: readonly number[]): void =>
  spend(1 + Math.floor(rounds.reduce((product, count) => product * count, 1) / 16))

/** A measurement follows after this fraction of the memory budget has been reserved again. */
const AUDITS = 4
/**
 * The fraction if the program has nearly used up its memory. Each measurement visits all live
 * values.
 */
const AUDITS_MAX = 16
/** The bytes of a list without its items: its object, its typed array and their buffer. */
export const BYTES_OF_LIST = 256
/** The bytes of an item as a separate value. */
const BYTES_OF_CELL = 48

/**
 * Reserves a list of this many items.
 *
 * @throws QError `wsfull` if it exceeds the budget, `length` if it is not a count
 */
export function reserve(count: number): number {
  if (!(count >= 0)) throw new QError('length')
  if (count > meter.itemsMax) throw new QError('wsfull')
  spend(1 + (count >> 4))
  reserveBytes(BYTES_OF_LIST + 8 * count)
  return count
}

/** Reserves `added` more characters of a text that is built from parts. */
export function reserveText(length: number, added: number): void {
  if (length > meter.itemsMax) throw new QError('wsfull')
  spend(1 + (added >> 4))
  reserveBytes(BYTES_OF_LIST + added)
}

/** Reserves bytes that are not a list: those of a file may exceed the maximum of a list's items. */
export function reserveBulk(bytes: number): number {
  spend(1 + (bytes >> 4))
  reserveBytes(BYTES_OF_LIST + bytes)
  return bytes
}

/** Reserves items as separate values, as in a general list. */
export function reserveCells(count: number): number {
  reserve(count)
  reserveBytes(BYTES_OF_CELL * count)
  return count
}

/**
 * Reserves bytes.
 *
 * @throws QError `wsfull` if live values exceed the budget
 */
export function reserveBytes(bytes: number): void {
  meter.allocated += bytes
  if (meter.allocated > meter.auditAt) audit()
}

function audit(): void {
  const alive = meter.bytesAlive() + meter.pending + (meter.allocated - meter.verbStart)
  if (alive > meter.memoryMax) throw new QError('wsfull')
  if (meter.interrupt?.(alive) === true) throw new QLimit('stop')
  const leftBytes = meter.memoryMax - alive
  const most = Math.max(meter.memoryMax / AUDITS_MAX, leftBytes / AUDITS)
  meter.auditAt = meter.allocated + Math.min(meter.measureBytes, most)
}
