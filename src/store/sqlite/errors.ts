import Database from 'better-sqlite3'
import { StoreError, type StoreErrorReason } from '../event-store.ts'

/** Whether SQLite refused because another connection holds the lock: worth another try. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

/** Whether there is no room for what was to be written. */
export function isFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && DISK_FULL.test(error.code)
}

/** Whether pages of the file cannot be read. */
export function isCorrupt(error: unknown): error is Error {
  return error instanceof Database.SqliteError && /^SQLITE_CORRUPT/.test(error.code)
}

// What readers share beside the file needs room too, which is asked for at a start.
const DISK_FULL = /^SQLITE_(FULL|IOERR_SHMSIZE)/

const REASONS: readonly (readonly [RegExp, StoreErrorReason, string])[] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'busy',
    'another process kept it locked; try again, or stop the process that holds it',
  ],
  [
    DISK_FULL,
    'full',
    'its disk is full; free some space, then keep it small with `backchannel db prune`',
  ],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'corrupt',
    'it is damaged or no database; restore a copy, or choose another path',
  ],
  [
    /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/,
    'io',
    'it cannot be opened for writing; check that it is a file and the rights of its folder',
  ],
  [
    /^SQLITE_(IOERR|NOMEM|NOLFS)/,
    'io',
    'the system failed to read or write it; check its disk and the memory left',
  ],
]

/**
 * An error of SQLite in the words of the store. Anything else is a bug of ours and is returned
 * unchanged.
 */
export function storeError(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  for (const [pattern, reason, words] of REASONS) {
    if (pattern.test(error.code)) {
      const message = `event store ${path}: ${words} (${error.code}: ${error.message})`
      return new StoreError(reason, message, { cause: error })
    }
  }
  const message =
    `event store ${path}: its content breaks its own rules; run \`backchannel db check\` ` +
    `(${error.code}: ${error.message})`
  return new StoreError('corrupt', message, { cause: error })
}
