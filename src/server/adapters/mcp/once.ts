import type { Caller } from '../../principal.ts'
import { linkOf } from '../../principal.ts'

const KEPT_MAX = 10_000

/**
 * Calls that clients repeat when an answer is late: the repetition of one that is under way, or
 * whose answer reached nobody, is the same call. Any other repetition is meant.
 */
export class Once<Result> {
  readonly #calls = new Map<string, Promise<Result>>()

  async run(key: string, caller: Caller, work: () => Promise<Result>): Promise<Result> {
    const present = this.#calls.get(key)
    const call = present ?? work()
    if (present === undefined) this.#keep(key, call)
    try {
      const result = await call
      if (linkOf(caller)?.closedMs === undefined) this.#forget(key, call)
      return result
    } catch (error) {
      this.#forget(key, call)
      throw error
    }
  }

  #keep(key: string, call: Promise<Result>): void {
    this.#calls.set(key, call)
    if (this.#calls.size <= KEPT_MAX) return
    for (const [oldest] of this.#calls) {
      this.#calls.delete(oldest)
      return
    }
  }

  #forget(key: string, call: Promise<Result>): void {
    if (this.#calls.get(key) === call) this.#calls.delete(key)
  }
}
