import type { EventStore } from './event-store.ts'
import { MemoryStore } from './memory.ts'
import { type SqliteOptions, SqliteStore } from './sqlite.ts'

/** The path that stands for a store in memory. */
export const MEMORY_PATH = ':memory:'

/**
 * Opens the event store of a path: a SQLite file, made with its folder if it is missing, or a store
 * in memory for `:memory:`.
 *
 * @throws StoreError naming the path and the remedy
 */
export async function openStore(options: SqliteOptions): Promise<EventStore> {
  if (options.path === MEMORY_PATH) return new MemoryStore(options)
  return SqliteStore.open(options)
}
