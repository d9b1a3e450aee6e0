import { hash } from 'node:crypto'
import Database from 'better-sqlite3'
import { callProblems, type StoredCall, toCallRows } from '../call-log.ts'
import { episodeProblems } from '../episode-check.ts'
import { type EpisodeRecord, readTimes, recordDefect, toSummary } from '../episode-record.ts'
import type { CheckReport } from '../event-store.ts'
import { SELECT_CALLS } from './calls.ts'
import { sumProblems } from './check-sums.ts'
import { tableProblems } from './check-tables.ts'
import { openReadOnly } from './database.ts'
import { isLockedOut } from './errors.ts'
import { Ledger } from './ledger.ts'
import {
  type EventRecord,
  parseTextPositions,
  SELECT_EPISODES,
  SELECT_EVENTS,
  SELECT_TEXT,
  textFinder,
  toStoredRows,
} from './records.ts'
import { eraOfRow, eraOfText } from './texts.ts'

const SLICE_ROWS = 2000

type Say = (problem: string) => void

/**
 * Reads everything and reports every defect, with pauses for the event loop between slices: every
 * column is held against something that was written elsewhere. What SQLite itself finds wrong with
 * its pages comes first and is looked for in one go (some seconds for a gigabyte).
 *
 * @param database in one transaction: appends go on meanwhile
 */
export async function checkDatabase(database: Database.Database): Promise<CheckReport> {
  const problems: string[] = []
  const say: Say = (problem) => problems.push(problem)
  const counts = { episodes: 0, rows: 0 }
  try {
    tableProblems(database, say)
    await worldProblems(database, say)
    await allEpisodes(database, counts, say)
    await sumProblems(database, say)
  } catch (error) {
    if (isLockedOut(error) || !isDamage(error)) throw error
    say(`the file cannot be read further: ${error.message}`)
  }
  return { ...counts, problems }
}

/** Reads one snapshot of a file through a separate connection. */
export async function withSnapshot<Result>(
  path: string,
  read: (database: Database.Database) => Promise<Result>,
): Promise<Result> {
  const database = openReadOnly(path)
  try {
    database.exec('BEGIN')
    return await read(database)
  } finally {
    database.close()
  }
}

/** Damage shows as pages that cannot be read, and as a schema that lacks what it should have. */
function isDamage(error: unknown): error is Error {
  if (error instanceof SyntaxError || error instanceof RangeError) return true
  if (!(error instanceof Database.SqliteError)) return false
  return /^SQLITE_(CORRUPT|ERROR|NOTADB|MISMATCH)/.test(error.code)
}

async function allEpisodes(
  database: Database.Database,
  counts: { episodes: number; rows: number },
  say: Say,
): Promise<void> {
  const next = database.prepare(
    `${SELECT_EPISODES} WHERE episode.key > ? ORDER BY episode.key LIMIT 1`,
  )
  const events = database.prepare(SELECT_EVENTS)
  const asWritten = database.prepare(OPEN_RECORD).pluck()
  const hasWorld = database.prepare('SELECT 1 FROM world WHERE hash = ?').pluck()
  const { base_number, base_key } = new Ledger(database).read() ?? { base_number: 0, base_key: 0 }
  const texts = textFinder(database.prepare(SELECT_TEXT).pluck())
  const calls = database.prepare(SELECT_CALLS)
  const nextRecord = (key: number) => next.get(key) as EpisodeRecord | undefined
  let sliceRows = 0
  for (let record = nextRecord(0); record !== undefined; record = nextRecord(record.key)) {
    const episodeEvents = events.all({ key: record.key, from: 0 }) as EventRecord[]
    const summary = toSummary(record)
    counts.episodes += 1
    counts.rows += episodeEvents.length
    // Older programs noted the last total beside every row of a fork.
    const totals = episodeEvents.map(({ number, total }) =>
      number > base_number ? total : undefined,
    )
    const storedBeside = { totals, isOlder: record.key <= base_key }
    for (const problem of episodeProblems(
      summary,
      toStoredRows(summary.episode, episodeEvents, 0, texts),
      storedBeside,
    ))
      say(problem)
    if ((record.digest === null) !== storedBeside.isOlder) {
      say(`episode ${record.id}: its digest is missing, or newer than it`)
    }
    const defect = recordDefect(record, summary)
    if (defect !== null) say(`episode ${record.id}: ${defect}`)
    for (const problem of unreadable(record, episodeEvents)) say(`episode ${record.id}: ${problem}`)
    if (asWritten.get(record.key) !== 1)
      say(`episode ${record.id}: its record is neither open nor ended`)
    if (hasWorld.get(record.world_hash) === undefined) {
      say(`episode ${record.id}: its world ${record.world_hash} is not stored`)
    }
    const episodeCalls = calls.all({ key: record.key, from: 0, limit: -1 }) as StoredCall[]
    for (const problem of callProblems(toCallRows(record.id, episodeCalls, 0))) say(problem)
    sliceRows += episodeEvents.length + episodeCalls.length
    if (sliceRows < SLICE_ROWS) continue
    sliceRows = 0
    await new Promise(setImmediate)
  }
}

/** Columns that readers pass over where they make no sense. */
function unreadable(record: EpisodeRecord, rows: readonly EventRecord[]): string[] {
  const problems: string[] = []
  const { group_id, group_index, generation } = record
  const members = [group_id, group_index, generation].filter((value) => value !== null).length
  if (members % 3 !== 0) problems.push('its place in a group is incomplete')
  if (record.metrics !== null && toSummary(record).metrics === null) {
    problems.push('its metrics cannot be read')
  }
  for (const { number, position, took_ms, texts } of rows) {
    if (took_ms !== null && readTimes(took_ms) === null) {
      problems.push(`the times of the effects of row ${position} cannot be read`)
    }
    const positions = parseTextPositions(texts ?? '[]')
    if (positions === null) {
      problems.push(`where the texts of row ${position} belong cannot be read`)
    } else if (positions.some(([, key]) => eraOfText(key) !== eraOfRow(number))) {
      problems.push(`row ${position} shares texts with rows of another era, which may be pruned`)
    }
  }
  return problems
}

/** An open episode's record stays as its opening wrote it; its last row tells the rest. */
const OPEN_RECORD = `SELECT end_reason IS NOT NULL OR (updated_ms = opened_ms AND steps = 0
  AND total = 0 AND success IS NULL AND metrics IS NULL AND baseline IS NULL)
FROM episode WHERE key = ?`

/** Worlds are kept by the hash of their text. */
async function worldProblems(database: Database.Database, say: Say): Promise<void> {
  const worldHashes = database.prepare('SELECT hash FROM world').pluck().all() as string[]
  const text = database.prepare('SELECT text FROM world WHERE hash = ?').pluck()
  for (const name of worldHashes) {
    if (hash('sha256', String(text.get(name)), 'hex') !== name) {
      say(`the text that is kept as ${name} does not have this hash`)
    }
    await new Promise(setImmediate)
  }
}
