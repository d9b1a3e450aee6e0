import { thisThread as numberOfThread, threadTimes } from '../../src/effects/thread-time.ts'

/** The number of this thread for the system. */
export const thisThread = (): number => numberOfThread() ?? Number.NaN

/** Milliseconds that a thread of this process has computed; NaN when it is gone. */
export const computedMs = (thread: number): number => threadTimes(thread)?.computedMs ?? Number.NaN

/** What a worker says of itself: shared, so that it is heard of a thread that is ended, too. */
export interface ThreadMarks {
  readonly thread: number
  /** When it began, in milliseconds since 1970, and what it had computed by then. */
  readonly begunMs: number
  readonly computedBeforeMs: number
  /** What it had computed when its work was done; 0 if it was not. */
  readonly computedMs: number
}

const FIELDS = 4

export const createMarks = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIELDS * Float64Array.BYTES_PER_ELEMENT)

export function readMarks(marks: SharedArrayBuffer): ThreadMarks {
  const [thread = 0, begunMs = 0, computedBeforeMs = 0, computed = 0] = new Float64Array(marks)
  return { thread, begunMs, computedBeforeMs, computedMs: computed }
}

/** The time of the wall, alike in all threads. */
export const wallMs = (): number => performance.timeOrigin + performance.now()

/** Called in the thread, around its work. */
export function marked<Result>(marks: SharedArrayBuffer, work: () => Result): Result {
  const cells = new Float64Array(marks)
  const thread = thisThread()
  cells.set([thread, wallMs(), computedMs(thread)])
  const result = work()
  cells[FIELDS - 1] = computedMs(thread)
  return result
}
