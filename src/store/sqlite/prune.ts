import type Database from 'better-sqlite3'
import { readTimes } from '../episode-record.ts'
import type { PruneOptions } from '../event-store.ts'
import { addSums, rowSum } from '../row-sum.ts'
import { type LastRow, Ledger, ledgerEnd, SELECT_LAST_ROW } from './ledger.ts'
import { SELECT_EPISODES } from './records.ts'
import { RowIndex } from './row-index.ts'
import { SWEEP_START, type SweepProgress, TextSweep } from './text-sweep.ts'
import { eraOfRow } from './texts.ts'
import { inTransaction } from './transaction.ts'

// About ten milliseconds of deleting; other sessions wait that long at most.
const WINDOW_EPISODES = 500
const SLICE_ROWS_MAX = 500

/** The state of a prune between two slices. */
interface PruneProgress {
  /** The last episode that stays; all before it have been read. */
  readonly cursor: number
  readonly removed: number
  readonly worldsUsed: ReadonlySet<string>
  /** The eras that lost rows. */
  readonly touched: ReadonlySet<number>
  /** Begins when all episodes have been read; undefined before. */
  readonly sweep: SweepProgress | undefined
  readonly done: boolean
}

export const PRUNE_START: PruneProgress = {
  cursor: 0,
  removed: 0,
  worldsUsed: new Set(),
  touched: new Set(),
  sweep: undefined,
  done: false,
}

interface Candidate {
  readonly key: number
  readonly world_hash: string
  readonly old: number
}

/** What a slice has removed so far. */
interface RemovedCounts {
  rows: number
  sum: number
  critiques: number
  revocations: number
  calls: number
  readonly eras: Set<number>
}

interface RemovedRow {
  readonly number: number
  readonly position: number
  readonly hash: string
  readonly wall_ms: number
  readonly took_ms: string | null
  readonly chain: number | null
}

const goneSum = ({ hash, wall_ms, took_ms }: RemovedRow, baseline: number | null): number =>
  rowSum(hash, wall_ms, readTimes(took_ms), baseline)

/** Removes old episodes in slices, each a short transaction, then what none uses any more. */
export class Pruner {
  readonly #database: Database.Database
  readonly #rowIndex: RowIndex
  readonly #ledger: Ledger
  readonly #texts: TextSweep
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#database = database
    this.#rowIndex = new RowIndex(database)
    this.#ledger = new Ledger(database)
    this.#texts = new TextSweep(database)
    this.#statements = prepare(database)
  }

  /** @param keepWorld worlds that stay although no episode uses them */
  slice(
    progress: PruneProgress,
    options: PruneOptions,
    keepWorld: (hash: string) => boolean,
  ): PruneProgress {
    return inTransaction(this.#database, () => {
      const { sweep, touched } = progress
      if (sweep !== undefined) {
        const next = this.#texts.slice(sweep, touched)
        return { ...progress, sweep: next, done: next.done }
      }
      // Row numbers are never used again, so that they order all rows that ever were.
      const ledger = this.#ledger.read()
      const last = ledgerEnd(ledger, this.#statements.last.get() as LastRow | undefined)
      this.#ledger.change({ last_number: last.number, last_chain: last.chain })
      this.#rowIndex.indexRows()
      const next = this.#removeEpisodes(progress, options)
      if (next.sweep === undefined) return next
      this.#removeWorlds(next, options, keepWorld)
      this.#statements.deleteHeartbeats.run()
      return next
    })
  }

  /** How many episodes a prune would remove. */
  count({ beforeMs, includeOpen, episodesMax = Number.POSITIVE_INFINITY }: PruneOptions): number {
    const count = this.#statements.count.get(beforeMs, Number(includeOpen)) as number
    return Math.min(count, episodesMax)
  }

  #removeEpisodes(progress: PruneProgress, options: PruneOptions): PruneProgress {
    const { beforeMs, includeOpen, episodesMax = Number.POSITIVE_INFINITY } = options
    const window = this.#statements.window.all(
      ...[beforeMs, Number(includeOpen), beforeMs, progress.cursor, WINDOW_EPISODES],
    ) as Candidate[]
    const worldsUsed = new Set(progress.worldsUsed)
    let { cursor, removed } = progress
    const eras = new Set(progress.touched)
    const counts: RemovedCounts = { rows: 0, sum: 0, critiques: 0, revocations: 0, calls: 0, eras }
    let isEnd = window.length < WINDOW_EPISODES
    for (const { key, world_hash, old } of window) {
      if (counts.rows >= SLICE_ROWS_MAX) {
        isEnd = false
        break
      }
      if (old === 0 || removed >= episodesMax) {
        // Only what stays moves the cursor: an episode that is opened now may get a removed key.
        cursor = key
        worldsUsed.add(world_hash)
        continue
      }
      this.#removeEpisode(key, counts)
      removed += 1
    }
    this.#account(counts)
    const sweep = isEnd ? SWEEP_START : undefined
    return { cursor, removed, worldsUsed, touched: eras, sweep, done: false }
  }

  #removeEpisode(key: number, removed: RemovedCounts): void {
    const { deleteEvents, deleteIndexRows, deleteCritique, deleteRevocation } = this.#statements
    const { leaveMean, deleteEpisode } = this.#statements
    const rows = deleteEvents.all(key) as RemovedRow[]
    const baseline = this.#statements.baseline.get(key) as number | null
    for (const row of rows) {
      removed.rows += 1
      removed.eras.add(eraOfRow(row.number))
      if (row.chain === null) continue
      // Only the row that ended an episode had the mean in its sum, and it is the last.
      const isLast = row.position === rows.length - 1
      removed.sum = addSums(removed.sum, goneSum(row, isLast ? baseline : null))
    }
    deleteIndexRows.run(key)
    removed.critiques += deleteCritique.run(key).changes
    removed.revocations += deleteRevocation.run(key).changes
    removed.calls += this.#statements.deleteCalls.run(key).changes
    leaveMean.run(key)
    deleteEpisode.run(key)
  }

  /** Notes what went, so that a check can tell it from what was lost. */
  #account({ rows, sum, critiques, revocations, calls }: RemovedCounts): void {
    if (rows === 0 && critiques === 0 && revocations === 0 && calls === 0) return
    const ledger = this.#ledger.read()
    this.#ledger.change({
      pruned_rows: ledger.pruned_rows + rows,
      pruned_sum: addSums(ledger.pruned_sum, sum),
      critiques: ledger.critiques - critiques,
      revocations: ledger.revocations - revocations,
      model_calls: ledger.model_calls - calls,
    })
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
    last: database.prepare(SELECT_LAST_ROW),
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
      WHERE number IN (SELECT number FROM event_place WHERE episode_key = ?)
      RETURNING number, position, lower(hex(hash)) AS hash, wall_ms, took_ms, chain`),
    baseline: database.prepare('SELECT baseline FROM episode WHERE key = ?').pluck(),
    leaveMean: database.prepare(`UPDATE run_mean SET pruned_episodes = pruned_episodes + 1,
      pruned_total = pruned_total + gone.total FROM episode AS gone WHERE gone.key = ?
      AND run_mean.principal = gone.principal AND run_mean.run = gone.run
      AND run_mean.condition = gone.condition AND gone.counted = 1`),
    deleteIndexRows: database.prepare('DELETE FROM event_place WHERE episode_key = ?'),
    deleteCritique: database.prepare(
      'DELETE FROM critique WHERE episode = (SELECT id FROM episode WHERE key = ?)',
    ),
    deleteRevocation: database.prepare(
      'DELETE FROM revocation WHERE episode = (SELECT id FROM episode WHERE key = ?)',
    ),
    deleteCalls: database.prepare('DELETE FROM model_call WHERE episode_key = ?'),
    deleteEpisode: database.prepare('DELETE FROM episode WHERE key = ?'),
    deleteHeartbeats: database.prepare(`DELETE FROM group_place WHERE NOT EXISTS (
      SELECT 1 FROM episode WHERE episode.group_id = group_place.group_id
      AND episode.run = group_place.run AND episode.principal = group_place.principal)`),
    oldWorlds: database.prepare('SELECT hash FROM world WHERE added_ms < ?').pluck(),
    deleteWorld: database.prepare('DELETE FROM world WHERE hash = ?'),
  }
}
