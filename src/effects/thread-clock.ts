/**
 * A cell that the pool and a thread share: the thread notes when its work began and that it is
 * done. So the time a thread takes to start, or to be heard, is never the work's.
 */
export type ThreadClock = SharedArrayBuffer

const NOT_BEGUN = 0n
const DONE = -1n

/** How far work is: not begun, done, or how long it has been running. */
export type WorkProgress = 'not begun' | 'done' | { readonly ranMs: number }

const cellOf = (clock: ThreadClock): BigInt64Array => new BigInt64Array(clock)

/** A clock of work that has not begun. */
export const createThreadClock = (): ThreadClock =>
  new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)

/** Called in the thread when it begins. */
export const noteBegin = (clock: ThreadClock): void => {
  Atomics.store(cellOf(clock), 0, process.hrtime.bigint())
}

/** Called in the thread when the work has ended and its answer is about to be sent. */
export const noteDone = (clock: ThreadClock): void => {
  Atomics.store(cellOf(clock), 0, DONE)
}

/** Reads the clock, in any thread: they count from the same instant. */
export function progressOf(clock: ThreadClock): WorkProgress {
  const begun = Atomics.load(cellOf(clock), 0)
  if (begun === NOT_BEGUN) return 'not begun'
  return begun === DONE ? 'done' : { ranMs: Number(process.hrtime.bigint() - begun) / 1e6 }
}

/** Between two looks at work that has not begun. */
const LOOK_MS = 50

/** Why work was given up. */
export type GivenUp = 'not begun' | 'overdue'

/**
 * Watches a clock until it is told to stop: gives the work up once when it has run for `limitMs`
 * without being done, or has not begun after `startMs`.
 */
export function watchClock(
  clock: ThreadClock,
  { startMs, limitMs }: { readonly startMs: number; readonly limitMs: number },
  giveUp: (why: GivenUp) => void,
): { stop(): void } {
  const watchedMs = performance.now()
  const look = (): void => {
    const progress = progressOf(clock)
    if (progress === 'done') return
    if (progress === 'not begun') {
      const leftMs = startMs - (performance.now() - watchedMs)
      if (leftMs <= 0) giveUp('not begun')
      else timer = setTimeout(look, Math.min(leftMs, LOOK_MS))
      return
    }
    const leftMs = limitMs - progress.ranMs
    if (leftMs <= 0) giveUp('overdue')
    else timer = setTimeout(look, Math.ceil(leftMs))
  }
  let timer = setTimeout(look, Math.min(startMs, LOOK_MS))
  return { stop: () => clearTimeout(timer) }
}
