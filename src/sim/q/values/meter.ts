import { QError, QLimit } from '../errors.ts'
import type { Frame } from './value.ts'

/** How much one evaluation may use. */
export interface Limits {
  /** Steps: calls, rounds of loops, and one per new list and 16 items of it. */
  readonly fuel: number
  /** The most items that one list may have. */
  readonly itemsMax: number
  /** The most bytes that all values may take which are alive at one time, roughly. */
  readonly memoryMax: number
  /**
   * How deep calls may nest, in units: a call takes one, and one for each level of nesting in its
   * body where it calls further; what goes through a verb or an iterator takes more. The default
   * fits the default stack of Node.
   */
  readonly depthMax: number
  /** The most characters of output of one evaluation. */
  readonly outputMax: number
  /**
   * Asked now and then whether to stop, for a limit in wall-clock time; undefined for never. Where
   * the values have just been measured, it is given the bytes that are alive.
   */
  readonly interrupt?: ((bytesAlive?: number) => boolean) | undefined
  /** The most bytes that are reserved from one measurement to the next; default: by `memoryMax`. */
  readonly measureBytes?: number | undefined
}

export const DEFAULT_LIMITS: Limits = {
  fuel: 30_000_000,
  itemsMax: 20_000_000,
  memoryMax: 768 * 2 ** 20,
  depthMax: 5_000,
  outputMax: 1_000_000,
}

/**
 * What is left to the evaluation that runs. It is one place for the module, not an argument of each
 * verb: an interpreter runs one evaluation at a time, and every allocation has to ask.
 */
export const meter = {
  fuel: DEFAULT_LIMITS.fuel,
  itemsMax: DEFAULT_LIMITS.itemsMax,
  /** Bytes reserved since the evaluation began. */
  allocated: 0,
  /** What `allocated` was when the verb that runs began: what it has reserved since may live. */
  verbStart: 0,
  /** Bytes of results that iterators have gathered and that no variable holds yet. */
  pending: 0,
  /** The value of `allocated` at which to look what is alive. */
  auditAt: Number.POSITIVE_INFINITY,
  measureBytes: Number.POSITIVE_INFINITY,
  memoryMax: DEFAULT_LIMITS.memoryMax,
  /** Bytes of all values that variables hold. */
  bytesAlive: (): number => 0,
  /** The calls that run, innermost last. */
  frames: [] as Frame[],
  depth: 0,
  depthMax: DEFAULT_LIMITS.depthMax,
  /** The fuel at which to ask again whether to stop. */
  pollAt: 0,
  interrupt: undefined as Limits['interrupt'],
}

/** Where the calls stand, for who catches an error. */
interface Mark {
  readonly depth: number
  readonly frames: number
  readonly pending: number
}

/** Notes where the calls stand. */
export const markCalls = (): Mark => ({
  depth: meter.depth,
  frames: meter.frames.length,
  pending: meter.pending,
})

/** Sets the calls back to where they stood: an error or a return has ended those within. */
export function restoreCalls(mark: Mark): void {
  meter.depth = mark.depth
  meter.frames.length = mark.frames
  meter.pending = mark.pending
}

const STEPS_BETWEEN_POLLS = 20_000

/** Starts the count for a new evaluation. */
export function startMeter(limits: Limits, bytesAlive?: () => number): void {
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

/** Uses up steps. @throws QLimit `stop` when none are left, or when told to stop */
export function spend(steps: number): void {
  meter.fuel -= steps
  if (meter.fuel < meter.pollAt) poll()
}

function poll(): void {
  if (meter.fuel < 0 || meter.interrupt?.() === true) throw new QLimit('stop')
  meter.pollAt = Math.max(0, meter.fuel - STEPS_BETWEEN_POLLS)
}

/** Items that a loop reads in the time of a step, when it makes nothing of them. */
const ITEMS_PER_STEP_BITS = 6

/** Uses up the steps of reading so many items, before they are read. */
export const spendReading = (items: number): void => spend(1 + (items >> ITEMS_PER_STEP_BITS))

const ITEMS_PER_PAYMENT = 1024

/**
 * For loops that look up every item in a table of hashes: uses up steps at every so many items, so
 * that the loop can be stopped on its way.
 */
export function spendAtItem(index: number): void {
  if (index % ITEMS_PER_PAYMENT === 0) spend(ITEMS_PER_PAYMENT >> 2)
}

const ITEMS_PER_BREATH = 8192

/**
 * For loops over items that take much longer than reading does: asks on the way whether to stop.
 * What the loop costs is paid apart.
 */
export function breathe(index: number): void {
  if (index % ITEMS_PER_BREATH === ITEMS_PER_BREATH - 1) breatheNow()
}

/** Asks at once whether to stop: for rounds of a loop that are long themselves. */
export function breatheNow(): void {
  if (meter.interrupt?.() === true) throw new QLimit('stop')
}

/** Uses up the steps of loops within loops, before they run: the product may be of any size. */
export const spendProduct = (...rounds: readonly number[]): void =>
  spend(1 + Math.floor(rounds.reduce((product, count) => product * count, 1) / 16))

/** How many times the memory must be allocated anew, in parts of the budget, before a look. */
const AUDITS = 4
/** The same for a program that has used it up nearly: a look goes through all that is alive. */
const AUDITS_MAX = 16
/** What a list takes beside its items, in bytes: its object, its typed array and their buffer. */
export const BYTES_OF_LIST = 256
/** What an item takes as a value of its own. */
const BYTES_OF_CELL = 48

/**
 * Asks for a list of so many items.
 *
 * @throws QError `wsfull` when it is over the budget, `length` when it is not a count
 */
export function reserve(count: number): number {
  if (!(count >= 0)) throw new QError('length')
  if (count > meter.itemsMax) throw new QError('wsfull')
  spend(1 + (count >> 4))
  reserveBytes(BYTES_OF_LIST + 8 * count)
  return count
}

/** Asks for `added` more characters of a text that is put together from parts. */
export function reserveText(length: number, added: number): void {
  if (length > meter.itemsMax) throw new QError('wsfull')
  spend(1 + (added >> 4))
  reserveBytes(BYTES_OF_LIST + added)
}

/** Asks for bytes that are no list: those of a file may be more than a list may have items. */
export function reserveBulk(bytes: number): number {
  spend(1 + (bytes >> 4))
  reserveBytes(BYTES_OF_LIST + bytes)
  return bytes
}

/** Asks for so many items as values of their own, which a general list has. */
export function reserveCells(count: number): number {
  reserve(count)
  reserveBytes(BYTES_OF_CELL * count)
  return count
}

/** Asks for bytes. @throws QError `wsfull` when too much is alive */
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
