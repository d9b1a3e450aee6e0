import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { failureText } from '../../tools/failure-text.ts'
import { StoreError } from '../event-store.ts'
import { migrate } from '../migrations.ts'
import { isLockedOut, storeError } from './errors.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { addSeal } from './seal.ts'
import { LOG_GROWTH_MAX, takeoverPages } from './write-ahead-log.ts'

/** Long enough for the commit of another process, too short to delay other sessions. */
const BUSY_TIMEOUT_MS = 5
const OPEN_PAUSE_MS = 20

/** Options for opening a database file. */
export interface DatabaseOptions {
  readonly path: string
  /** `process`: commits survive the process being killed. `full`: they survive power loss too. */
  readonly durability: 'process' | 'full'
  /** How long to wait, in all, for another process to let go of a lock. */
  readonly busyDeadlineMs: number
  /** Whether a missing file (and its folder) is made. */
  readonly create: boolean
  /** The most pages the file may have, for tests of a full disk. */
  readonly pagesMax?: number
  /** Whether long queries and checkpoints run in threads, if the build has them. */
  readonly hasThreads?: boolean
}

/**
 * A row has 0.5 to 3 kilobytes, so few would fit on a page of SQLite's default 4,096 bytes. Larger
 * pages cost more: a commit writes each changed page completely, and an end changes six.
 */
export const PAGE_BYTES = 8_192

/**
 * Opens a database file, makes its folder and its tables, and brings an old one up to date.
 *
 * @throws StoreError naming the path and what to do about it
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database.Database> {
  const path = resolve(options.path)
  const deadlineMs = performance.now() + options.busyDeadlineMs
  if (options.create) {
    makeFile(path)
    mustBeWritable(path)
  } else mustExist(path)
  for (;;) {
    try {
      return openOnce(path, options)
    } catch (error) {
      if (!isLockedOut(error) || performance.now() >= deadlineMs) throw storeError(error, path)
    }
    await new Promise((endPause) => setTimeout(endPause, OPEN_PAUSE_MS))
  }
}

/** How long a reader waits for a lock. It meets one only during a recovery, which is rare. */
const READER_TIMEOUT_MS = 1_000

/** A connection that cannot write. Its statements may use the SQL functions of writers. */
export function openReadOnly(path: string): Database.Database {
  const options = { readonly: true, fileMustExist: true, timeout: READER_TIMEOUT_MS }
  const database = openPinnedDatabase(path, options)
  addSeal(database)
  return database
}

function openOnce(path: string, options: DatabaseOptions): Database.Database {
  const database = openPinnedDatabase(path, {
    fileMustExist: !options.create,
    timeout: BUSY_TIMEOUT_MS,
  })
  try {
    // This affects only a new file.
    database.pragma(`page_size = ${PAGE_BYTES}`)
    // First, because the file of another program must not change, not even its journal mode.
    migrate(database, path)
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`)
    const growth = options.hasThreads === true ? LOG_GROWTH_MAX : 1
    database.pragma(`wal_autocheckpoint = ${growth * takeoverPages(database, path)}`)
    if (options.pagesMax !== undefined) database.pragma(`max_page_count = ${options.pagesMax}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Refuses a path without a file, and an empty file, for commands that only read: SQLite would take
 * the empty file for a new database.
 *
 * @throws StoreError `io`
 */
export function mustExist(path: string): void {
  const isThere = existsSync(path)
  // The first commits of a new store may all be in the file beside it.
  if (isThere && (statSync(path).size > 0 || existsSync(`${path}-wal`))) return
  const problem = isThere
    ? `${path} is an empty file and no event store`
    : `there is no event store at ${path}`
  throw new StoreError('io', `${problem}; give the path of one, or start the server to make it`)
}

/**
 * Refuses files that this user cannot write, such as a copy that root put in place. SQLite would
 * open them for reading without an error, and every later commit would fail.
 *
 * @throws StoreError `io`
 */
function mustBeWritable(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter(existsSync)) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK)
    } catch (error) {
      throw new StoreError(
        'io',
        `event store ${path}: ${file} cannot be written (${failureText(error)}); ` +
          'give the file to the user of the server, or choose another path',
        { cause: error },
      )
    }
  }
}

/** Makes the file for its owner only. SQLite gives the files beside it the same permissions. */
function makeFile(path: string): void {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true })
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const reason = failureText(error)
    throw new StoreError(
      'io',
      `event store ${path} cannot be made in ${folder} (${reason}); ` +
        'check its rights and its disk, or choose another path',
      { cause: error },
    )
  }
}
