import { readMetrics } from '../episode-record.ts'
import {
  Tally,
  type TallyCursor,
  type TallyPart,
  type TallyQuery,
  type TallyRow,
} from '../tally.ts'
import type { Database } from './database.ts'
import { type ChunkEnd, chunkEnd, chunkSql, scanChunk, Values } from './scan.ts'

/** A row of a chunk. Its id is null if nothing matches. */
type TallyRecord = Omit<TallyRow, 'success' | 'metrics' | 'id'> &
  ChunkEnd & {
    readonly id: string | null
    readonly success: number | null
    readonly metrics: string | null
  }

const COLUMNS = `e.id, e.batch, e.condition, e.task_id AS "taskId", e.difficulty, e.environment,
  e.total, e.steps, e.success, e.end_reason AS "endReason", e.metrics, e.opened_ms AS "openedMs",
  e.updated_ms AS "updatedMs"`

/** Episodes between two looks at the clock. */
const CHUNK_EPISODES = 4_096

/** Counts episodes along the indexes of lists, a piece at a time. */
export async function readTally(
  database: Database,
  query: TallyQuery,
  afterCursor: TallyCursor | null,
  budgetMs: number,
): Promise<TallyPart> {
  const untilMs = performance.now() + budgetMs
  const tally = new Tally(query)
  let key = afterCursor?.key ?? 0
  let episodesSeen = afterCursor?.seen ?? 0
  for (;;) {
    const values = new Values()
    const bounds = { after: [key, key] as const, before: undefined }
    const chunk = scanChunk(query.conditions, bounds, CHUNK_EPISODES, values)
    const text = chunkSql(chunk, COLUMNS, CHUNK_EPISODES)
    const rows = await database.read<TallyRecord>({ text }, values.list)
    for (const row of rows) {
      const { id } = row
      if (id === null) continue
      const success = row.success === null ? null : row.success === 1
      tally.add({ ...row, id, success, metrics: readMetrics(row.metrics) }, episodesSeen)
      episodesSeen += 1
    }
    const end = chunkEnd(rows)
    if (end === undefined) return { cells: tally.cells, next: null }
    key = end[1]
    if (performance.now() >= untilMs)
      return { cells: tally.cells, next: { key, seen: episodesSeen } }
  }
}
