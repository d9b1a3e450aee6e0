import type { TallyCell, TallyQuery } from '../../store/tally.ts'

interface Kept {
  readonly cells: readonly TallyCell[]
  readonly untilMs: number
}

/** What is counted faster is counted anew, so that a small run is always told as it stands. */
const WORTH_KEEPING_MS = 25
/** A count stands for so many times as long as it took: so little of the time goes to counting. */
const STANDS_TIMES = 20
/** Cells that are kept in all, some hundred bytes each. */
const CELLS_MAX = 200_000

/**
 * Keeps what took long to count: many look at the same runs, again and again, and a run that takes
 * long to count changes little meanwhile.
 */
export class KeptTallies {
  readonly #kept = new Map<string, Kept>()
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
    const known = this.#kept.get(key)
    if (known !== undefined && known.untilMs > startMs) return known.cells
    const cells = await count()
    const nowMs = this.#nowMs()
    const tookMs = nowMs - startMs
    this.#forget(key)
    if (tookMs >= WORTH_KEEPING_MS)
      this.#keep(key, { cells, untilMs: nowMs + STANDS_TIMES * tookMs })
    return cells
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#size += kept.cells.length
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= CELLS_MAX) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.cells.length ?? 0
    this.#kept.delete(key)
  }
}
