import type { PruneOptions } from '../event-store.ts'
import type { Database } from './database.ts'
import { LAST_ROW } from './records.ts'

/** So many episodes are looked at under the lock of all writers, some milliseconds. */
const SLICE = 100

const COUNT = `SELECT count(*) AS count FROM episode AS e ${LAST_ROW}
  WHERE coalesce(last.wall_ms, e.updated_ms) < $1 AND ($2 OR e.end_reason IS NOT NULL)`

const PRUNE = { name: 'prune', text: 'SELECT * FROM prune_slice($1, $2, $3, $4, $5)' }

interface Pruned {
  readonly last_key: number
  readonly removed: number
  readonly is_end: boolean
}

/**
 * Removes old episodes in slices, each a short transaction, and answers how many.
 *
 * @param keptWorlds worlds that stay although no episode uses them
 */
export async function prune(
  database: Database,
  { beforeMs, includeOpen, dryRun }: PruneOptions,
  keptWorlds: () => readonly string[],
): Promise<number> {
  if (dryRun === true) {
    const given = [beforeMs, includeOpen]
    const [row] = await database.read<{ count: number }>({ text: COUNT }, given)
    return row?.count ?? 0
  }
  let removed = 0
  for (let after = 0; ; ) {
    const given = [beforeMs, includeOpen, after, SLICE, keptWorlds()]
    const [slice] = await database.write<Pruned>(PRUNE, given)
    removed += slice?.removed ?? 0
    if (slice === undefined || slice.is_end) return removed
    after = slice.last_key
  }
}
