import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '../event-store.ts'
import { isLockedOut, storeError } from './errors.ts'
import { openPinnedDatabase } from './pinned-database.ts'

/** A file that one server has for itself. */
export interface ServerLock {
  release(): void
}

/** Who serves a file. */
interface Holder {
  readonly pid: number
  readonly since: string
}

/** Long enough for another server to write down who it is. */
const BUSY_MS = 200

/** The file beside a store by which servers know of each other. */
const lockPath = (path: string): string => `${path}-lock`

/**
 * Takes the file of a store for one server. The system lets go of the lock when the process ends,
 * however it ends. Readers, such as `export`, need none.
 *
 * @param path of a file that is there
 * @throws StoreError `busy`, naming the process that serves it
 */
export function lockForServer(path: string): ServerLock {
  const place = lockPath(realpathSync(resolve(path)))
  const database = openPinnedDatabase(place, { timeout: BUSY_MS })
  try {
    database.exec('CREATE TABLE IF NOT EXISTS holder (one INTEGER PRIMARY KEY, text TEXT)')
    const note = database.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?)')
    const holder: Holder = { pid: process.pid, since: new Date().toISOString() }
    note.run(JSON.stringify(holder))
    // From here on others can read who holds it, and cannot write.
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    const lockError = isLockedOut(error)
      ? takenBy(path, holderIn(database))
      : storeError(error, place)
    database.close()
    throw lockError
  }
  return { release: () => void database.close() }
}

function holderIn(database: ReturnType<typeof openPinnedDatabase>): Holder | undefined {
  try {
    const text = database.prepare('SELECT text FROM holder WHERE one = 1').pluck().get()
    return typeof text === 'string' ? (JSON.parse(text) as Holder) : undefined
  } catch {
    return undefined
  }
}

function takenBy(path: string, holder: Holder | undefined): StoreError {
  const holderName = holder === undefined ? 'another process' : `process ${holder.pid}`
  const since = holder === undefined ? '' : ` since ${holder.since}`
  return new StoreError(
    'busy',
    `event store ${path}: ${holderName} has served it${since}; stop that server, ` +
      'use it with --url, or choose another --db',
  )
}
