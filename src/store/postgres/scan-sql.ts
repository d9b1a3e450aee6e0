import type { ScanChunk } from '../episode-lister.ts'
import type { EpisodeConditions } from '../episode-log.ts'
import type { SortPosition } from '../list-cursor.ts'
import type { ScanIndex } from '../scan-index.ts'
import type { SqlValue } from './database.ts'
import { LAST_ROW_JOIN } from './records.ts'

/** The parameters of a composed statement. Each gets the next `$` number. */
export class SqlParameters {
  readonly list: SqlValue[] = []

  add(value: SqlValue): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** The SQL of each possible condition on an episode `e`. */
const CONDITIONS: Readonly<
  Record<Exclude<keyof EpisodeConditions, 'ids'>, (value: string) => string>
> = {
  parent: (value) => `e.parent = ${value}`,
  group: (value) => `e.group_id = ${value}`,
  run: (value) => `e.run = ${value}`,
  taskId: (value) => `e.task_id = ${value}`,
  environment: (value) => `e.environment = ${value}`,
  split: (value) => `e.split = ${value}`,
  difficulty: (value) => `e.difficulty = ${value}`,
  principal: (value) => `e.principal = ${value}`,
  condition: (value) => `e.condition = ${value}`,
  endReason: (value) => `e.end_reason = ${value}`,
  success: (value) => `e.success = ${value}`,
  open: (value) => `(e.end_reason IS NULL)::integer = ${value}`,
  openedFromMs: (value) => `e.opened_ms >= ${value}`,
  openedToMs: (value) => `e.opened_ms < ${value}`,
  totalMin: (value) => `coalesce(last.total, e.total) >= ${value}`,
  totalMax: (value) => `coalesce(last.total, e.total) <= ${value}`,
}

type ConditionName = keyof typeof CONDITIONS

const NAMES = Object.keys(CONDITIONS) as ConditionName[]

/** The given conditions, without those that an index covers. */
function remainingConditions(
  conditions: EpisodeConditions,
  covered: readonly string[],
  values: SqlParameters,
): string {
  const names = NAMES.filter((name) => conditions[name] !== undefined && !covered.includes(name))
  return names.map((name) => `AND ${conditionSql(name, conditions, values)}`).join(' ')
}

function conditionSql(
  name: ConditionName,
  conditions: EpisodeConditions,
  values: SqlParameters,
): string {
  const value = conditions[name] as string | number | boolean
  return CONDITIONS[name](values.add(typeof value === 'boolean' ? Number(value) : value))
}

/**
 * The SQL of a chunk of a list. `scan` selects the next `size` positions in order (sort value and
 * key), whether or not their episodes match. `from` joins them with the episodes `e` and keeps the
 * matches.
 */
interface ChunkSql {
  readonly scan: string
  readonly from: string
  readonly size: number
}

/** Columns of every row of a chunk: its last position, or null if the scan has ended. */
export interface ChunkEnd {
  readonly end_sort_value: number | null
  readonly end_key: number | null
}

/**
 * The statement that selects the matches. Each row has the columns of `ChunkEnd` and the given
 * ones. If nothing matches, the left join gives one row, whose given columns are null, so that the
 * caller still learns where the chunk ends.
 */
export function matchesSql({ scan, from, size }: ChunkSql, columns: string, limit: number): string {
  return `${numberedScan(scan)}
    SELECT chunk_end.*, matches.* FROM ${chunkEndSql(size)}
    LEFT JOIN (SELECT scan.row_index, ${columns} ${from}
      ORDER BY scan.row_index LIMIT ${limit}) AS matches ON true ORDER BY matches.row_index`
}

/** The statement that counts the matches, as `count`. */
export const countSql = ({ scan, from, size }: ChunkSql): string => `${numberedScan(scan)}
  SELECT chunk_end.*, (SELECT count(*) ${from}) AS count FROM ${chunkEndSql(size)}`

/** The scan, with its rows numbered from 1. */
const numberedScan = (scan: string): string => `WITH scan AS MATERIALIZED (
    SELECT row_number() OVER () AS row_index, positions.* FROM (${scan}) AS positions)`

/** One row with the columns of `ChunkEnd`. They are null if the scan is shorter than a chunk. */
const chunkEndSql = (size: number): string => `(SELECT max(sort_value) AS end_sort_value,
    max(key) AS end_key FROM scan WHERE row_index = ${size}) AS chunk_end`

/** The last position of a chunk; undefined if the scan has ended. */
export const chunkEnd = (rows: readonly ChunkEnd[]): SortPosition | undefined => {
  const { end_sort_value: sortValue = null, end_key: key = null } = rows[0] ?? {}
  return sortValue === null || key === null ? undefined : [sortValue, key]
}

/** The number of the last row of an episode `e`. */
const LAST_NUMBER = `(SELECT number FROM event WHERE episode_key = e.key
  ORDER BY position DESC LIMIT 1)`

const indexMembers = (index: ScanIndex | undefined): readonly ConditionName[] =>
  (index?.members ?? []) as readonly ConditionName[]

/** The conditions that an index covers. */
const indexConditions = (
  index: ScanIndex | undefined,
  conditions: EpisodeConditions,
  values: SqlParameters,
): string =>
  [
    ...indexMembers(index).map((name) => `AND ${conditionSql(name, conditions, values)}`),
    ...(index?.partialCondition === undefined ? [] : [`AND ${index.partialCondition}`]),
  ].join(' ')

/** Counts the episodes that an index leads to, as `count`, up to a limit. */
export const countAlongSql = (
  index: ScanIndex,
  conditions: EpisodeConditions,
  limit: number,
  values: SqlParameters,
): string => `SELECT count(*)::integer AS count FROM (SELECT 1 FROM episode AS e
  WHERE true ${indexConditions(index, conditions, values)} LIMIT ${limit}) AS found`

/** The SQL of a chunk of a scan. */
export function scanChunk(chunk: ScanChunk, values: SqlParameters): ChunkSql {
  const { conditions, order, index, size } = chunk
  const scan = positionsSql(chunk, values)
  const needsTotal = conditions.totalMin !== undefined || conditions.totalMax !== undefined
  const lastRowJoin = needsTotal ? LAST_ROW_JOIN : ''
  // An episode may have several rows in the order of last rows. Only the last one counts.
  const lastRowSql = order === 'updated' ? `AND scan.sort_value = ${LAST_NUMBER}` : ''
  const from = `FROM scan JOIN episode AS e ON e.key = scan.key ${lastRowJoin}
    WHERE true ${lastRowSql} ${remainingConditions(conditions, indexMembers(index), values)}`
  return { scan, from, size }
}

/** Selects the positions of a chunk. */
function positionsSql(chunk: ScanChunk, values: SqlParameters): string {
  const { conditions, order, index, size } = chunk
  const indexSql = indexConditions(index, conditions, values)
  if (order === 'oldest' || order === 'newest') {
    return `SELECT key AS sort_value, key FROM episode AS e
      WHERE true ${indexSql} ${boundsSql(['key'], chunk, values)}
      ORDER BY key ${order === 'oldest' ? '' : 'DESC'} LIMIT ${size}`
  }
  if (index !== undefined) {
    const sortValue = order === 'reward' ? 'e.total' : LAST_NUMBER
    const endedSql = order === 'reward' ? 'AND e.end_reason IS NOT NULL' : ''
    // OFFSET 0 keeps PostgreSQL from merging the queries. It might then follow another index.
    return `SELECT sort_value, key FROM (SELECT ${sortValue} AS sort_value, e.key
        FROM episode AS e WHERE true ${indexSql} ${endedSql} OFFSET 0) AS index_rows
      WHERE true ${boundsSql(['sort_value', 'key'], chunk, values)}
      ORDER BY sort_value DESC, key DESC LIMIT ${size}`
  }
  if (order === 'updated') {
    return `SELECT number AS sort_value, episode_key AS key FROM event
      WHERE true ${boundsSql(['number'], chunk, values)} ORDER BY number DESC LIMIT ${size}`
  }
  return `SELECT total AS sort_value, key FROM episode WHERE end_reason IS NOT NULL
    ${boundsSql(['total', 'key'], chunk, values)} ORDER BY total DESC, key DESC LIMIT ${size}`
}

/** Compares the columns of a position, the sort value first, with the bounds of a chunk. */
function boundsSql(
  columns: readonly string[],
  { order, after, before }: ScanChunk,
  values: SqlParameters,
): string {
  const placeholders = (bound: SortPosition): string =>
    columns.map((_, index) => `${values.add(bound[index] as number)}::bigint`).join(', ')
  const row = columns.join(', ')
  const [beyond, until] = order === 'oldest' ? ['>', '<'] : ['<', '>']
  return [
    ...(after === undefined ? [] : [`AND (${row}) ${beyond} (${placeholders(after)})`]),
    ...(before === undefined ? [] : [`AND (${row}) ${until} (${placeholders(before)})`]),
  ].join(' ')
}
