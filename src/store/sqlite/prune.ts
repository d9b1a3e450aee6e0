import type Database from 'better-sqlite3'
import type { PruneOptions } from '../event-store.ts'
import { PlaceIndex } from './places.ts'
import { SELECT_EPISODES } from './records.ts'
import { inTransaction } from './transaction.ts'

// About ten milliseconds of deleting; other sessions wait that long at most.
const WINDOW_EPISODES = 500
const SLICE_ROWS_MAX = 500

/** Where a prune stands between two slices. */
export interface PruneProgress {
  /** Episodes up to this key have been looked at. */
  readonly cursor: number
  readonly removed: number
  readonly worldsUsed: ReadonlySet<string>
  readonly done: boolean
}

export const PRUNE_START: PruneProgress = {
  cursor: 0,
  removed: 0,
  worldsUsed: new Set(),
  done: false,
}

interface Candidate {
  readonly key: number
  readonly world_hash: string
  readonly old: number
}

/** Removes old episodes in slices, each a short transaction; the last takes unused worlds too. */
export class Pruner {
  readonly #database: Database.Database
  readonly #places: PlaceIndex
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#database = database
    this.#places = new PlaceIndex(database)
    this.#statements = prepare(database)
  }

  /** @param keepWorld worlds that stay although no episode uses them */
  slice(
    progress: PruneProgress,
    options: PruneOptions,
    keepWorld: (hash: string) => boolean,
  ): PruneProgress {
    return inTransaction(this.#database, () => {
      // Row numbers are never used again, so that they order all rows that ever were.
      this.#statements.keepLastNumber.run()
      this.#places.place()
      const next = this.#removeEpisodes(progress, options)
      if (next.done) this.#removeWorlds(next, options, keepWorld)
      return next
    })
  }

  /** How many episodes a prune would remove. */
  count(options: PruneOptions): number {
    return this.#statements.count.get(options.beforeMs, Number(options.includeOpen)) as number
  }

  #removeEpisodes(progress: PruneProgress, options: PruneOptions): PruneProgress {
    const { beforeMs, includeOpen } = options
    const window = this.#statements.window.all(
      ...[beforeMs, Number(includeOpen), beforeMs, progress.cursor, WINDOW_EPISODES],
    ) as Candidate[]
    const worldsUsed = new Set(progress.worldsUsed)
    let { cursor, removed } = progress
    let rows = 0
    for (const { key, world_hash, old } of window) {
      if (rows >= SLICE_ROWS_MAX) return { cursor, removed, worldsUsed, done: false }
      cursor = key
      if (old === 0) {
        worldsUsed.add(world_hash)
        continue
      }
      rows += this.#statements.deleteEvents.run(key).changes
      this.#statements.deletePlaces.run(key)
      this.#statements.deleteCritique.run(key)
      this.#statements.deleteEpisode.run(key)
      removed += 1
    }
    return { cursor, removed, worldsUsed, done: window.length < WINDOW_EPISODES }
  }

  #removeWorlds(
    progress: PruneProgress,
    options: PruneOptions,
    keepWorld: (hash: string) => boolean,
  ): void {
    const hashes = this.#statements.oldWorlds.all(options.beforeMs) as string[]
    for (const hash of hashes) {
      if (progress.worldsUsed.has(hash) || keepWorld(hash)) continue
      this.#statements.deleteWorld.run(hash)
    }
  }
}

function prepare(database: Database.Database) {
  return {
    keepLastNumber: database.prepare(`INSERT INTO setting (name, value)
      SELECT 'last_number', max(number) FROM event WHERE true HAVING max(number) IS NOT NULL
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE CAST(excluded.value AS INTEGER) > CAST(setting.value AS INTEGER)`),
    count: database
      .prepare(`SELECT count(*) FROM (${SELECT_EPISODES})
        WHERE updated_ms < ? AND (? OR end_reason IS NOT NULL)`)
      .pluck(),
    // The record of an open episode tells when it was opened; its last row is looked up after.
    window: database.prepare(`SELECT key, world_hash,
      updated_ms < ? AND (end_reason IS NOT NULL OR (? AND coalesce((
        SELECT event.wall_ms FROM event_place JOIN event ON event.number = event_place.number
        WHERE event_place.episode_key = episode.key ORDER BY event_place.position DESC LIMIT 1
      ), updated_ms) < ?)) AS old
      FROM episode WHERE key > ? ORDER BY key LIMIT ?`),
    deleteEvents: database.prepare(`DELETE FROM event
      WHERE number IN (SELECT number FROM event_place WHERE episode_key = ?)`),
    deletePlaces: database.prepare('DELETE FROM event_place WHERE episode_key = ?'),
    deleteCritique: database.prepare(
      'DELETE FROM critique WHERE episode = (SELECT id FROM episode WHERE key = ?)',
    ),
    deleteEpisode: database.prepare('DELETE FROM episode WHERE key = ?'),
    oldWorlds: database.prepare('SELECT hash FROM world WHERE added_ms < ?').pluck(),
    deleteWorld: database.prepare('DELETE FROM world WHERE hash = ?'),
  }
}
