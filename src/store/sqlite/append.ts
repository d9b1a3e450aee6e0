import type Database from 'better-sqlite3'
import { groupByEpisode, misfit } from '../batch.ts'
import type {
  AppendOutcome,
  AppendRow,
  EpisodeIndex,
  EpisodeProgress,
  StoredRow,
} from '../event-store.ts'
import { storedRow } from '../summary.ts'
import { HeadCache, type KnownHead } from './head-cache.ts'
import { inTransaction } from './transaction.ts'

/** What an append did. */
export interface Appended {
  readonly outcomes: ReadonlyMap<string, AppendOutcome>
  readonly rows: readonly StoredRow[]
}

const STORED: AppendOutcome = { status: 'stored' }

const flag = (value: boolean | null): number | null => (value === null ? null : Number(value))

/**
 * The hot path: the rows of a batch in one transaction. Heads, counters and known worlds are kept
 * in memory and are exact while no other process has written: that is asked of SQLite inside each
 * transaction, under the write lock, so the rows that follow cannot clash.
 */
export class Appender {
  readonly #database: Database.Database
  readonly #nowMs: () => number
  readonly #heads = new HeadCache()
  readonly #worlds: ReadonlyMap<string, string>
  /** Worlds seen in the file, so that an opening need not look again. */
  readonly #worldsStored = new Set<string>()
  readonly #statements: ReturnType<typeof prepare>
  #dataVersion = -1
  #lastNumber = 0
  #lastKey = 0

  /** @param worlds the worlds put by this process: put back if another process pruned them */
  constructor(
    database: Database.Database,
    worlds: ReadonlyMap<string, string>,
    nowMs: () => number,
  ) {
    this.#database = database
    this.#worlds = worlds
    this.#nowMs = nowMs
    this.#statements = prepare(database)
  }

  /** Stores what fits. When it throws, nothing of the batch is stored. */
  append(batch: readonly AppendRow[]): Appended {
    const heads = new Map<string, KnownHead>()
    let result: Appended
    try {
      result = inTransaction(this.#database, () => this.#store(batch, heads))
    } catch (error) {
      this.forget()
      throw error
    }
    this.#lastNumber = result.rows.at(-1)?.number ?? this.#lastNumber
    for (const [episode, head] of heads) {
      this.#heads.set(episode, head)
      this.#lastKey = Math.max(this.#lastKey, head.key)
    }
    return result
  }

  /** Forgets what is kept in memory: after a failure, and when episodes were removed. */
  forget(): void {
    this.#dataVersion = -1
  }

  #store(batch: readonly AppendRow[], heads: Map<string, KnownHead>): Appended {
    this.#refresh()
    const wallMs = this.#nowMs()
    const outcomes = new Map<string, AppendOutcome>()
    const stored: StoredRow[] = []
    let number = this.#lastNumber
    let lastKey = this.#lastKey
    for (const { episode, rows } of groupByEpisode(batch)) {
      const progress = rows.at(-1)?.progress
      const index = rows[0]?.index
      if (progress === undefined) continue
      const head =
        index === undefined
          ? this.#extend(episode, rows, progress, wallMs)
          : this.#open(episode, rows, index, progress, lastKey + 1, wallMs)
      if ('status' in head) {
        outcomes.set(episode, head)
        continue
      }
      lastKey = Math.max(lastKey, head.key)
      for (const row of rows) {
        number += 1
        const { position, kind, hash, payload } = row
        this.#statements.insertEvent.run(number, head.key, position, kind, wallMs, hash, payload)
        stored.push(storedRow(row, number, wallMs))
      }
      heads.set(episode, head)
      outcomes.set(episode, STORED)
    }
    return { outcomes, rows: stored }
  }

  /** Drops what is kept in memory if another connection has committed since the last look. */
  #refresh(): void {
    const version = this.#statements.dataVersion.get() as number
    if (version === this.#dataVersion) return
    this.#heads.clear()
    this.#worldsStored.clear()
    this.#lastNumber = this.#statements.lastNumber.get() as number
    this.#lastKey = this.#statements.lastKey.get() as number
    this.#dataVersion = version
  }

  #open(
    episode: string,
    rows: readonly AppendRow[],
    index: EpisodeIndex,
    progress: EpisodeProgress,
    key: number,
    wallMs: number,
  ): KnownHead | AppendOutcome {
    if (misfit(rows, undefined) !== undefined) return this.#refusal(episode, rows, index)
    const { environment, taskId, split, difficulty, principal, openKey, worldHash } = index
    const made = this.#statements.insertEpisode.run(
      ...[key, episode, wallMs, progress.steps, progress.total, flag(progress.success)],
      ...[progress.endReason, wallMs, environment, taskId, split, difficulty, principal, openKey],
      ...[worldHash, index.run, index.parent],
    )
    if (made.changes === 0) return this.#refusal(episode, rows, index)
    this.#keepWorld(worldHash, wallMs)
    return headAfter(rows, key)
  }

  #extend(
    episode: string,
    rows: readonly AppendRow[],
    progress: EpisodeProgress,
    wallMs: number,
  ): KnownHead | AppendOutcome {
    const head = this.#heads.get(episode) ?? this.#readHead(episode)
    const reason = misfit(rows, head)
    if (reason !== undefined || head === undefined) {
      return { status: 'conflict', reason: reason ?? 'chain', episode }
    }
    const { steps, total, endReason, success } = progress
    if (endReason === null) {
      this.#statements.updateOpen.run(wallMs, steps, total, flag(success), head.key)
    } else {
      this.#statements.updateClosed.run(wallMs, steps, total, flag(success), endReason, head.key)
    }
    return headAfter(rows, head.key)
  }

  /** Says why an opening was refused; the slow path, for conflicts only. */
  #refusal(episode: string, rows: readonly AppendRow[], index: EpisodeIndex): AppendOutcome {
    const reason = misfit(rows, this.#readHead(episode))
    if (reason !== undefined) return { status: 'conflict', reason, episode }
    const { openKeyHolder } = this.#statements
    const holder = openKeyHolder.get(index.principal, index.openKey) as string
    return { status: 'conflict', reason: 'open_key', episode: holder }
  }

  #readHead(episode: string): KnownHead | undefined {
    return this.#statements.head.get(episode) as KnownHead | undefined
  }

  #keepWorld(hash: string, wallMs: number): void {
    if (this.#worldsStored.has(hash)) return
    const text = this.#worlds.get(hash)
    if (text === undefined) return
    this.#statements.insertWorld.run(hash, wallMs, text)
    this.#worldsStored.add(hash)
  }
}

function headAfter(rows: readonly AppendRow[], key: number): KnownHead {
  const last = rows[rows.length - 1] as AppendRow
  return { key, position: last.position, hash: last.hash }
}

function prepare(database: Database.Database) {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  return {
    dataVersion: pluck('PRAGMA data_version'),
    lastNumber: pluck(`SELECT max(
      (SELECT coalesce(max(number), 0) FROM event),
      (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM setting WHERE name = 'last_number'))`),
    lastKey: pluck('SELECT coalesce(max(key), 0) FROM episode'),
    insertEpisode: database.prepare(`INSERT INTO episode (key, id, updated_ms, steps, total,
      success, end_reason, opened_ms, environment, task_id, split, difficulty, principal, open_key,
      world_hash, run, parent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`),
    insertEvent: database.prepare(`INSERT INTO event
      (number, episode_key, position, kind, wall_ms, hash, payload) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    insertWorld: database.prepare(`INSERT INTO world (hash, added_ms, text) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING`),
    // Two statements, because naming `end_reason` would touch the index of open episodes each time.
    updateOpen: database.prepare(`UPDATE episode
      SET updated_ms = ?, steps = ?, total = ?, success = ? WHERE key = ?`),
    updateClosed: database.prepare(`UPDATE episode
      SET updated_ms = ?, steps = ?, total = ?, success = ?, end_reason = ? WHERE key = ?`),
    head: database.prepare(`SELECT episode.key, event.position, event.hash
      FROM episode JOIN event ON event.episode_key = episode.key
      WHERE episode.id = ? ORDER BY event.position DESC LIMIT 1`),
    openKeyHolder: pluck('SELECT id FROM episode WHERE principal = ? AND open_key = ?'),
  }
}
