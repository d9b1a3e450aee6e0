import type Database from 'better-sqlite3'
import { migrate } from '../migrations.ts'
import { CONNECT_KEY_IDS } from './book.ts'
import { Ledger } from './ledger.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { REPORT_COLUMNS } from './reports.ts'
import { UNINDEXED_ROWS } from './row-index.ts'

const PAGE_DEFECTS_MAX = 20

type Say = (problem: string) => void

/** What can be asked of whole tables at once: pages, schema, places, seals and sums. */
export function tableProblems(database: Database.Database, say: Say): void {
  for (const line of database.prepare(INTEGRITY).pluck().all() as string[]) {
    if (line !== 'ok') say(`the file is damaged: ${line}`)
  }
  if (readSchema(database) !== readSchema(newest())) say('its tables are not those of this program')
  for (const { sql, text } of QUESTIONS) {
    for (const name of database.prepare(sql).pluck().all()) say(text(String(name)))
  }
  const ledger = new Ledger(database)
  if (!ledger.isSealed()) say('its ledger was changed')
  const sealed = database.prepare(`SELECT seal(value) FROM setting WHERE name = 'secret'`).pluck()
  if (sealed.get() !== ledger.read()?.secret_seal) {
    say('its secret is another one: resume keys that were given no longer fit')
  }
  for (const [table, counter] of COUNTED_TABLES) {
    const count = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    const storedNumber = ledger.read()?.[counter] ?? count
    if (count !== storedNumber)
      say(`it holds ${count} ${counter}, and ${storedNumber} were written`)
  }
}

const INTEGRITY = `PRAGMA integrity_check(${PAGE_DEFECTS_MAX})`

/** Tables of which the ledger knows the number of records. */
const COUNTED_TABLES = [
  ['critique', 'critiques'],
  ['revocation', 'revocations'],
  ['model_call', 'model_calls'],
] as const

/** What every table and index was made with. */
const readSchema = (database: Database.Database): string =>
  JSON.stringify(
    database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name').all(),
  )

function newest(): Database.Database {
  const database = openPinnedDatabase(':memory:')
  migrate(database, ':memory:')
  return database
}

/** Each names what should not be there, and says what is wrong with it. */
const QUESTIONS: readonly { readonly sql: string; readonly text: (name: string) => string }[] = [
  {
    sql: `SELECT DISTINCT episode_key FROM event
      WHERE NOT EXISTS (SELECT 1 FROM episode WHERE key = episode_key)`,
    text: (key) => `rows of an episode that is not there (key ${key})`,
  },
  {
    sql: `SELECT DISTINCT episode_key FROM event AS row WHERE NOT EXISTS (
        SELECT 1 FROM event_place AS place WHERE place.episode_key = row.episode_key
        AND place.position = row.position AND place.number = row.number)
      AND number NOT IN (SELECT number FROM (${UNINDEXED_ROWS}))`,
    text: (key) => `rows that no reader finds (episode key ${key})`,
  },
  {
    sql: `SELECT DISTINCT episode_key FROM event_place AS place WHERE NOT EXISTS (
        SELECT 1 FROM event WHERE event.number = place.number
        AND event.episode_key = place.episode_key AND event.position = place.position)
      OR number IN (SELECT number FROM (${UNINDEXED_ROWS}))`,
    text: (key) => `places of rows that are not there, or noted twice (episode key ${key})`,
  },
  {
    sql: `SELECT DISTINCT episode_key FROM model_call
      WHERE NOT EXISTS (SELECT 1 FROM episode WHERE key = episode_key)`,
    text: (key) => `model calls of an episode that is not there (key ${key})`,
  },
  {
    sql: 'SELECT name FROM setting WHERE seal IS NOT seal(name, value)',
    text: (name) => `its setting ${name} was changed`,
  },
  {
    sql: 'SELECT hash FROM world WHERE seal IS NOT seal(hash, added_ms)',
    text: (hash) => `the record of world ${hash} was changed`,
  },
  {
    sql: 'SELECT episode FROM critique WHERE seal IS NOT seal(episode, source, text, effect)',
    text: (episode) => `the critique of episode ${episode} was changed`,
  },
  {
    sql: `SELECT episode FROM critique
      WHERE NOT EXISTS (SELECT 1 FROM episode WHERE id = critique.episode)`,
    text: (episode) => `a critique of the episode ${episode}, which is not there`,
  },
  {
    sql: `SELECT id FROM episode WHERE counted IS NOT NULL
      AND (counted <> 1 OR run IS NULL OR condition IS NULL OR end_reason IS NULL)`,
    text: (episode) => `episode ${episode} is said to count, and cannot`,
  },
  {
    sql: `SELECT group_id FROM group_place WHERE seal IS NOT seal(principal, run, group_id,
      generation, group_index, begun_ms, heard_ms, clock)`,
    text: (group) => `a place of group ${group} was changed`,
  },
  {
    sql: `SELECT run FROM run_report WHERE seal IS NOT seal(${REPORT_COLUMNS})
      OR points <> (SELECT count(*) FROM run_point WHERE report_key = key)`,
    text: (run) => `what was reported of run ${run} was changed`,
  },
  {
    sql: `SELECT DISTINCT report_key FROM run_point
      WHERE seal IS NOT seal(report_key, step, at_ms, point)
      OR NOT EXISTS (SELECT 1 FROM run_report WHERE key = report_key)`,
    text: (key) => `points of the report ${key} were changed`,
  },
  {
    sql: 'SELECT episode FROM revocation WHERE seal IS NOT seal(episode, revoked_ms)',
    text: (episode) => `the revocation of the keys of episode ${episode} was changed`,
  },
  {
    sql: `SELECT episode FROM revocation
      WHERE episode NOT GLOB '${CONNECT_KEY_IDS}'
        AND NOT EXISTS (SELECT 1 FROM episode WHERE id = revocation.episode)`,
    text: (episode) => `a revocation of the keys of episode ${episode}, which is not there`,
  },
  {
    sql: `WITH ended AS (SELECT principal, run, condition, count(*) AS episodes,
        sum(total) AS total FROM episode WHERE counted = 1 GROUP BY principal, run, condition)
      SELECT principal || ' ' || run || ' ' || condition FROM run_mean AS mean
      LEFT JOIN ended USING (principal, run, condition)
      WHERE mean.episodes IS NOT coalesce(ended.episodes, 0) + mean.pruned_episodes
      OR mean.total IS NOT coalesce(ended.total, 0) + mean.pruned_total
      UNION ALL SELECT principal || ' ' || run || ' ' || condition FROM ended
      WHERE NOT EXISTS (SELECT 1 FROM run_mean WHERE run_mean.principal = ended.principal
        AND run_mean.run = ended.run AND run_mean.condition = ended.condition)`,
    text: (mean) => `the sums of ${mean} are not those of its episodes`,
  },
]
