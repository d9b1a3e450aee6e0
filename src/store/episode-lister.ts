import type {
  EpisodeConditions,
  EpisodeCount,
  EpisodeFilter,
  EpisodeOrder,
  ListedEpisode,
  StoredEpisodePage,
} from './episode-log.ts'
import {
  comparePositions,
  formatListCursor,
  parseListCursor,
  type SortPosition,
} from './list-cursor.ts'
import { nextCursor, type PositionedEpisode, sortedPage } from './list-page.ts'
import { chooseIndex, coversAll, type ScanIndex } from './scan-index.ts'
import { meetsConditions, pageSize } from './summary.ts'

/** A store with fewer episodes is searched to its end, without a time limit. */
const CHUNK_MIN = 4_096
const CHUNK_MAX = 262_144
/** In the order of last rows, a scan passes an episode as often as it has rows. */
const ROWS_PASSED = 4
/** Up to so many matches are sorted if no index has their order. */
const FEW_MATCHES = 8_192
/** An open episode has no position in the order of rewards. */
const EMPTY_PAGE: StoredEpisodePage = { episodes: [], next: null }

/** One chunk of a scan over episodes: `size` positions in an order, whether they match or not. */
export interface ScanChunk {
  readonly conditions: EpisodeConditions
  readonly order: EpisodeOrder
  /**
   * In an order by reward or last row, an index leads to so few episodes that they are sorted.
   * Without one, the scan follows the order itself.
   */
  readonly index: ScanIndex | undefined
  /** The bounds of the scan; both are excluded. */
  readonly after: SortPosition | undefined
  readonly before: SortPosition | undefined
  readonly size: number
}

/** The last position of a chunk; undefined if the scan has ended. */
interface ChunkEnd {
  readonly end: SortPosition | undefined
}

/** The reads of a database that lists are made of. */
export interface ScanSource {
  /** Target duration of one chunk, in milliseconds. */
  readonly chunkMs: number
  /** Positions of episodes by id; those that are gone, or have none in this order, are missing. */
  positionsOf(
    ids: readonly string[],
    order: EpisodeOrder,
  ): Promise<ReadonlyMap<string, SortPosition>>
  /** Episodes by key, in the order of the given keys. */
  episodesByKey(keys: readonly number[]): Promise<ReadonlyMap<number, ListedEpisode>>
  /**
   * The first matches of a chunk, in order. Bounds of the reward may be ignored for open episodes,
   * so callers check them.
   */
  scan(
    chunk: ScanChunk,
    limit: number,
  ): Promise<ChunkEnd & { readonly positions: readonly SortPosition[] }>
  count(chunk: ScanChunk): Promise<ChunkEnd & { readonly count: number }>
  /** Counts the episodes that an index leads to, up to a limit. */
  countAlong(index: ScanIndex, conditions: EpisodeConditions, limit: number): Promise<number>
  /** The lowest and highest sort value of the table. */
  sortRange(order: Exclude<EpisodeOrder, 'reward'>): Promise<readonly [low: number, high: number]>
}

type CountFilter = Omit<EpisodeFilter, 'limit'>

interface ListerOptions {
  /** Positions of the first chunk, unless all episodes match. */
  readonly chunkMin?: number
  readonly fewMatches?: number
}

/** A scan without its progress. */
type Scan = Omit<ScanChunk, 'after' | 'size'>

/** Lists episodes chunk by chunk, and checks the time limit between chunks. */
export class EpisodeLister {
  readonly #source: ScanSource
  readonly #chunkMin: number
  readonly #fewMatches: number

  constructor(source: ScanSource, options: ListerOptions = {}) {
    this.#source = source
    this.#chunkMin = options.chunkMin ?? CHUNK_MIN
    this.#fewMatches = options.fewMatches ?? FEW_MATCHES
  }

  /** Returns one page. An unknown `after`, such as a pruned one, starts at the beginning. */
  async list({ limit, ...filter }: EpisodeFilter): Promise<StoredEpisodePage> {
    const { ids, order = 'oldest', open } = filter
    if (ids !== undefined) return this.#listIds({ ...filter, limit }, ids)
    if (order === 'reward' && open === true) return EMPTY_PAGE
    const size = pageSize(limit)
    const page: PositionedEpisode[] = []
    const scan = await this.#beginScan(filter)
    const end = await this.#scanChunks(
      scan,
      filter,
      this.#firstSize(scan, size + 1),
      async (chunk) => {
        const missing = size + 1 - page.length
        const { positions, end: chunkEnd } = await this.#source.scan(chunk, missing)
        page.push(...(await this.#withEpisodes(positions, chunk.conditions)))
        // Episodes that turned out not to match leave room for others of this chunk.
        const reached = positions.length === missing ? positions.at(-1) : chunkEnd
        return { end: reached, isEnough: page.length > size }
      },
    )
    const episodes = page.slice(0, size).map(({ listed }) => listed)
    const last = page.length > size ? page[size - 1] : undefined
    if (last !== undefined) return { episodes, next: nextCursor(order, last) }
    return { episodes, next: end === undefined ? null : formatListCursor(end) }
  }

  async count(filter: CountFilter): Promise<EpisodeCount> {
    const { ids } = filter
    if (ids !== undefined) {
      const { episodes } = await this.list({ ...filter, limit: ids.length })
      return { count: episodes.length, next: null, share: 1 }
    }
    let count = 0
    const scan = await this.#beginScan(filter)
    const end = await this.#scanChunks(scan, filter, this.#chunkMin, async (chunk) => {
      const part = await this.#source.count(chunk)
      count += part.count
      return { end: part.end, isEnough: false }
    })
    if (end === undefined) return { count, next: null, share: 1 }
    return { count, next: formatListCursor(end), share: await this.#share(scan, end) }
  }

  async #listIds(filter: EpisodeFilter, ids: readonly string[]): Promise<StoredEpisodePage> {
    const { order = 'oldest', after, before } = filter
    const cursors = [after, before].filter((text) => text !== undefined)
    const positions = await this.#source.positionsOf([...ids, ...cursors], order)
    const own = [...new Set(ids)].flatMap((id) => {
      const position = positions.get(id)
      return position === undefined ? [] : [position]
    })
    const members = await this.#withEpisodes(own, filter)
    return sortedPage(members, filter, (text) => parseListCursor(text) ?? positions.get(text))
  }

  async #beginScan(filter: CountFilter): Promise<Scan> {
    const { after: _, before, order = 'oldest', budgetMs: __, ...conditions } = filter
    const index = await this.#chooseIndex(conditions, order)
    return { conditions, order, index, before: await this.#resolveCursor(before, order) }
  }

  /**
   * A scan by reward or last row would pass the episodes of all. If an index leads to few episodes,
   * these are sorted instead.
   */
  async #chooseIndex(
    conditions: EpisodeConditions,
    order: EpisodeOrder,
  ): Promise<ScanIndex | undefined> {
    if (order === 'oldest' || order === 'newest') return chooseIndex(conditions, order)
    const index = chooseIndex(conditions, 'newest')
    if (index === undefined) return undefined
    const count = await this.#source.countAlong(index, conditions, this.#fewMatches + 1)
    return count <= this.#fewMatches ? index : undefined
  }

  /** If all episodes match, a chunk reads few more positions than the page needs. */
  #firstSize({ conditions, order }: Scan, size: number): number {
    if (!coversAll(conditions, order)) return this.#chunkMin
    return order === 'updated' ? size * ROWS_PASSED : size
  }

  /**
   * Reads chunk after chunk until `read` has enough, the time is over, or the scan ends. Returns
   * the position at which it stopped; undefined at the end.
   *
   * @param read reads a chunk, and returns the position that it reached
   */
  async #scanChunks(
    scan: Scan,
    { after, budgetMs = Number.POSITIVE_INFINITY }: CountFilter,
    firstSize: number,
    read: (
      chunk: ScanChunk,
    ) => Promise<{ readonly end: SortPosition | undefined; readonly isEnough: boolean }>,
  ): Promise<SortPosition | undefined> {
    const { order, before } = scan
    const { chunkMs } = this.#source
    const untilMs = performance.now() + budgetMs
    let position = await this.#resolveCursor(after, order)
    for (let size = firstSize; ; ) {
      const startMs = performance.now()
      const { end, isEnough } = await read({ ...scan, after: position, size })
      if (end === undefined || isEnough) return end
      if (before !== undefined && comparePositions(order, end, before) >= 0) return undefined
      position = end
      const nowMs = performance.now()
      if (nowMs >= untilMs) return end
      const tookMs = nowMs - startMs
      if (tookMs > chunkMs) size = Math.max(size >> 1, this.#chunkMin)
      else if (tookMs < chunkMs / 2) size = Math.min(size * 2, CHUNK_MAX)
    }
  }

  async #withEpisodes(
    positions: readonly SortPosition[],
    conditions: EpisodeConditions,
  ): Promise<PositionedEpisode[]> {
    const episodes = await this.#source.episodesByKey(positions.map(([, key]) => key))
    return positions.flatMap((sortPosition) => {
      const listed = episodes.get(sortPosition[1])
      return listed !== undefined && meetsConditions(listed, conditions)
        ? [{ sortPosition, listed }]
        : []
    })
  }

  /** The position of a cursor or an episode id; undefined if it is gone or has none. */
  async #resolveCursor(
    text: string | undefined,
    order: EpisodeOrder,
  ): Promise<SortPosition | undefined> {
    if (text === undefined) return undefined
    return parseListCursor(text) ?? (await this.#source.positionsOf([text], order)).get(text)
  }

  /** Estimates which share of the store lies before a position; NaN if it is unknown. */
  async #share({ order, index }: Scan, [sortValue]: SortPosition): Promise<number> {
    if (order === 'reward' || index !== undefined) return Number.NaN
    const [low, high] = await this.#source.sortRange(order)
    const part = (sortValue - low) / Math.max(high - low, 1)
    return order === 'oldest' ? part : 1 - part
  }
}
