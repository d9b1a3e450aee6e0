import type Database from 'better-sqlite3'
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
import { meetsConditions } from '../summary.ts'
import type { TallyRow } from '../tally.ts'
import { type LastRow, Ledger, ledgerEnd, SELECT_LAST_ROW } from './ledger.ts'
import { SELECT_EPISODES, SELECT_TEXT, textFinder, withTexts } from './records.ts'
import { ROW_NUMBERS, UNINDEXED_ROWS } from './row-index.ts'
import { countAlongSql, openingSql, type ScanSql, scanSql, scanValues } from './scan-sql.ts'
import { statementCache } from './statement-cache.ts'

const NO_LIMIT = -1
/** Rows of a tally, episodes of a list of groups, and rows of an episode that are read at once. */
const TALLY_ROWS = 256
const GROUP_EPISODES = 4_096
const PAYLOADS = 16

/** Runs reading work, and reports its errors as those of the store. */
type Read = <Result>(work: () => Result) => Promise<Result>

type TallyRecord = Omit<TallyRow, 'success' | 'metrics'> & {
  readonly key: number
  readonly success: number | null
  readonly metrics: string | null
}

/** Reads the episodes of a SQLite file for lists, counts, news and searches. */
export class SqliteScanner implements EpisodeSource {
  readonly chunkMs = 5
  readonly searchedAtOnce = 32
  readonly #read: Read
  readonly #ledger: Ledger
  readonly #statement: (sql: string) => Database.Statement
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database, read: Read = async (work) => work()) {
    this.#read = read
    this.#ledger = new Ledger(database)
    this.#statement = statementCache(database)
    this.#statements = prepare(database)
  }

  positionsOf(
    ids: readonly string[],
    order: EpisodeOrder,
  ): Promise<ReadonlyMap<string, SortPosition>> {
    return this.#read(() => {
      const positions = ids.flatMap((id) => {
        const key = this.#statements.keyOf.get(id) as number | undefined
        const sortValue = key === undefined ? undefined : this.#sortValue(key, order)
        return sortValue == null ? [] : [[id, [sortValue, key] as SortPosition] as const]
      })
      return new Map(positions)
    })
  }

  #sortValue(key: number, order: EpisodeOrder): number | null | undefined {
    const { totalOf, lastRowOf } = this.#statements
    if (order === 'reward') return totalOf.get(key) as number | undefined
    return order === 'updated' ? (lastRowOf.get(key) as number | null) : key
  }

  episodesByKey(keys: readonly number[]): Promise<ReadonlyMap<number, ListedEpisode>> {
    return this.#read(() => this.#episodesByKey(keys))
  }

  #episodesByKey(keys: readonly number[]): ReadonlyMap<number, ListedEpisode> {
    if (keys.length === 0) return new Map()
    const keysJson = JSON.stringify(keys)
    const records = this.#statements.records.all(keysJson) as EpisodeRecord[]
    const openings = this.#statements.openings.all(keysJson, keysJson) as [number, string | null][]
    const openingByKey = new Map(openings)
    const recordByKey = new Map(records.map((record) => [record.key, record]))
    return new Map(
      keys.flatMap((key) => {
        const record = recordByKey.get(key)
        if (record === undefined) return []
        const episode = { ...toSummary(record), ...listedOpening(openingByKey.get(key)) }
        return [[key, episode] as const]
      }),
    )
  }

  episodeId(key: number): Promise<string | null> {
    return this.#read(() => (this.#statements.idOf.get(key) as string | undefined) ?? null)
  }

  scan(chunk: ScanChunk, limit: number) {
    return this.#read(() => {
      const { end, values, sql } = this.#chunk(chunk)
      return { end, positions: this.#positions(sql.matches, { ...values, limit }) }
    })
  }

  count(chunk: ScanChunk) {
    return this.#read(() => {
      const { end, values, sql } = this.#chunk(chunk)
      const { conditions } = chunk
      const { totalMin, totalMax, open } = conditions
      const needsRewards = (totalMin !== undefined || totalMax !== undefined) && open !== false
      if (!needsRewards) return { end, count: this.#number(sql.count, values) }
      const positions = this.#positions(sql.matches, { ...values, limit: NO_LIMIT })
      const episodes = [...this.#episodesByKey(positions.map(([, key]) => key)).values()]
      return {
        end,
        count: episodes.filter((episode) => meetsConditions(episode, conditions)).length,
      }
    })
  }

  /** Finds the last position of a chunk, and the values of its statements. */
  #chunk({ conditions, order, index, after, before, size }: ScanChunk) {
    const sql: ScanSql = scanSql(order, index)
    const start = {
      ...scanValues(conditions, order, { after, before }),
      size: size - 1,
      limit: size,
    }
    const [end] = sql.chunkEnd === undefined ? [] : this.#positions(sql.chunkEnd, start)
    return {
      sql,
      end,
      values: { ...scanValues(conditions, order, { after, before, end }), limit: NO_LIMIT },
    }
  }

  #positions(sql: string, values: object): SortPosition[] {
    return this.#statement(sql).raw().all(values) as unknown as SortPosition[]
  }

  #number(sql: string, values: object): number {
    return this.#statement(sql).pluck().get(values) as number
  }

  countAlong(index: ScanIndex, conditions: EpisodeConditions, limit: number): Promise<number> {
    const values = { ...scanValues(conditions, 'newest', {}), limit }
    return this.#read(() => this.#number(countAlongSql(index), values))
  }

  sortRange(order: Exclude<EpisodeOrder, 'reward'>): Promise<readonly [number, number]> {
    const [column, table] = order === 'updated' ? ['number', 'event'] : ['key', 'episode']
    // Two queries: for both values in one, SQLite reads the whole table.
    const end = (aggregate: string): string => `(SELECT ${aggregate}(${column}) FROM ${table})`
    return this.#read(() => {
      const ends = this.#statement(`SELECT ${end('min')}, ${end('max')}`).raw()
      return ends.get() as [number, number]
    })
  }

  tallyRows(conditions: EpisodeConditions, after: number, needsMetrics: boolean) {
    const { tallyRows } = openingSql('oldest', chooseIndex(conditions, 'oldest'))
    const values = scanValues(conditions, 'oldest', { after: [after, after] })
    return this.#read(() => {
      const statement = this.#statement(tallyRows)
      // Not `iterate`: when an iterator is collected, Node 24 aborts (see pinned-database.ts).
      const records = statement.all({ ...values, limit: TALLY_ROWS }) as TallyRecord[]
      const rows = records.map((record): TallyRow => {
        const success = record.success === null ? null : record.success === 1
        const metrics = needsMetrics ? parseMetrics(record.metrics) : null
        return Object.assign(record, { success, metrics })
      })
      const end = records.length < TALLY_ROWS ? undefined : records.at(-1)?.key
      return { rows, end }
    })
  }

  groups(
    conditions: EpisodeConditions,
    order: 'oldest' | 'newest',
    after: number | undefined,
    limit: number,
  ) {
    const { chunkEnd, groups } = openingSql(order, chooseIndex(conditions, order))
    const bounds = { after: after === undefined ? undefined : ([after, after] as const) }
    return this.#read(() => {
      const start = { ...scanValues(conditions, order, bounds), size: GROUP_EPISODES - 1 }
      const [end] = this.#positions(chunkEnd, start)
      const values = { ...scanValues(conditions, order, { ...bounds, end }), limit }
      const found = this.#statement(groups).all(values)
      return {
        groups: found as FoundGroup[],
        end: end?.[1],
      }
    })
  }

  lastRow() {
    return this.#read(() => {
      const ledger = this.#ledger.read()
      const { number } = ledgerEnd(ledger, this.#statements.lastRow.get() as LastRow | undefined)
      return { id: ledger.store_id, last: number }
    })
  }

  newsRows(after: number): Promise<readonly NewsRow[]> {
    return this.#read(() => {
      const records = this.#statements.newsRows.all(after) as NewsRecord[]
      return records.map((record) => ({ ...record, ends: record.ends === 1 }))
    })
  }

  async payloads() {
    return (episode: string) => this.#payloads(episode)
  }

  async *#payloads(episode: string): AsyncGenerator<string> {
    const { payloads, text } = this.#statements
    for (let from = 0; ; from += PAYLOADS) {
      const rows = await this.#read(() =>
        payloads
          .all(episode, from, from + PAYLOADS)
          .map(([payload, texts]) => withTexts(payload, texts, textFinder(text))),
      )
      yield* rows
      if (rows.length < PAYLOADS) return
    }
  }
}

interface NewsRecord extends Omit<NewsRow, 'ends'> {
  readonly ends: number
}

function prepare(database: Database.Database) {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  // Only the opening has these; a damaged one has none.
  const opening = (places: string): string => `SELECT place.episode_key, CASE
    WHEN json_valid(payload) THEN json_object('labels', json_extract(payload, '$.labels'),
      'revision', json_extract(payload, '$.revision')) END
    FROM (${places}) AS place JOIN event ON event.number = place.number
    WHERE place.position = 0 AND place.episode_key IN (SELECT value FROM json_each(?))`
  return {
    keyOf: pluck('SELECT key FROM episode WHERE id = ?'),
    idOf: pluck('SELECT id FROM episode WHERE key = ?'),
    totalOf: pluck('SELECT total FROM episode WHERE key = ? AND end_reason IS NOT NULL'),
    lastRowOf: pluck(`SELECT max(number) FROM (${ROW_NUMBERS}) WHERE episode_key = ?`),
    records: database.prepare(
      `${SELECT_EPISODES} WHERE episode.key IN (SELECT value FROM json_each(?))`,
    ),
    openings: database
      .prepare(
        `${opening('SELECT episode_key, position, number FROM event_place')}
        UNION ALL ${opening(UNINDEXED_ROWS)}`,
      )
      .raw(),
    lastRow: database.prepare(SELECT_LAST_ROW),
    newsRows: database.prepare(`SELECT number, kind, episode_key AS key, principal,
      (end_reason IS NOT NULL AND position = steps + (kind = 'closed')) AS ends
      FROM event JOIN episode ON episode.key = episode_key
      WHERE number > ? ORDER BY number LIMIT ${NEWS_ROWS_MAX}`),
    payloads: database
      .prepare<[string, number, number], [string, string | null]>(
        `SELECT event.payload, event.texts FROM (${ROW_NUMBERS}) AS place
        JOIN event ON event.number = place.number
        WHERE place.episode_key = (SELECT key FROM episode WHERE id = ?)
        AND place.position >= ? AND place.position < ? ORDER BY place.position`,
      )
      .raw(),
    text: pluck(SELECT_TEXT),
  }
}
