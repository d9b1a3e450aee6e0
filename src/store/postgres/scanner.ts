import type { ScanChunk } from '../episode-lister.ts'
import {
  type EpisodeConditions,
  type EpisodeOrder,
  type ListedEpisode,
  NEWS_ROWS_MAX,
} from '../episode-log.ts'
import { type EpisodeRecord, parseMetrics, toSummary } from '../episode-record.ts'
import type { FoundGroup } from '../group-lister.ts'
import type { SortPosition } from '../list-cursor.ts'
import { listedOpening } from '../listed-opening.ts'
import type { NewsRow } from '../news.ts'
import type { EpisodeSource } from '../queries.ts'
import { chooseIndex, type ScanIndex } from '../scan-index.ts'
import type { TallyRow } from '../tally.ts'
import type { Database } from './database.ts'
import { kindForLetter, SELECT_EPISODES, TEXTS_OF, withTexts } from './records.ts'
import {
  type ChunkEnd,
  chunkEnd,
  countAlongSql,
  countSql,
  matchesSql,
  SqlParameters,
  scanChunk,
} from './scan-sql.ts'

/** Episodes of a tally or of a list of groups that are read at once. */
const CHUNK_EPISODES = 4_096

/** The position of a match; `sort_value` is null if the chunk has no match. */
interface MatchRecord extends ChunkEnd {
  readonly sort_value: number | null
  readonly key: number
}

/** The positions of an episode in the orders. */
interface PositionsRecord {
  readonly id: string
  readonly key: number
  readonly total: number | null
  readonly number: number
}

/** A row of a tally. Its id is null if the chunk has no match. */
type TallyRecord = Omit<TallyRow, 'success' | 'metrics' | 'id'> &
  ChunkEnd & {
    readonly id: string | null
    readonly success: number | null
    readonly metrics: string | null
  }

/** A group. Its episode is null if the chunk has no match. */
type GroupRecord = Omit<FoundGroup, 'episode'> & ChunkEnd & { readonly episode: string | null }

type NewsRecord = Omit<NewsRow, 'kind'> & { readonly kind: Parameters<typeof kindForLetter>[0] }

/** The store's id and the number of its last row. */
export interface HeadRecord {
  readonly store_id: string
  readonly number: number
}

interface PayloadRecord {
  readonly id: string
  readonly payload: string
  readonly texts: string | null
  readonly list: readonly (string | null)[] | null
  /** The number of rows of the piece, of which only some may be read. */
  readonly available: number
}

/** Payloads of one episode that were read at once. */
interface PayloadPiece {
  readonly payloads: string[]
  isLast: boolean
}

/** Reads the episodes of a PostgreSQL database for lists, counts, news and searches. */
export class PostgresScanner implements EpisodeSource {
  readonly chunkMs = 20
  /** Few, because they are searched between two turns of the event loop. */
  readonly searchedAtOnce = 8
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async positionsOf(
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

  async episodesByKey(keys: readonly number[]): Promise<ReadonlyMap<number, ListedEpisode>> {
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

  async episodeId(key: number): Promise<string | null> {
    const text = 'SELECT id FROM episode WHERE key = $1'
    const [row] = await this.#database.read<{ id: string }>({ text }, [key])
    return row?.id ?? null
  }

  async scan(chunk: ScanChunk, limit: number) {
    const rows = await this.#matches<MatchRecord>(chunk, 'scan.sort_value, scan.key', limit)
    const positions = rows.flatMap(({ sort_value, key }) =>
      sort_value === null ? [] : [[sort_value, key] as const],
    )
    return { positions, end: chunkEnd(rows) }
  }

  async count(chunk: ScanChunk) {
    const values = new SqlParameters()
    const text = countSql(scanChunk(chunk, values))
    const rows = await this.#database.read<{ count: number } & ChunkEnd>({ text }, values.list)
    return { count: rows[0]?.count ?? 0, end: chunkEnd(rows) }
  }

  async countAlong(index: ScanIndex, conditions: EpisodeConditions, limit: number) {
    const values = new SqlParameters()
    const text = countAlongSql(index, conditions, limit, values)
    const [row] = await this.#database.read<{ count: number }>({ text }, values.list)
    return row?.count ?? 0
  }

  async sortRange(order: Exclude<EpisodeOrder, 'reward'>) {
    const [column, table] = order === 'updated' ? ['number', 'event'] : ['key', 'episode']
    const [range] = await this.#database.read<{ low: number | null; high: number | null }>({
      text: `SELECT min(${column}) AS low, max(${column}) AS high FROM ${table}`,
    })
    return [range?.low ?? 0, range?.high ?? 0] as const
  }

  async tallyRows(conditions: EpisodeConditions, after: number) {
    const chunk = openingChunk(conditions, 'oldest', after)
    const records = await this.#matches<TallyRecord>(chunk, TALLY_COLUMNS, CHUNK_EPISODES)
    const rows = records.flatMap((record): TallyRow[] => {
      const { id } = record
      if (id === null) return []
      const success = record.success === null ? null : record.success === 1
      return [{ ...record, id, success, metrics: parseMetrics(record.metrics) }]
    })
    return { rows, end: chunkEnd(records)?.[1] }
  }

  async groups(
    conditions: EpisodeConditions,
    order: 'oldest' | 'newest',
    after: number | undefined,
    limit: number,
  ) {
    const chunk = openingChunk(conditions, order, after)
    const records = await this.#matches<GroupRecord>(chunk, GROUP_COLUMNS, limit, IS_FIRST)
    const groups = records.filter((record): record is GroupRecord & FoundGroup => {
      return record.episode !== null
    })
    return { groups, end: chunkEnd(records)?.[1] }
  }

  async lastRow() {
    const [head] = await this.#database.read<HeadRecord>(HEAD)
    const { store_id: id, number: last } = head as HeadRecord
    return { id, last }
  }

  async newsRows(after: number): Promise<NewsRow[]> {
    const records = await this.#database.read<NewsRecord>(NEWS_ROWS, [after])
    return records.map((record) => ({ ...record, kind: kindForLetter(record.kind) }))
  }

  async payloads(episodes: readonly string[]) {
    const first = await this.#payloadPieces(episodes, 0)
    return (episode: string) => this.#payloadsOf(episode, first.get(episode))
  }

  async *#payloadsOf(episode: string, first: PayloadPiece | undefined): AsyncGenerator<string> {
    let from = 0
    for (let piece = first; piece !== undefined; ) {
      yield* piece.payloads
      if (piece.isLast) return
      from += piece.payloads.length
      piece = (await this.#payloadPieces([episode], from)).get(episode)
    }
  }

  /** The next payloads of each episode; without an entry if it has no more. */
  async #payloadPieces(episodes: readonly string[], from: number) {
    const records = await this.#database.read<PayloadRecord>(PAYLOADS, [episodes, from])
    const pieces = new Map<string, PayloadPiece>()
    for (const { id, payload, texts, list, available } of records) {
      const piece = pieces.get(id) ?? { payloads: [], isLast: false }
      pieces.set(id, piece)
      piece.payloads.push(withTexts(payload, texts, list))
      piece.isLast = piece.payloads.length === available && available < PIECE_ROWS
    }
    return pieces
  }

  /** Reads columns of the matches of a chunk. */
  #matches<Row>(chunk: ScanChunk, columns: string, limit: number, condition = ''): Promise<Row[]> {
    const values = new SqlParameters()
    const sql = scanChunk(chunk, values)
    const from = `${sql.from} ${condition}`
    return this.#database.read<Row>(
      { text: matchesSql({ ...sql, from }, columns, limit) },
      values.list,
    )
  }
}

/** A chunk of a scan by opening, after a key. */
const openingChunk = (
  conditions: EpisodeConditions,
  order: 'oldest' | 'newest',
  after: number | undefined,
): ScanChunk => ({
  conditions,
  order,
  index: chooseIndex(conditions, order),
  after: after === undefined ? undefined : [after, after],
  before: undefined,
  size: CHUNK_EPISODES,
})

const LISTED_QUERY = {
  name: 'listed',
  text: `SELECT found.*, (SELECT listed_opening(payload) FROM event
      WHERE episode_key = found.key AND position = 0) AS opening
    FROM (${SELECT_EPISODES} WHERE e.key = ANY ($1::bigint[])) AS found`,
}

const POSITIONS = {
  name: 'positions',
  text: `SELECT id, key, CASE WHEN end_reason IS NOT NULL THEN total END AS total,
      (SELECT number FROM event WHERE episode_key = key ORDER BY position DESC LIMIT 1) AS number
    FROM episode WHERE id = ANY ($1::text[])`,
}

const TALLY_COLUMNS = `e.id, e.batch, e.condition, e.task_id AS "taskId", e.difficulty,
  e.environment, e.total, e.steps, e.success, e.end_reason AS "endReason", e.metrics,
  e.opened_ms AS "openedMs", e.updated_ms AS "updatedMs"`

const GROUP_COLUMNS = 'e.id AS episode, e.principal, e.run, e.group_id AS id'

/** The episode is the first one of its group. */
const IS_FIRST = `AND e.group_id IS NOT NULL AND e.run IS NOT NULL AND NOT EXISTS (
  SELECT FROM episode AS other WHERE other.group_id = e.group_id AND other.run = e.run
  AND other.principal = e.principal AND other.key < e.key)`

const HEAD = { name: 'head', text: 'SELECT store_id, number FROM log_head' }

const NEWS_ROWS = {
  name: 'news',
  text: `SELECT number, kind, episode_key AS key, principal,
      (end_reason IS NOT NULL AND position = steps + (kind = 'c')::integer) AS ends
    FROM event JOIN episode ON episode.key = episode_key
    WHERE number > $1 ORDER BY number LIMIT ${NEWS_ROWS_MAX}`,
}

/** Rows of an episode that are read at once, unless they are long. */
const PIECE_ROWS = 16
const PIECE_BYTES = 262_144

/** The bytes of a row `v` with its texts. */
const ROW_BYTES = `octet_length(v.payload) + CASE WHEN v.texts IS NULL THEN 0 ELSE (
  SELECT coalesce(sum(octet_length(t.text)), 0)
  FROM jsonb_array_elements(v.texts::jsonb) AS k (pair) JOIN text AS t
  ON t.key = (k.pair ->> 1)::uuid) END`

/** A piece has at least one row, and no further ones beyond its bytes. */
const PAYLOADS = {
  name: 'payloads',
  text: `SELECT v.id, v.payload, v.texts, v.available::integer, ${TEXTS_OF} AS list FROM (
      SELECT e.id, e.key, v.position, v.payload, v.texts,
        count(*) OVER (PARTITION BY e.key) AS available,
        sum(${ROW_BYTES}) OVER (PARTITION BY e.key ORDER BY v.position
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM episode AS e JOIN event AS v ON v.episode_key = e.key
      WHERE e.id = ANY ($1::text[]) AND v.position >= $2 AND v.position < $2 + ${PIECE_ROWS}
    ) AS v WHERE coalesce(v.bytes_before, 0) < ${PIECE_BYTES} ORDER BY v.key, v.position`,
}
