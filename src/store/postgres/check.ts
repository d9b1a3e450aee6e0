import { hash } from 'node:crypto'
import { callProblems } from '../call-log.ts'
import { episodeProblems } from '../episode-check.ts'
import { type EpisodeRecord, recordDefect, toSummary } from '../episode-record.ts'
import type { CheckReport } from '../event-store.ts'
import { PostgresCalls } from './calls.ts'
import type { Database } from './database.ts'
import { EVENT_COLUMNS, type EventRecord, SELECT_EPISODES, toStoredRows } from './records.ts'

/** Episodes that are read at once: fewer where those before were long. */
const PIECE_MAX = 100
const PIECE_CHARACTERS = 8_000_000

const EPISODES = {
  name: 'check',
  text: `SELECT record.*, ${EVENT_COLUMNS},
      EXISTS (SELECT FROM world WHERE hash = record.world_hash) AS has_world,
      EXISTS (SELECT FROM model_call WHERE episode_key = record.key) AS has_calls
    FROM (${SELECT_EPISODES} WHERE e.key > $1 ORDER BY e.key LIMIT $2) AS record
    LEFT JOIN event AS v ON v.episode_key = record.key ORDER BY record.key, v.position`,
}

type CheckRecord = EpisodeRecord &
  EventRecord & { readonly has_world: boolean; readonly has_calls: boolean }

/**
 * Reads everything, a piece at a time, and reports every defect. Each piece is read at one moment,
 * so that servers may write meanwhile.
 */
export async function checkDatabase(database: Database): Promise<CheckReport> {
  const problems: string[] = []
  const calls = new PostgresCalls(database)
  let [episodes, rows] = [0, 0]
  for (let [key, size] = [0, 1]; ; ) {
    const records = await database.read<CheckRecord>(EPISODES, [key, size])
    const keys = new Set(records.map((record) => record.key))
    for (const episodeKey of keys) {
      const keyRecords = records.filter((record) => record.key === episodeKey)
      const rowRecords = keyRecords.filter(({ row_number }) => row_number !== null)
      episodes += 1
      rows += rowRecords.length
      const record = keyRecords[0] as CheckRecord
      problems.push(...findProblems(record, rowRecords))
      if (record.has_calls) problems.push(...callProblems(await calls.load(record.id)))
    }
    const last = records.at(-1)
    if (last === undefined) break
    key = last.key
    const fitting = Math.floor((size * PIECE_CHARACTERS) / characterCount(records))
    size = Math.max(1, Math.min(size * 2, fitting, PIECE_MAX))
  }
  return { episodes, rows, problems: [...problems, ...(await storeProblems(database))] }
}

/** The characters of the rows with their texts; 1 if there are none. */
const characterCount = (records: readonly EventRecord[]): number =>
  records.reduce((sum, { row_number, row_payload, row_text_list }) => {
    if (row_number === null) return sum
    const texts = row_text_list ?? []
    return texts.reduce((all, text) => all + (text?.length ?? 0), sum + row_payload.length)
  }, 1)

function findProblems(record: CheckRecord, eventRecords: readonly EventRecord[]): string[] {
  const summary = toSummary(record)
  const totals = eventRecords.map(({ row_total }) => row_total)
  const problems = [
    ...episodeProblems(summary, toStoredRows(record.id, eventRecords, 0), { totals }),
  ]
  const say = (text: string): void => {
    problems.push(`episode ${record.id}: ${text}`)
  }
  const defect = recordDefect(record, summary)
  if (defect !== null) say(defect)
  if (record.metrics !== null && summary.metrics === null) say('its metrics cannot be read')
  if (!record.has_world) say(`its world ${record.world_hash} is not stored`)
  return problems
}

/** What is held against the whole store: each statement is one moment. */
async function storeProblems(database: Database): Promise<string[]> {
  const [lone] = await database.read<{ rows: number; number: number; last: number }>({
    text: `SELECT (SELECT count(*) FROM event WHERE NOT EXISTS (
        SELECT FROM episode WHERE key = episode_key)) AS rows,
      (SELECT number FROM log_head) AS number, coalesce(max(number), 0) AS last FROM event`,
  })
  const means = await database.read<{ run: string; principal: string }>({ text: FALSE_MEANS })
  return [
    ...(lone === undefined || lone.rows === 0 ? [] : [`${lone.rows} rows are of no episode`]),
    ...(lone === undefined || lone.last <= lone.number
      ? []
      : [`the last row has number ${lone.last}, and numbers were given up to ${lone.number}`]),
    ...means.map(({ run, principal }) => {
      return `the mean of run ${run} of ${principal} is not that of its episodes`
    }),
    ...(await worldProblems(database)),
  ]
}

/** Worlds are kept by the hash of their text; each may be large. */
async function worldProblems(database: Database): Promise<string[]> {
  const problems: string[] = []
  const names = await database.read<{ hash: string }>({ text: 'SELECT hash FROM world' })
  for (const { hash: name } of names) {
    const text = 'SELECT text FROM world WHERE hash = $1'
    const [world] = await database.read<{ text: string }>({ text }, [name])
    // It may have been pruned meanwhile.
    if (world === undefined || hash('sha256', world.text, 'hex') === name) continue
    problems.push(`the text that is kept as ${name} does not have this hash`)
  }
  return problems
}

const FALSE_MEANS = `
SELECT m.principal, m.run FROM run_mean AS m FULL JOIN (
  SELECT principal, run, condition, count(*) AS episodes, sum(total) AS total FROM episode
  WHERE counted GROUP BY 1, 2, 3) AS e USING (principal, run, condition)
WHERE coalesce(m.episodes, 0) <> coalesce(m.pruned_episodes, 0) + coalesce(e.episodes, 0)
  OR coalesce(m.total, 0) <> coalesce(m.pruned_total, 0) + coalesce(e.total, 0)`
