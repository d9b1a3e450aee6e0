import type Database from 'better-sqlite3'
import { loadDefect } from '../episode-check.ts'
import {
  type AppendOutcome,
  type AppendRow,
  CHANGES_MAX,
  type Changes,
  type EpisodeConditions,
  type EpisodeCount,
  type EpisodeFilter,
  type EpisodeLog,
  type News,
  type StoredEpisode,
  type StoredEpisodePage,
  type WorldText,
  writtenText,
} from '../episode-log.ts'
import { type EpisodeRecord, recordDefect, toSummary } from '../episode-record.ts'
import type { Queries } from '../queries.ts'
import type { TallyCursor, TallyPart, TallyQuery } from '../tally.ts'
import type { TranscriptPage, TranscriptQuery } from '../transcripts/search.ts'
import type { Appender } from './append.ts'
import { INSERT_WORLD } from './append-statements.ts'
import { ChangeReader } from './changes.ts'
import type { StoreConnection } from './connection.ts'
import {
  type EventRecord,
  SELECT_EPISODE,
  SELECT_PLACED_EVENTS,
  SELECT_TEXT,
  SELECT_UNINDEXED_EVENTS,
  textFinder,
  toStoredRows,
} from './records.ts'
import { inTransaction } from './transaction.ts'
import { UnindexedRows } from './unindexed-rows.ts'

/** SQLite's word for no limit. */
const NO_LIMIT = -1

interface SqliteLogOptions {
  readonly appender: Appender
  readonly queries: Queries
  /** The worlds put by this process, which the log adds to. */
  readonly worlds: Map<string, WorldText>
  nowMs(): number
  /** Called before a batch is stored, and after it was. */
  onAppend(stage: 'begun' | 'stored'): void
}

/**
 * The log of episodes in a SQLite file. Calls run on the event loop's thread: an append is some
 * microseconds per row. Other processes may read and write the same file.
 */
export class SqliteLog implements EpisodeLog {
  readonly #connection: StoreConnection
  readonly #options: SqliteLogOptions
  readonly #queries: Queries
  readonly #changes: ChangeReader
  readonly #unindexed: UnindexedRows
  readonly #statements: ReturnType<typeof prepare>
  /** Reads summary and rows in one snapshot, even if other processes write. */
  readonly #loadAtOnce: (
    episode: string,
    fromPosition: number,
    rowsMax: number | undefined,
  ) => StoredEpisode | undefined

  constructor(connection: StoreConnection, options: SqliteLogOptions) {
    const { database } = connection
    this.#connection = connection
    this.#options = options
    this.#queries = options.queries
    this.#changes = new ChangeReader(database, connection.location)
    this.#unindexed = new UnindexedRows(database)
    this.#statements = prepare(database)
    this.#loadAtOnce = database.transaction(
      (episode: string, fromPosition: number, rowsMax: number | undefined) =>
        this.#load(episode, fromPosition, rowsMax),
    )
  }

  append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    const { appender, onAppend } = this.#options
    return this.#connection.run(() => {
      if (rows.length === 0) return new Map()
      onAppend('begun')
      const outcomes = appender.append(rows)
      onAppend('stored')
      return outcomes
    })
  }

  load(episode: string, fromPosition = 0, rowsMax?: number): Promise<StoredEpisode | undefined> {
    return this.#connection.read(() => this.#loadAtOnce(episode, fromPosition, rowsMax))
  }

  findByOpenKey(principal: string, openKey: string): Promise<string | undefined> {
    const { openKeyHolder } = this.#statements
    return this.#connection.read(() => openKeyHolder.get(principal, openKey) as string | undefined)
  }

  list(filter: EpisodeFilter): Promise<StoredEpisodePage> {
    return this.#queries.list(filter)
  }

  count(filter: Omit<EpisodeFilter, 'limit'>): Promise<EpisodeCount> {
    return this.#queries.count(filter)
  }

  tally(query: TallyQuery, after: TallyCursor | null, budgetMs: number): Promise<TallyPart> {
    return this.#queries.tally(query, after, budgetMs)
  }

  searchTranscripts(query: TranscriptQuery): Promise<TranscriptPage> {
    return this.#queries.searchTranscripts(query)
  }

  news(conditions: EpisodeConditions, since?: string, budgetMs?: number): Promise<News> {
    return this.#queries.news(conditions, since, budgetMs)
  }

  changesSince(cursor?: string, limit = CHANGES_MAX): Promise<Changes> {
    return this.#connection.read(() => this.#changes.since(cursor, Math.min(limit, CHANGES_MAX)))
  }

  othersSince(cursor?: string): Promise<Changes> {
    const { appender } = this.#options
    return this.#connection.read(() => this.#changes.ofOthers(cursor, appender.end))
  }

  putWorld(hash: string, text: WorldText): Promise<void> {
    const { worlds, nowMs } = this.#options
    return this.#connection.run(() => {
      if (this.#statements.hasWorld.get(hash) === undefined) {
        const world = { hash, wallMs: nowMs(), text: writtenText(text) }
        inTransaction(this.#connection.database, () => this.#statements.addWorld.run(world))
      }
      worlds.set(hash, text)
    })
  }

  world(hash: string): Promise<string | undefined> {
    return this.#connection.read(() => this.#statements.world.get(hash) as string | undefined)
  }

  #load(
    episode: string,
    fromPosition: number,
    rowsMax: number | undefined,
  ): StoredEpisode | undefined {
    const key = this.#statements.keyOf.get(episode) as number | undefined
    if (key === undefined) return undefined
    const unindexed = this.#unindexed.of(key)
    const last = unindexed.at(-1) ?? null
    const record = this.#statements.episode.get({ key, last }) as EpisodeRecord
    // The row before is read as well, for its hash.
    const limit = rowsMax === undefined ? NO_LIMIT : rowsMax + (fromPosition > 0 ? 1 : 0)
    const events = this.#events({ key, from: fromPosition - 1, limit }, unindexed)
    const summary = toSummary(record)
    const rows = toStoredRows(episode, events, fromPosition, textFinder(this.#statements.text))
    const range = { from: fromPosition, most: rowsMax }
    const defect = recordDefect(record, summary) ?? loadDefect(summary, rows, range)
    return { summary, rows, defect }
  }

  /** Rows in order. Rows outside the index always come last. */
  #events(range: EventRange, unindexed: readonly number[]): EventRecord[] {
    const { events, eventsOf } = this.#statements
    const indexed = events.all(range) as EventRecord[]
    if (unindexed.length === 0 || indexed.length === range.limit) return indexed
    const limit = range.limit === NO_LIMIT ? NO_LIMIT : range.limit - indexed.length
    const unindexedRecords = eventsOf.all({ ...range, limit, unindexed: JSON.stringify(unindexed) })
    return [...indexed, ...(unindexedRecords as EventRecord[])]
  }
}

/** The rows of an episode to read: from a position on, up to a maximum. */
interface EventRange {
  readonly key: number
  readonly from: number
  readonly limit: number
}

function prepare(database: Database.Database) {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  return {
    keyOf: pluck('SELECT key FROM episode WHERE id = ?'),
    episode: database.prepare(SELECT_EPISODE),
    events: database.prepare(SELECT_PLACED_EVENTS),
    eventsOf: database.prepare(SELECT_UNINDEXED_EVENTS),
    openKeyHolder: pluck('SELECT id FROM episode WHERE principal = ? AND open_key = ?'),
    addWorld: database.prepare(INSERT_WORLD),
    hasWorld: pluck('SELECT 1 FROM world WHERE hash = ?'),
    text: pluck(SELECT_TEXT),
    world: pluck('SELECT text FROM world WHERE hash = ?'),
  }
}
