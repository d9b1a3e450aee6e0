import type { TallyCell, TallyQuery } from '../../store/tally.ts'

interface CachedTally {
  readonly cells: readonly TallyCell[]
  readonly untilMs: number
}

/** What is counted faster is counted anew, so that a small run is always told as it stands. */
const CACHED_FROM_MS = 25
/** A count stands for so many times as long as it took: so little of the time goes to counting. */
const VALID_TIMES = 20
/** Cells that are kept in all, some hundred bytes each. */
const CELLS_MAX = 200_000

/**
 * Keeps what took long to count: many look at the same runs, again and again, and a run that takes
 * long to count changes little meanwhile.
 */
export class TallyCache {
  readonly #tallies = new Map<string, CachedTally>()
  readonly #nowMs: () => number
  #size = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** The cells of a query, as they were kept or counted now; they are nobody's to change. */
  async cellsOf(
    query: TallyQuery,
    count: () => Promise<readonly TallyCell[]>,
  ): Promise<readonly TallyCell[]> {
    const key = JSON.stringify(query)
    const startMs = this.#nowMs()
    const known = this.#tallies.get(key)
    if (known !== undefined && known.untilMs > startMs) return known.cells
    const cells = await count()
    const nowMs = this.#nowMs()
    const tookMs = nowMs - startMs
    this.#forget(key)
    if (tookMs >= CACHED_FROM_MS) this.#keep(key, { cells, untilMs: nowMs + VALID_TIMES * tookMs })
    return cells
  }

  #keep(key: string, tally: CachedTally): void {
    this.#tallies.set(key, tally)
    this.#size += tally.cells.length
    for (const oldest of this.#tallies.keys()) {
      if (this.#size <= CELLS_MAX) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#size -= this.#tallies.get(key)?.cells.length ?? 0
    this.#tallies.delete(key)
  }
}
