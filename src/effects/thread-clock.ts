import { systemTimes } from './thread-time.ts'

/**
 * Cells that the pool and a thread share. The thread writes its number, when its work began, and
 * that it is done. So the time of the work excludes the start of the thread and the delivery of
 * messages. On Linux it also excludes the time in which the thread had no processor.
 */
export type ThreadClock = SharedArrayBuffer

const NOT_BEGUN = 0n
const DONE_MARK = -1n

/** Places of the cells; times are in nanoseconds. */
const BEGIN_CELL = 0
const THREAD = 1
const DELAYED_BEFORE = 2
const CELLS = 3

/** How far work is: not begun, done, or how long it has been running. */
type WorkProgress = 'not begun' | 'done' | { readonly ranMs: number }

const clockCells = (clock: ThreadClock): BigInt64Array => new BigInt64Array(clock)

/** A clock of work that has not begun. */
export const createThreadClock = (): ThreadClock =>
  new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT)

const UNKNOWN_THREAD = 0
const NANOSECONDS_PER_MS = 1e6

const delayedNs = (thread: number): bigint =>
  BigInt(Math.round((systemTimes.threadTimes(thread)?.delayedMs ?? 0) * NANOSECONDS_PER_MS))

/** Called in the thread when it begins. */
export function noteBegin(clock: ThreadClock): void {
  const cells = clockCells(clock)
  const thread = systemTimes.thisThread() ?? UNKNOWN_THREAD
  cells[THREAD] = BigInt(thread)
  cells[DELAYED_BEFORE] = delayedNs(thread)
  Atomics.store(cells, BEGIN_CELL, process.hrtime.bigint())
}

/** Called in the thread when the work has ended and its answer is about to be sent. */
export const noteDone = (clock: ThreadClock): void => {
  Atomics.store(clockCells(clock), BEGIN_CELL, DONE_MARK)
}

/** Reads the clock, in any thread: they count from the same instant. */
export function readProgress(clock: ThreadClock): WorkProgress {
  const cells = clockCells(clock)
  const beginMs = Atomics.load(cells, BEGIN_CELL)
  if (beginMs === NOT_BEGUN) return 'not begun'
  if (beginMs === DONE_MARK) return 'done'
  const delayed = delayedNs(Number(cells[THREAD])) - (cells[DELAYED_BEFORE] ?? 0n)
  const ran = process.hrtime.bigint() - beginMs - (delayed > 0n ? delayed : 0n)
  return { ranMs: Number(ran) / NANOSECONDS_PER_MS }
}

/** Makes a cheap check, for the thread itself, of whether its work has run for too long. */
export function createDeadline(clock: ThreadClock, limitMs: number): () => boolean {
  let nextMs = performance.now() + limitMs
  return () => {
    const nowMs = performance.now()
    if (nowMs <= nextMs) return false
    const progress = readProgress(clock)
    const leftMs = typeof progress === 'object' ? limitMs - progress.ranMs : 0
    nextMs = nowMs + leftMs
    return leftMs <= 0
  }
}

/** Pause between checks of work that has not begun, or that seems to be late. */
const CHECK_MS = 50

/** Why work was given up. */
export type GivenUp = 'not begun' | 'overdue'

/**
 * Watches a clock until `stop`. Gives the work up if it has run for `limitMs`, or has not begun
 * after `startMs`. Late work is checked twice: after a pause of the whole process, the working
 * thread may finish a moment later.
 */
export function watchClock(
  clock: ThreadClock,
  { startMs, limitMs }: { readonly startMs: number; readonly limitMs: number },
  giveUp: (why: GivenUp) => void,
): { stop(): void } {
  const watchedMs = performance.now()
  let wasLate = false
  const check = (): void => {
    const progress = readProgress(clock)
    if (progress === 'done') return
    if (progress === 'not begun') {
      const leftMs = startMs - (performance.now() - watchedMs)
      if (leftMs <= 0) giveUp('not begun')
      else timer = setTimeout(check, Math.min(leftMs, CHECK_MS))
      return
    }
    const leftMs = limitMs - progress.ranMs
    const isLate = leftMs <= 0
    if (isLate && wasLate) giveUp('overdue')
    else timer = setTimeout(check, isLate ? CHECK_MS : Math.ceil(leftMs))
    wasLate = isLate
  }
  let timer = setTimeout(check, Math.min(startMs, CHECK_MS))
  return { stop: () => clearTimeout(timer) }
}
