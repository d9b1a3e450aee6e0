import { loadDefect } from '../episode-check.ts'
import {
  type AppendOutcome,
  type AppendRow,
  CHANGES_MAX,
  type Change,
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
import {
  type EpisodeRecord,
  type GroupColumns,
  recordDefect,
  toGroupMember,
  toSummary,
} from '../episode-record.ts'
import { StoreError } from '../event-store.ts'
import type { Queries } from '../queries.ts'
import type { TallyCursor, TallyPart, TallyQuery } from '../tally.ts'
import type { TranscriptPage, TranscriptQuery } from '../transcripts/search.ts'
import { Appender } from './append.ts'
import type { Database } from './database.ts'
import {
  EVENT_COLUMNS,
  type EventRecord,
  kindForLetter,
  SELECT_EPISODES,
  toStoredRows,
} from './records.ts'
import type { HeadRecord } from './scanner.ts'

/** The log of episodes in a PostgreSQL database, which other servers read and write too. */
export class PostgresLog implements EpisodeLog {
  readonly #database: Database
  readonly #appender: Appender
  readonly #queries: Queries
  readonly #nowMs: () => number
  /** Worlds put by this process: they stay, for its next episode may use them at any time. */
  readonly worlds = new Map<string, WorldText>()

  constructor(database: Database, queries: Queries, nowMs: () => number) {
    this.#database = database
    this.#queries = queries
    this.#nowMs = nowMs
    const putWorld = this.putWorld.bind(this)
    this.#appender = new Appender(database, this.worlds, nowMs, putWorld)
  }

  async append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    this.#database.mustBeOpen()
    return rows.length === 0 ? new Map() : this.#appender.append(rows)
  }

  async load(
    episode: string,
    fromPosition = 0,
    rowsMax?: number,
  ): Promise<StoredEpisode | undefined> {
    // The row before is read as well, for its hash.
    const limit = rowsMax === undefined ? null : rowsMax + (fromPosition > 0 ? 1 : 0)
    const values = [episode, fromPosition - 1, limit]
    const records = await this.#database.read<EpisodeRecord & EventRecord>(LOAD, values)
    const record = records[0]
    if (record === undefined) return undefined
    const summary = toSummary(record)
    const rows = toStoredRows(episode, records, fromPosition)
    const range = { from: fromPosition, most: rowsMax }
    const defect = recordDefect(record, summary) ?? loadDefect(summary, rows, range)
    return { summary, rows, defect }
  }

  async findByOpenKey(principal: string, openKey: string): Promise<string | undefined> {
    const [row] = await this.#database.read<{ id: string }>(HOLDER, [principal, openKey])
    return row?.id
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

  news(conditions: EpisodeConditions, since?: string, budgetMs?: number): Promise<News> {
    return this.#queries.news(conditions, since, budgetMs)
  }

  searchTranscripts(query: TranscriptQuery): Promise<TranscriptPage> {
    return this.#queries.searchTranscripts(query)
  }

  async changesSince(cursor?: string, limit = CHANGES_MAX): Promise<Changes> {
    const [, id, text] = /^([^:]*):(\d{1,15})$/.exec(cursor ?? '') ?? []
    const from = text === undefined ? -1 : Number(text)
    const size = cursor === undefined ? 0 : Math.min(limit, CHANGES_MAX)
    const records = await this.#database.read<ChangeRecord & HeadRecord>(CHANGES_QUERY, [
      from,
      size,
    ])
    const { store_id, number: last } = records[0] as HeadRecord
    const cursorAt = (number: number): string => `${store_id}:${number}`
    if (cursor === undefined) return { changes: [], cursor: cursorAt(last) }
    if (id !== store_id || from > last) {
      const words = `the cursor ${cursor} points behind what is stored; read it all again`
      throw new StoreError('lost', `event store ${this.#database.location}: ${words}`)
    }
    const changesFound = records.filter(({ at }) => at !== null)
    const next = changesFound.length < size ? last : (changesFound.at(-1)?.at ?? last)
    return { changes: changesFound.map(toChange), cursor: cursorAt(next) }
  }

  othersSince(cursor?: string): Promise<Changes> {
    return this.changesSince(cursor)
  }

  async putWorld(hash: string, text: WorldText): Promise<void> {
    const [storedWorld] = await this.#database.read<{ hash: string }>(HAS_WORLD, [hash])
    if (storedWorld === undefined) {
      await this.#database.write(PUT_WORLD, [hash, this.#nowMs(), writtenText(text)])
    }
    this.worlds.set(hash, text)
  }

  async world(hash: string): Promise<string | undefined> {
    const statement = { name: 'world', text: 'SELECT text FROM world WHERE hash = $1' }
    const [row] = await this.#database.read<{ text: string }>(statement, [hash])
    return row?.text
  }
}

type ChangeRecord = Omit<Change, 'group' | 'kind'> &
  GroupColumns & { readonly at: number | null; readonly kind: Parameters<typeof kindForLetter>[0] }

function toChange(record: ChangeRecord): Change {
  const { episode, position, principal, run, isOver } = record
  const kind = kindForLetter(record.kind)
  return { episode, position, kind, principal, run, group: toGroupMember(record), isOver }
}

/** One statement reads one snapshot, even if others write at the same time. */
const LOAD = {
  name: 'load',
  text: `SELECT record.*, ${EVENT_COLUMNS} FROM (${SELECT_EPISODES} WHERE e.id = $1) AS record
    LEFT JOIN LATERAL (SELECT * FROM event WHERE episode_key = record.key AND position >= $2
      ORDER BY position LIMIT $3) AS v ON true ORDER BY v.position`,
}

const HOLDER = {
  name: 'holder',
  text: 'SELECT id FROM episode WHERE principal = $1 AND open_key = $2',
}

/**
 * Row numbers are assigned under the lock of all writers, so rows become visible in their order.
 * Pruned and refused rows leave gaps.
 *
 * The episode is looked up for each row. For a join, the planner of PostgreSQL searches for the
 * first key, and passes all keys that a prune deleted and no vacuum has removed.
 */
const CHANGES_QUERY = {
  name: 'changes',
  text: `SELECT log_head.store_id, log_head.number, news.* FROM log_head LEFT JOIN (
      SELECT v.number AS at, e.id AS episode, v.position, v.kind, e.principal, e.run, e.group_id,
        e.group_index, e.generation, e.end_reason IS NOT NULL AS "isOver"
      FROM (SELECT number, episode_key, position, kind FROM event
        WHERE number > $1 ORDER BY number LIMIT $2) AS v
      CROSS JOIN LATERAL (SELECT * FROM episode WHERE key = v.episode_key OFFSET 0) AS e
    ) AS news ON true ORDER BY news.at`,
}

const HAS_WORLD = { name: 'has_world', text: 'SELECT hash FROM world WHERE hash = $1' }

const PUT_WORLD = {
  name: 'put_world',
  text: 'INSERT INTO world (hash, added_ms, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
}
