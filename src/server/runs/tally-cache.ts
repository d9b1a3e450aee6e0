import type { TallyCell, TallyQuery } from '../../store/tally.ts'
import { BoundedCache } from '../bounded-cache.ts'

interface CachedTally {
  readonly cells: readonly TallyCell[]
  readonly untilMs: number
}

/** Faster counts are not cached, so that a small run is always current. */
const CACHED_FROM_MS = 25
/**
 * A cached count is valid for this multiple of its duration, which bounds the time spent on
 * counting.
 */
const VALID_TIMES = 20
/** The cells in the cache, some hundred bytes each. */
const CELLS_MAX = 200_000

/**
 * Caches slow counts. Many callers look at the same runs repeatedly, and a run that takes long to
 * count changes little meanwhile.
 */
export class TallyCache {
  readonly #tallies = new BoundedCache<CachedTally>(CELLS_MAX)
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** The cached or newly counted cells of a query. Callers must not change them. */
  async cellsOf(
    query: TallyQuery,
    count: () => Promise<readonly TallyCell[]>,
  ): Promise<readonly TallyCell[]> {
    const key = JSON.stringify(query)
    const startMs = this.#nowMs()
    const cached = this.#tallies.get(key)
    if (cached !== undefined && cached.untilMs > startMs) return cached.cells
    const cells = await count()
    const nowMs = this.#nowMs()
    const tookMs = nowMs - startMs
    const tally = { cells, untilMs: nowMs + VALID_TIMES * tookMs }
    if (tookMs < CACHED_FROM_MS) this.#tallies.delete(key)
    else this.#tallies.set(key, tally, cells.length)
    return cells
  }
}
