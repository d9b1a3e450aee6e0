/** So much of a difference is taken over at each look, so that the clock never jumps. */
const STEP_MS = 500

/**
 * The clock of the database's machine, which all servers of a store share. It goes on with this
 * machine's monotonic clock between two looks, never goes back, and follows slowly where the
 * database's own was set.
 */
export class DatabaseClock {
  #aheadMs: number | undefined
  #lastMs = 0

  /** @param databaseMs what the database said, asked at one moment and answered at the other */
  set(databaseMs: number, askedMs: number, answeredMs: number): void {
    const aheadMs = databaseMs - (askedMs + answeredMs) / 2
    const previousAheadMs = this.#aheadMs ?? aheadMs
    this.#aheadMs =
      previousAheadMs + Math.max(-STEP_MS, Math.min(STEP_MS, aheadMs - previousAheadMs))
  }

  /** Whole milliseconds since 1970. */
  readonly nowMs = (): number => {
    this.#lastMs = Math.max(this.#lastMs, Math.floor(performance.now() + (this.#aheadMs ?? 0)))
    return this.#lastMs
  }
}
