import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'
import { headPath } from './head-file.ts'
import { openPinnedDatabase } from './pinned-database.ts'

/** What SQLite says where it may not write, or cannot make its files beside a database. */
const READ_ONLY = /^SQLITE_(READONLY|CANTOPEN|PERM)/

/** Whether a store could not be opened because nothing can be written at its place. */
export function isReadOnly(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error
  return cause instanceof Database.SqliteError && READ_ONLY.test(cause.code)
}

/** A store that can be read, and the way to let go of it. */
interface Readable {
  readonly path: string
  remove(): void
}

/**
 * A copy of a store in the folder for temporary files. A file that keeps a write-ahead log cannot
 * be read where SQLite may not make that log.
 *
 * @throws StoreError `io`
 */
export function readableCopy(databasePath: string): Readable {
  const source = resolve(databasePath)
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StoreError('io', `event store ${source}: it is a folder; give the path of a file`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-read-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const path = join(folder, basename(source))
  try {
    copyFileSync(source, path)
    for (const [from, target] of [
      [`${source}-wal`, `${path}-wal`],
      [headPath(source), headPath(path)],
    ] as const) {
      if (existsSync(from)) copyFileSync(from, target)
    }
    return { path, remove }
  } catch (error) {
    remove()
    const words = `it is on read-only media, and cannot be copied to ${folder} to read it`
    const remedy = 'set TMPDIR to a larger disk'
    const message = `event store ${source}: ${words} (${String(error)}); ${remedy}`
    throw new StoreError('io', message, { cause: error })
  }
}

/** A store as it can be read: at its place, or as a copy. */
export function readableAt(path: string): Readable {
  let database: Database.Database | undefined
  try {
    database = openPinnedDatabase(path, { readonly: true })
    database.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (error) {
    if (isReadOnly(error)) return readableCopy(path)
  } finally {
    database?.close()
  }
  return { path, remove: () => undefined }
}
