import { Fault } from '../../wire/faults.ts'

const MINUTE_MS = 60_000

/** Limits the tokens that each principal samples with one profile in a minute. */
export class TokenRate {
  readonly #tokensMax: number
  readonly #spent = new Map<string, number>()
  #endMs = 0

  /** @param tokensMax default: no limit */
  constructor(tokensMax = Number.POSITIVE_INFINITY) {
    this.#tokensMax = tokensMax
  }

  /**
   * Checks that a call may begin. Calls under way are not stopped, so they may exceed the limit.
   *
   * @throws Fault `capacity/tokens` until the minute is over
   */
  check(principal: string, nowMs: number): void {
    this.#beginMinute(nowMs)
    const spent = this.#spent.get(principal) ?? 0
    if (spent < this.#tokensMax) return
    const message = `this caller has sampled ${spent} of ${this.#tokensMax} tokens in this minute`
    const waitMs = Math.max(1, this.#endMs - nowMs)
    throw new Fault('capacity/tokens', message, {
      details: { retry_after_s: Math.ceil(waitMs / 1_000) },
    })
  }

  /** Counts tokens that a call has sampled. */
  spend(principal: string, tokens: number, nowMs: number): void {
    this.#beginMinute(nowMs)
    this.#spent.set(principal, (this.#spent.get(principal) ?? 0) + tokens)
  }

  #beginMinute(nowMs: number): void {
    // A clock that was set back also begins a minute.
    if (nowMs < this.#endMs && nowMs >= this.#endMs - MINUTE_MS) return
    this.#spent.clear()
    this.#endMs = nowMs + MINUTE_MS
  }
}
