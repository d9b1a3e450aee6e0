import type { EventStore } from './event-store.ts'
import { MemoryStore } from './memory.ts'
import { isPostgresAddress } from './postgres/address.ts'
import { type SqliteOptions, SqliteStore } from './sqlite.ts'

/** The path that stands for a store in memory. */
export const MEMORY_PATH = ':memory:'

/**
 * Opens the event store of a path: a SQLite file, made with its folder if it is missing, a store in
 * memory for `:memory:`, or a PostgreSQL database for an address of one (`postgres://…`).
 *
 * @throws StoreError naming the path and the remedy
 */
export async function openStore(options: SqliteOptions): Promise<EventStore> {
  if (options.path === MEMORY_PATH) return new MemoryStore(options)
  // Only who has such a database pays for loading its driver.
  if (isPostgresAddress(options.path)) {
    return (await import('./postgres.ts')).PostgresStore.open(options)
  }
  return SqliteStore.open(options)
}
