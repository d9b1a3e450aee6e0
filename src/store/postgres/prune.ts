import type { PruneOptions } from '../event-store.ts'
import type { Database } from './database.ts'
import { LAST_ROW_JOIN } from './records.ts'
import { sweepTexts } from './text-sweep.ts'
import { underWritersLock } from './writers-lock.ts'

/** Number of episodes that are read under the lock of all writers, which takes milliseconds. */
const SLICE = 100

const COUNT = `SELECT count(*) AS count FROM episode AS e ${LAST_ROW_JOIN}
  WHERE coalesce(last.wall_ms, e.updated_ms) < $1 AND ($2 OR e.end_reason IS NOT NULL)`

const LAST_CANDIDATE = `SELECT coalesce(max(key), 0) AS last_key FROM episode
  WHERE opened_ms < $1`

const PRUNE = { name: 'prune', text: 'SELECT * FROM prune_slice($1, $2, $3, $4, $5)' }

/** Reports go a few at a time, with their points. */
const REPORTS = {
  name: 'prune_reports',
  text: `DELETE FROM run_report WHERE (run, principal) IN (
      SELECT run, principal FROM run_report WHERE updated_ms < $1 LIMIT 10) RETURNING 1`,
}

/**
 * Old worlds that no episode uses, and the last key of an episode that this has seen. Reading all
 * episodes takes some tenths of a second, so it is not done under the lock of all writers.
 */
const UNUSED_WORLDS = {
  text: `SELECT hash, (SELECT key FROM log_head) AS last_key FROM world WHERE added_ms < $1
    AND NOT EXISTS (SELECT FROM episode WHERE world_hash = world.hash)`,
}

/** Removes worlds, except those that later episodes use. */
const REMOVE_WORLDS = `DELETE FROM world WHERE hash = ANY ($1::text[])
  AND added_ms < $2 AND NOT EXISTS (
    SELECT FROM episode WHERE key > $3 AND world_hash = world.hash)`

interface Pruned {
  readonly last_key: number
  readonly removed: number
  readonly is_end: boolean
  /** The eras that lost rows; null if none did. */
  readonly eras: readonly number[] | null
}

/**
 * Removes old episodes in slices, each a short transaction, and answers how many.
 *
 * @param retainedWorlds worlds that stay although no episode uses them
 */
export async function prune(
  database: Database,
  { beforeMs, includeOpen, dryRun, episodesMax = Number.POSITIVE_INFINITY }: PruneOptions,
  retainedWorlds: ReadonlyMap<string, unknown>,
): Promise<number> {
  if (dryRun === true) {
    const values = [beforeMs, includeOpen]
    const [row] = await database.read<{ count: number }>({ text: COUNT }, values)
    return Math.min(row?.count ?? 0, episodesMax)
  }
  // Episodes that were opened later cannot be old, so most of a large store is skipped.
  const [lastCandidate] = await database.read<{ last_key: number }>({ text: LAST_CANDIDATE }, [
    beforeMs,
  ])
  const lastKey = lastCandidate?.last_key ?? 0
  let removed = 0
  const touched = new Set<number>()
  for (let afterKey = 0; removed < episodesMax; ) {
    // Without a list of worlds that stay, a slice removes none.
    const values = [beforeMs, includeOpen, afterKey, SLICE, null]
    const [slice] = await database.write<Pruned>(PRUNE, values)
    removed += slice?.removed ?? 0
    for (const era of slice?.eras ?? []) touched.add(era)
    if (slice === undefined || slice.is_end) break
    afterKey = slice.last_key < lastKey ? slice.last_key : Number.MAX_SAFE_INTEGER
  }
  await removeWorlds(database, beforeMs, retainedWorlds)
  await sweepTexts(database, touched)
  while ((await database.write(REPORTS, [beforeMs])).length > 0);
  return removed
}

/** Removes old worlds that no episode uses, except those that stay for the next one. */
export async function removeWorlds(
  database: Database,
  beforeMs: number,
  retainedWorlds: ReadonlyMap<string, unknown>,
): Promise<void> {
  const unused = await database.read<{ hash: string; last_key: number }>(UNUSED_WORLDS, [beforeMs])
  const lastKey = unused[0]?.last_key
  if (lastKey === undefined) return
  const hashes = unused.map(({ hash }) => hash).filter((hash) => !retainedWorlds.has(hash))
  await underWritersLock(database, REMOVE_WORLDS, [hashes, beforeMs, lastKey])
}
