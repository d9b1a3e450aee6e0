import type { DatabaseInfo } from '../database-info.ts'
import { readAddress } from './address.ts'
import { Database } from './database.ts'
import { mustBeKnown, NEWEST, readSchemaVersion } from './migrate.ts'

const COUNTS = `SELECT (SELECT count(*) FROM episode) AS episodes,
  (SELECT count(*) FROM episode WHERE end_reason IS NULL) AS "openEpisodes",
  (SELECT count(*) FROM event) AS rows, (SELECT count(*) FROM world) AS worlds,
  (SELECT min(opened_ms) FROM episode) AS "firstOpenedMs",
  (SELECT wall_ms FROM event ORDER BY number DESC LIMIT 1) AS "lastUpdatedMs"`

/** Bytes of all tables with their indexes; what was pruned in them counts until it is used. */
export const BYTES = `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`

type Counts = Omit<DatabaseInfo, 'path' | 'schemaVersion' | 'usedBytes' | 'freeBytes'>

const NOTHING: Counts = {
  ...{ episodes: 0, openEpisodes: 0, rows: 0, worlds: 0 },
  ...{ firstOpenedMs: null, lastUpdatedMs: null },
}

/**
 * Describes the store of a database, which is only read and never migrated.
 *
 * @throws StoreError naming the database without a password, and the remedy
 */
export async function postgresInfo(address: string): Promise<DatabaseInfo> {
  const database = new Database(readAddress(address), { retryMs: 0 })
  try {
    const schemaVersion = await readSchemaVersion(database)
    mustBeKnown(schemaVersion, NEWEST, database.location)
    const isEmpty = schemaVersion === 0
    const [counts] = isEmpty ? [] : await database.read<Counts>({ text: COUNTS })
    const [size] = isEmpty ? [] : await database.read<{ bytes: number }>({ text: BYTES })
    const sizes = { usedBytes: size?.bytes ?? 0, freeBytes: 0 }
    return { path: database.location, schemaVersion, ...sizes, ...(counts ?? NOTHING) }
  } finally {
    await database.close()
  }
}
