import { FairSlots } from '../effects/fair-slots.ts'
import { Fault } from '../wire/faults.ts'
import type { LoopScheduler } from './loop-scheduler.ts'

/** How long one read of the store may take. Reads of other callers run in between. */
export const READ_MS = 10
/** How long a search fills a page before it returns the page as it is. */
export const PAGE_MS = 250
/** One read runs and the next one is queued, so that the store's reader is never idle. */
const READS_AT_ONCE = 2
/** More than all principals together may have in progress. */
const WAITING_MAX = 4_096

/**
 * Shares the store's one reader for long searches between principals. Each principal has one read
 * at a time, so a new caller waits for one read of another and not for its whole search.
 */
export class FairReads {
  readonly #slots = new FairSlots({ concurrency: READS_AT_ONCE, queueMax: WAITING_MAX, keep: 1 })
  readonly #turns: LoopScheduler

  constructor(turns: LoopScheduler) {
    this.#turns = turns
  }

  /**
   * Runs one read when it is the caller's turn.
   *
   * @throws Fault `capacity/in_flight` if too many reads wait, and the errors of the read
   */
  async read<Value>(owner: string, read: () => Promise<Value>): Promise<Value> {
    const release = await this.#slots.acquire(owner, new AbortController().signal)
    if (release === 'full') {
      throw new Fault('capacity/in_flight', `${WAITING_MAX} reads of the store are already waiting`)
    }
    try {
      return await this.#turns.begin(owner, read)
    } finally {
      release()
    }
  }
}
