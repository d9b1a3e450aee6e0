import type Database from 'better-sqlite3'
import { episodeProblems } from '../episode-check.ts'
import type { CheckReport } from '../event-store.ts'
import { isBusy } from './errors.ts'
import { PLACES } from './places.ts'
import {
  type EpisodeRecord,
  type EventRecord,
  rowsOf,
  SELECT_EPISODES,
  SELECT_EVENTS,
  summaryOf,
} from './records.ts'

const SLICE_ROWS = 2000
const PAGE_DEFECTS_MAX = 20

/**
 * Reads everything and reports every defect, with pauses for the event loop between slices. What
 * SQLite itself finds wrong with its pages comes first and is looked for in one go (about a second
 * for a gigabyte).
 */
export async function checkDatabase(database: Database.Database): Promise<CheckReport> {
  const problems: string[] = []
  let episodes = 0
  let rows = 0
  try {
    problems.push(...pageProblems(database))
    problems.push(...orphanProblems(database), ...lostProblems(database))
    const next = database.prepare(
      `${SELECT_EPISODES} WHERE episode.key > ? ORDER BY episode.key LIMIT 1`,
    )
    const events = database.prepare(SELECT_EVENTS)
    const hasWorld = database.prepare('SELECT 1 FROM world WHERE hash = ?').pluck()
    let sliceRows = 0
    // The summary and its rows are read in one snapshot: appends go on between two episodes.
    const read = database.transaction((after: number) => {
      const record = next.get(after) as EpisodeRecord | undefined
      return record && { record, own: rowsOf(events.all(record.key, 0) as EventRecord[], 0) }
    })
    for (let found = read(0); found !== undefined; found = read(found.record.key)) {
      const { record, own } = found
      episodes += 1
      rows += own.length
      problems.push(...episodeProblems(summaryOf(record), own))
      if (hasWorld.get(record.world_hash) === undefined) {
        problems.push(`episode ${record.id}: its world ${record.world_hash} is not stored`)
      }
      sliceRows += own.length
      if (sliceRows < SLICE_ROWS) continue
      sliceRows = 0
      await new Promise(setImmediate)
    }
  } catch (error) {
    if (isBusy(error) || !isDamage(error)) throw error
    problems.push(`the file cannot be read further: ${error.message}`)
  }
  return { episodes, rows, problems }
}

function isDamage(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && /^SQLITE_CORRUPT/.test(String(error.code))
}

function pageProblems(database: Database.Database): string[] {
  const lines = database
    .prepare(`PRAGMA quick_check(${PAGE_DEFECTS_MAX})`)
    .pluck()
    .all() as string[]
  return lines.filter((line) => line !== 'ok').map((line) => `the file is damaged: ${line}`)
}

function orphanProblems(database: Database.Database): string[] {
  const keys = database
    .prepare(`SELECT DISTINCT episode_key FROM event
      WHERE NOT EXISTS (SELECT 1 FROM episode WHERE key = episode_key)`)
    .pluck()
    .all() as number[]
  return keys.map((key) => `rows of an episode that is not there (key ${key})`)
}

/** Rows that readers would miss, because their place is not noted or taken by another row. */
function lostProblems(database: Database.Database): string[] {
  const keys = database
    .prepare(`SELECT DISTINCT episode_key FROM event WHERE NOT EXISTS (
      SELECT 1 FROM (${PLACES}) AS place WHERE place.episode_key = event.episode_key
        AND place.position = event.position AND place.number = event.number)`)
    .pluck()
    .all() as number[]
  return keys.map((key) => `rows that no reader finds (episode key ${key})`)
}
