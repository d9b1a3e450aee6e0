/** The largest correction at a time, so that the clock never jumps. */
const STEP_MS = 500

/**
 * The clock of the database's machine, which all servers of a store share. Between two readings it
 * follows this machine's monotonic clock. It never goes back, and follows slowly if somebody sets
 * the database's clock.
 */
export class DatabaseClock {
  #aheadMs: number | undefined
  #lastMs = 0

  /** @param databaseMs the time that the database read between the other two */
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
