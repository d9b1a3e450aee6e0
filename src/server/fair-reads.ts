import { FairSlots } from '../effects/fair-slots.ts'
import { Fault } from '../wire/faults.ts'
import type { Turns } from './turns.ts'

/** How long one look into the store may take; another reader's comes between two. */
export const LOOK_MS = 10
/** How long a page is searched for before it goes out as short as it is. */
export const PAGE_MS = 250
/** One look is under way and the next one at hand, so that the reader never waits for us. */
const LOOKS_AT_ONCE = 2
/** More than all principals together may have in progress. */
const WAITING_MAX = 4_096

/**
 * Shares out the one reader that long searches have: of each principal one look is under way, and
 * who has none waits for one look of another and not for all that others want.
 */
export class FairReads {
  readonly #slots = new FairSlots({ concurrency: LOOKS_AT_ONCE, queueMax: WAITING_MAX, keep: 1 })
  readonly #turns: Turns

  constructor(turns: Turns) {
    this.#turns = turns
  }

  /**
   * Takes one look, in the turn of who asks.
   *
   * @throws Fault `capacity/in_flight` if too many wait, and what the look throws
   */
  async look<Value>(owner: string, read: () => Promise<Value>): Promise<Value> {
    const release = await this.#slots.acquire(owner, new AbortController().signal)
    if (release === 'full') {
      throw new Fault('capacity/in_flight', `${WAITING_MAX} looks into the store wait already`)
    }
    try {
      return await this.#turns.begin(owner, read)
    } finally {
      release()
    }
  }
}
