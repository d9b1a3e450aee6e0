import { readFileSync, readlinkSync } from 'node:fs'

/** What the system counts of a thread. */
interface ThreadTimes {
  /** How long it has computed. */
  readonly computedMs: number
  /** How long it was ready to compute and had no processor: others had them all. */
  readonly delayedMs: number
}

/** The number of this thread for the system, on Linux. */
export function thisThread(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

const NANOSECONDS_PER_MS = 1e6

/** Times of a thread of this process; none where the system does not tell, or it is gone. */
export function threadTimes(thread: number): ThreadTimes | undefined {
  try {
    const fields = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')
    const [computedMs = 0, delayedMs = 0] = fields.map((text) => Number(text) / NANOSECONDS_PER_MS)
    return { computedMs, delayedMs }
  } catch {
    return undefined
  }
}

/** What is asked of the system, in one place where a test can answer instead. */
export const systemTimes = { thisThread, threadTimes }
