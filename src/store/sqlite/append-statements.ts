import type Database from 'better-sqlite3'
import { OPENING_COLUMNS } from '../fixed-columns.ts'
import { SELECT_LAST_ROW } from './ledger.ts'
import { UNINDEXED_ROWS } from './row-index.ts'

/** Puts a world that is not there, sealed. */
export const INSERT_WORLD = `INSERT INTO world (hash, added_ms, text, seal)
VALUES (@hash, @wallMs, @text, seal(@hash, @wallMs)) ON CONFLICT DO NOTHING`

const END = `UPDATE episode
SET updated_ms = ?, steps = ?, total = ?, success = ?, end_reason = ?, metrics = ?`

/** The statements of an append, by name. */
type AppendStatements = Readonly<
  Record<
    | 'dataVersion'
    | 'last'
    | 'lastKey'
    | 'insertEpisode'
    | 'insertEvent'
    | 'insertWhole'
    | 'rowsAfter'
    | 'hasWorld'
    | 'insertWorld'
    | 'end'
    | 'endInRun'
    | 'meanOf'
    | 'addToMean'
    | 'head'
    | 'openKeyHolder',
    Database.Statement
  >
>

/** What appending rows to a file asks of it. */
export function prepareAppend(database: Database.Database): AppendStatements {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  return {
    dataVersion: pluck('PRAGMA data_version'),
    last: database.prepare(SELECT_LAST_ROW),
    // Rows of no episode are damage, and a new episode must not take them for its own.
    lastKey: pluck(`SELECT max(coalesce((SELECT max(key) FROM episode), 0),
      coalesce((SELECT max(episode_key) FROM event_place), 0),
      coalesce((SELECT max(episode_key) FROM (${UNINDEXED_ROWS})), 0))`),
    insertEpisode: database.prepare(`INSERT INTO episode
      (key, updated_ms, digest, steps, total, ${OPENING_COLUMNS.join(', ')})
      VALUES (?, ?, unhex(?), 0, 0, ${OPENING_COLUMNS.map(() => '?').join(', ')})
      ON CONFLICT DO NOTHING`),
    insertEvent: database.prepare(`INSERT INTO event
      (number, episode_key, position, kind, wall_ms, total, hash, payload, chain)
      VALUES (?, ?, ?, ?, ?, ?, unhex(?), ?, ?)`),
    insertWhole: database.prepare(`INSERT INTO event
      (number, episode_key, position, kind, wall_ms, total, hash, payload, chain, took_ms, texts)
      VALUES (?, ?, ?, ?, ?, ?, unhex(?), ?, ?, ?, ?)`),
    rowsAfter: database.prepare(`SELECT number, chain, episode.id FROM event
      JOIN episode ON episode.key = episode_key WHERE number > ? ORDER BY number`),
    hasWorld: pluck('SELECT 1 FROM world WHERE hash = ?'),
    insertWorld: database.prepare(INSERT_WORLD),
    end: database.prepare(`${END} WHERE key = ?`),
    endInRun: database.prepare(`${END}, counted = ?, baseline = ? WHERE key = ?`),
    meanOf: pluck(`SELECT CAST(total AS REAL) / episodes FROM run_mean
      WHERE principal = ? AND run = ? AND condition = ?`),
    addToMean: database.prepare(`INSERT INTO run_mean (principal, run, condition, episodes, total)
      VALUES (?, ?, ?, 1, ?)
      ON CONFLICT DO UPDATE SET episodes = episodes + 1, total = total + excluded.total`),
    head: database.prepare(`SELECT episode.key, principal, run, condition,
      place.position, lower(hex(event.hash)) AS hash
      FROM episode JOIN event_place AS place ON place.episode_key = episode.key
      JOIN event ON event.number = place.number
      WHERE episode.id = ? ORDER BY place.position DESC LIMIT 1`),
    openKeyHolder: pluck('SELECT id FROM episode WHERE principal = ? AND open_key = ?'),
  }
}
