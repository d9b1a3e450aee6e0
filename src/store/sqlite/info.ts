import { resolve } from 'node:path'
import type Database from 'better-sqlite3'
import type { DatabaseInfo } from '../database-info.ts'
import { mustBeOurs, readSchemaVersion } from '../migrations.ts'
import { mustExist } from './database.ts'
import { storeError } from './errors.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { readableAt } from './readable-copy.ts'
import { ROW_NUMBERS } from './row-index.ts'

// The records of open episodes are as old as their openings; the last row knows better.
const LAST_UPDATED = `SELECT max(ms) FROM (SELECT max(updated_ms) AS ms FROM episode
UNION ALL SELECT wall_ms FROM event WHERE number = (SELECT max(number) FROM event))`

/**
 * Describes a store's file. It is opened for reading only and never migrated.
 *
 * @throws StoreError naming the path and the remedy
 */
export function databaseInfo(givenPath: string): DatabaseInfo {
  const path = resolve(givenPath)
  mustExist(path)
  const readable = readableAt(path)
  let database: Database.Database | undefined
  try {
    database = openPinnedDatabase(readable.path, { readonly: true })
    mustBeOurs(database, path)
    return readInfo(database, path)
  } catch (error) {
    throw storeError(error, path)
  } finally {
    database?.close()
    readable.remove()
  }
}

function readInfo(database: Database.Database, path: string): DatabaseInfo {
  const readNumber = (sql: string): number => database.prepare(sql).pluck().get() as number
  const time = (sql: string): number | null => database.prepare(sql).pluck().get() as number | null
  const pageBytes = readNumber('PRAGMA page_size')
  const freePages = readNumber('PRAGMA freelist_count')
  const schemaVersion = readSchemaVersion(database)
  const empty = schemaVersion === 0
  return {
    path,
    schemaVersion,
    usedBytes: (readNumber('PRAGMA page_count') - freePages) * pageBytes,
    freeBytes: freePages * pageBytes,
    episodes: empty ? 0 : readNumber('SELECT count(*) FROM episode'),
    openEpisodes: empty ? 0 : readNumber('SELECT count(*) FROM episode WHERE end_reason IS NULL'),
    rows: empty
      ? 0
      : readNumber(`SELECT count(*) FROM ${schemaVersion < 3 ? 'event' : `(${ROW_NUMBERS})`}`),
    worlds: empty ? 0 : readNumber('SELECT count(*) FROM world'),
    firstOpenedMs: empty ? null : time('SELECT min(opened_ms) FROM episode'),
    lastUpdatedMs: empty ? null : time(LAST_UPDATED),
  }
}
