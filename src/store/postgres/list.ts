import type {
  EpisodeConditions,
  EpisodeCount,
  EpisodeFilter,
  EpisodeOrder,
  EpisodePage,
  ListedEpisode,
} from '../episode-log.ts'
import { type EpisodeRecord, toSummary } from '../episode-record.ts'
import { formatListCursor, parseListCursor, type SortPosition } from '../list-cursor.ts'
import { nextCursor, type PositionedEpisode, sortedPage } from '../list-page.ts'
import { isWhole } from '../list-walk.ts'
import { listedOpening } from '../listed-opening.ts'
import { matches, pageSize } from '../summary.ts'
import type { Database } from './database.ts'
import { SELECT_EPISODES } from './records.ts'
import {
  type ChunkEnd,
  chunkEnd,
  chunkSql,
  countSql,
  fewMatchesSql,
  type ScanChunk,
  scanChunk,
  Values,
} from './scan.ts'

/** A store with fewer episodes is searched to its end, without a time limit. */
const CHUNK_MIN = 4_096
const CHUNK_MAX = 262_144
/** In the order of last rows, a scan passes an episode as often as it has rows. */
const ROWS_PASSED = 4
/** Target duration of a chunk, in milliseconds. The clock is read after each chunk. */
const CHUNK_MS = 20
/** Up to so many matches are sorted if no index has their order. */
const FEW_MATCHES = 8_192
/** An open episode has no position in the order of rewards. */
const EMPTY_PAGE: EpisodePage = { episodes: [], next: null }

type Counted = Omit<EpisodeFilter, 'limit'>

/** The position of a match; `by` is null if the chunk has no match. */
interface PositionRecord {
  readonly by: number | null
  readonly key: number
}

/** The positions of an episode in the orders. */
interface PositionsRecord {
  readonly id: string
  readonly key: number
  readonly total: number | null
  readonly number: number
}

/** Lists episodes in pieces, so that the time limit can be checked between them. */
export class EpisodeLister {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns one page. An unknown `after`, such as a pruned one, starts at the beginning. */
  async list(filter: EpisodeFilter): Promise<EpisodePage> {
    const { ids, order = 'oldest', limit, after, before, budgetMs, ...conditions } = filter
    if (ids !== undefined) return this.#listIds(filter, ids)
    if (order === 'reward' && conditions.open === true) return EMPTY_PAGE
    const size = pageSize(limit)
    const page: PositionedEpisode[] = []
    const end = await this.#scanChunks(
      filter,
      firstChunkSize(conditions, order, size + 1),
      async (chunk, values) => {
        const text = chunkSql(chunk, 'scan.by, scan.key', size + 1 - page.length)
        const rows = await this.#database.read<PositionRecord & ChunkEnd>({ text }, values.list)
        const positions = rows.flatMap(({ by, key }) => (by === null ? [] : [[by, key] as const]))
        page.push(...(await this.#withEpisodes(positions)))
        return { isFull: page.length > size, last: chunkEnd(rows) }
      },
    )
    const episodes = page.slice(0, size).map(({ listed }) => listed)
    if (page.length > size)
      return { episodes, next: nextCursor(order, page[size - 1] as PositionedEpisode) }
    return { episodes, next: end === undefined ? null : formatListCursor(end) }
  }

  async count(filter: Counted): Promise<EpisodeCount> {
    const { ids, order } = filter
    if (ids !== undefined) {
      const { episodes } = await this.list({ ...filter, limit: ids.length })
      return { count: episodes.length, next: null, share: 1 }
    }
    let count = 0
    const end = await this.#scanChunks(filter, CHUNK_MIN, async (chunk, values) => {
      const text = countSql(chunk)
      const rows = await this.#database.read<{ count: number } & ChunkEnd>({ text }, values.list)
      count += rows[0]?.count ?? 0
      return { isFull: false, last: chunkEnd(rows) }
    })
    if (end === undefined) return { count, next: null, share: 1 }
    return { count, next: formatListCursor(end), share: await this.#share(order ?? 'oldest', end) }
  }

  /** Listed episodes, in the order of their keys. */
  async byKey(keys: readonly number[]): Promise<ReadonlyMap<number, ListedEpisode>> {
    if (keys.length === 0) return new Map()
    const records = await this.#database.read<EpisodeRecord & { opening: string | null }>(
      LISTED_QUERY,
      [keys],
    )
    const episodeByKey = new Map(
      records.map((record) => {
        const episode = { ...toSummary(record), ...listedOpening(record.opening) }
        return [record.key, episode] as const
      }),
    )
    return new Map(
      keys.flatMap((key) => {
        const episode = episodeByKey.get(key)
        return episode === undefined ? [] : [[key, episode] as const]
      }),
    )
  }

  /** Resolves a cursor or an episode id to its position; undefined if it is gone or has none. */
  async resolveCursor(
    text: string | undefined,
    order: EpisodeOrder,
  ): Promise<SortPosition | undefined> {
    if (text === undefined) return undefined
    return parseListCursor(text) ?? (await this.#positionsOf([text], order)).get(text)
  }

  async #positionsOf(
    ids: readonly string[],
    order: EpisodeOrder,
  ): Promise<ReadonlyMap<string, SortPosition>> {
    const records = await this.#database.read<PositionsRecord>(POSITIONS, [ids])
    return new Map(
      records.flatMap(({ id, key, total, number }) => {
        const sortValue = order === 'reward' ? total : order === 'updated' ? number : key
        return sortValue === null ? [] : [[id, [sortValue, key]] as const]
      }),
    )
  }

  async #listIds(filter: EpisodeFilter, ids: readonly string[]): Promise<EpisodePage> {
    const { order = 'oldest', after, before } = filter
    const named = [after, before].filter((text) => text !== undefined)
    const positions = await this.#positionsOf([...ids, ...named], order)
    const keys = [...new Set(ids)].flatMap((id) => positions.get(id)?.[1] ?? [])
    const members = [...(await this.byKey(keys)).values()].flatMap((episode) => {
      const sortPosition = positions.get(episode.episode)
      return sortPosition === undefined || !matches(episode, filter)
        ? []
        : [{ sortPosition, listed: episode }]
    })
    return sortedPage(members, filter, (text) => parseListCursor(text) ?? positions.get(text))
  }

  /**
   * Reads chunk after chunk until enough is found, the time is over, or the scan ends. Returns the
   * position at which it stopped; undefined at the end.
   *
   * @param firstSize positions in the first chunk
   */
  async #scanChunks(
    filter: Counted,
    firstSize: number,
    take: (
      chunk: ScanChunk,
      values: Values,
    ) => Promise<{ readonly isFull: boolean; readonly last: SortPosition | undefined }>,
  ): Promise<SortPosition | undefined> {
    const { after: from, before: beforeCursor, order = 'oldest', budgetMs, ...conditions } = filter
    const untilMs = performance.now() + (budgetMs ?? Number.POSITIVE_INFINITY)
    const isFew = await this.#isFew({ ...conditions, order })
    const beforePosition = await this.resolveCursor(beforeCursor, order)
    let afterPosition = await this.resolveCursor(from, order)
    let size = firstSize
    for (;;) {
      const startMs = performance.now()
      const values = new Values()
      const chunk = scanChunk(
        { ...conditions, order },
        { after: afterPosition, before: beforePosition, isFew },
        size,
        values,
      )
      const { isFull, last } = await take(chunk, values)
      if (last === undefined || isFull) return last
      afterPosition = last
      const nowMs = performance.now()
      if (nowMs >= untilMs) return last
      if (nowMs - startMs > CHUNK_MS) size = Math.max(size >> 1, CHUNK_MIN)
      else size = Math.min(size * 2, CHUNK_MAX)
    }
  }

  async #isFew(filter: EpisodeConditions & Pick<EpisodeFilter, 'order'>): Promise<boolean> {
    const values = new Values()
    const text = fewMatchesSql(filter, FEW_MATCHES + 1, values)
    if (text === undefined) return false
    const [row] = await this.#database.read<{ count: number }>({ text }, values.list)
    return (row?.count ?? 0) <= FEW_MATCHES
  }

  async #withEpisodes(positions: readonly SortPosition[]): Promise<PositionedEpisode[]> {
    const episodes = await this.byKey(positions.map(([, key]) => key))
    return positions.flatMap((sortPosition) => {
      const episode = episodes.get(sortPosition[1])
      return episode === undefined ? [] : [{ sortPosition, listed: episode }]
    })
  }

  /** Estimates which share of the store lies before a position; NaN if it is unknown. */
  async #share(order: EpisodeOrder, [sortValue]: SortPosition): Promise<number> {
    if (order === 'reward') return Number.NaN
    const [column, table] = order === 'updated' ? ['number', 'event'] : ['key', 'episode']
    const [ends] = await this.#database.read<{ first: number; last: number }>({
      text: `SELECT min(${column}) AS first, max(${column}) AS last FROM ${table}`,
    })
    const { first, last } = ends ?? { first: sortValue, last: sortValue }
    const part = (sortValue - first) / Math.max(last - first, 1)
    return order === 'oldest' ? part : 1 - part
  }
}

/** Each position costs a disk page. If all episodes match, a chunk reads few more than needed. */
function firstChunkSize(conditions: EpisodeConditions, order: EpisodeOrder, size: number): number {
  if (!isWhole(conditions, order)) return CHUNK_MIN
  return order === 'updated' ? size * ROWS_PASSED : size
}

const LISTED_QUERY = {
  name: 'listed',
  text: `SELECT found.*, (SELECT listed_opening(payload) FROM event
      WHERE episode_key = found.key AND position = 0) AS opening
    FROM (${SELECT_EPISODES} WHERE e.key = ANY ($1::bigint[])) AS found`,
}

const POSITIONS = {
  name: 'places',
  text: `SELECT id, key, CASE WHEN end_reason IS NOT NULL THEN total END AS total,
      (SELECT number FROM event WHERE episode_key = key ORDER BY position DESC LIMIT 1) AS number
    FROM episode WHERE id = ANY ($1::text[])`,
}
