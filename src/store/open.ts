import type { EventStore } from './event-store.ts'
import { MemoryStore } from './memory.ts'
import { isPostgresAddress } from './postgres/address.ts'
import { isReadOnly, readableCopy } from './sqlite/readable-copy.ts'
import { lockForServer, type ServerLock } from './sqlite/server-lock.ts'
import { type SqliteOptions, SqliteStore } from './sqlite.ts'

export type { ServerLock }

/** The path that means a store in memory. */
const MEMORY_PATH = ':memory:'

/**
 * Locks the file of a store for one server, because a second one would miss the heartbeats and
 * notices of the first. Several servers can share a PostgreSQL database instead.
 *
 * @throws StoreError `busy`, naming the process that serves the file
 */
export function lockStore(path: string): ServerLock {
  const isFile = path !== MEMORY_PATH && !isPostgresAddress(path)
  return isFile ? lockForServer(path) : { release: () => undefined }
}

/**
 * Opens the event store of a path: a SQLite file, made with its folder if it is missing, a store in
 * memory for `:memory:`, or a PostgreSQL database for an address of one (`postgres://…`).
 *
 * @throws StoreError naming the path and the remedy
 */
export async function openStore(options: SqliteOptions): Promise<EventStore> {
  if (options.path === MEMORY_PATH) return new MemoryStore(options)
  // Loaded on demand, because loading the driver takes time.
  if (isPostgresAddress(options.path)) {
    return (await import('./postgres.ts')).PostgresStore.open(options)
  }
  return SqliteStore.open(options)
}

/**
 * Opens a store for reading. On read-only media, it reads a copy, which is removed when the store
 * is closed.
 *
 * @throws StoreError naming the path and the remedy
 */
export async function openForReading(path: string): Promise<EventStore> {
  try {
    return await openStore({ path, create: false })
  } catch (error) {
    if (path === MEMORY_PATH || isPostgresAddress(path) || !isReadOnly(error)) throw error
  }
  const copy = readableCopy(path)
  try {
    const store = await SqliteStore.open({ path: copy.path, create: false, location: path })
    const close = store.close.bind(store)
    return Object.assign(store, { close: () => close().finally(copy.remove) })
  } catch (error) {
    copy.remove()
    throw error
  }
}
