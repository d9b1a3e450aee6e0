import type Database from 'better-sqlite3'
import { INSERT_WORLD } from './append.ts'
import { SELECT_EPISODES, SELECT_EVENTS, SELECT_TEXT } from './records.ts'

type StatementName =
  | 'episode'
  | 'events'
  | 'openKeyHolder'
  | 'addWorld'
  | 'text'
  | 'world'
  | 'writeAgain'
  | 'secret'
  | 'pages'
  | 'freePages'
  | 'pageBytes'

/** The statements of a store that belong to none of its parts. */
export function prepareStore(
  database: Database.Database,
): Readonly<Record<StatementName, Database.Statement>> {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  return {
    episode: database.prepare(`${SELECT_EPISODES} WHERE episode.id = ?`),
    events: database.prepare(`${SELECT_EVENTS} LIMIT ?`),
    openKeyHolder: pluck('SELECT id FROM episode WHERE principal = ? AND open_key = ?'),
    addWorld: database.prepare(INSERT_WORLD),
    text: pluck(SELECT_TEXT),
    world: pluck('SELECT text FROM world WHERE hash = ?'),
    writeAgain: database.prepare('UPDATE ledger SET seal = seal WHERE one = 1'),
    secret: pluck(`SELECT value FROM setting WHERE name = 'secret'`),
    pages: pluck('PRAGMA page_count'),
    freePages: pluck('PRAGMA freelist_count'),
    pageBytes: pluck('PRAGMA page_size'),
  }
}
