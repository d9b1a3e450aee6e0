import type { EpisodeConditions, EpisodeOrder } from '../episode-log.ts'
import type { SortPosition } from '../list-cursor.ts'
import type { ScanIndex } from '../scan-index.ts'
import { UNINDEXED_ROWS } from './row-index.ts'

/** Bounds below and above every stored value. */
const SORT_VALUE_MIN = -Number.MAX_SAFE_INTEGER
const SORT_VALUE_MAX = Number.MAX_SAFE_INTEGER

/** The bounds of a chunk: after one position, up to and including another, and before a third. */
interface ChunkBounds {
  readonly after?: SortPosition | undefined
  readonly end?: SortPosition | undefined
  readonly before?: SortPosition | undefined
}

/** The parameters of all statements, by name. */
type Values = Readonly<Record<string, string | number | null>>

/** The values that all statements of a scan take. */
export function scanValues(
  conditions: EpisodeConditions,
  order: EpisodeOrder,
  { after, end, before }: ChunkBounds,
): Values {
  const [first, last] =
    order === 'oldest' ? [SORT_VALUE_MIN, SORT_VALUE_MAX] : [SORT_VALUE_MAX, SORT_VALUE_MIN]
  const [afterBy, afterKey] = after ?? [first, first]
  const [endBy, endKey] = end ?? [last, last]
  const [beforeBy, beforeKey] = before ?? [last, last]
  const conditionValues = CONDITIONS.map(([name]) => {
    const value = conditions[name] as string | number | boolean | undefined
    return [name, typeof value === 'boolean' ? Number(value) : (value ?? null)] as const
  })
  const bounds = { afterBy, afterKey, endBy, endKey, beforeBy, beforeKey }
  return { ...Object.fromEntries(conditionValues), ...bounds }
}

const CONDITIONS: readonly (readonly [keyof EpisodeConditions, string])[] = [
  ['parent', 'parent = @parent'],
  ['group', 'group_id = @group'],
  ['run', 'run = @run'],
  ['taskId', 'task_id = @taskId'],
  ['environment', 'environment = @environment'],
  ['split', 'split = @split'],
  ['difficulty', 'difficulty = @difficulty'],
  ['principal', 'principal = @principal'],
  ['condition', 'condition = @condition'],
  ['endReason', 'end_reason = @endReason'],
  ['success', 'success = @success'],
  ['open', '(end_reason IS NULL) = @open'],
  ['openedFromMs', 'opened_ms >= @openedFromMs'],
  ['openedToMs', 'opened_ms < @openedToMs'],
  // The record of an open episode lacks the reward, which is read later.
  ['totalMin', '(end_reason IS NULL OR total >= @totalMin)'],
  ['totalMax', '(end_reason IS NULL OR total <= @totalMax)'],
]

/** The statements of a scan. All of them take the values of `scanValues`. */
export interface ScanSql {
  /**
   * Selects sort value and key of the position that is `@size` after `after`; no row at the end.
   * Undefined: one chunk takes all.
   */
  readonly chunkEnd?: string
  /** Selects sort value and key of at most `@limit` matches, in order. */
  readonly matches: string
  /** Counts the matches. */
  readonly count: string
}

/** The statements of a scan by opening. */
interface OpeningSql extends Required<ScanSql> {
  /** Selects the columns of at most `@limit` matches that a tally needs. */
  readonly tallyRows: string
  /** Selects at most `@limit` matches that are the first episodes of their groups. */
  readonly groups: string
}

/** The statements of a scan in an order, along its index. */
export function scanSql(order: EpisodeOrder, index: ScanIndex | undefined): ScanSql {
  if (order === 'oldest' || order === 'newest') return openingSql(order, index)
  if (index !== undefined) return sortedSql(order, index)
  return order === 'updated' ? UPDATED : REWARD
}

const TALLY_COLUMNS = `key, id, batch, condition, task_id AS taskId, difficulty, environment, total,
  steps, success, end_reason AS endReason, metrics, opened_ms AS openedMs, updated_ms AS updatedMs`

/** Whether an episode is the first one of its group. */
const IS_FIRST = `group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM episode AS other
  WHERE other.group_id = first.group_id AND other.run = first.run
  AND other.principal = first.principal AND other.key < first.key)`

/** The statements of a scan that begins with the oldest or the newest. */
export function openingSql(order: 'oldest' | 'newest', index: ScanIndex | undefined): OpeningSql {
  const [beyond, upTo, until, direction] =
    order === 'oldest' ? ['>', '<=', '<', ''] : ['<', '>=', '>', 'DESC']
  const hint = index === undefined ? '' : `INDEXED BY ${index.name}`
  const along = [
    ...(index === undefined ? [] : [indexConditions(index)]),
    `key ${beyond} @afterKey`,
  ]
  const from = `FROM episode AS first ${hint} WHERE ${along.join(' AND ')}`
  const chunk = `${from} AND key ${upTo} @endKey AND key ${until} @beforeKey
    AND ${remainingConditions(index?.members ?? [])}`
  const sorted = `ORDER BY key ${direction}`
  return {
    chunkEnd: `SELECT key, key ${from} ${sorted} LIMIT 1 OFFSET @size`,
    matches: `SELECT key, key ${chunk} ${sorted} LIMIT @limit`,
    count: `SELECT count(*) ${chunk}`,
    tallyRows: `SELECT ${TALLY_COLUMNS} ${chunk} ${sorted} LIMIT @limit`,
    groups: `SELECT id AS episode, principal, run, group_id AS id ${chunk} AND ${IS_FIRST}
      ${sorted} LIMIT @limit`,
  }
}

/** The conditions that an index covers. */
const indexConditions = ({ members, partialCondition }: ScanIndex): string =>
  [
    ...CONDITIONS.filter(([name]) => members.includes(name)).map(([, sql]) => sql),
    ...(partialCondition === undefined ? [] : [partialCondition]),
  ].join(' AND ')

/** The other conditions, each only if it is given. */
const remainingConditions = (covered: readonly (keyof EpisodeConditions)[]): string =>
  CONDITIONS.filter(([name]) => !covered.includes(name))
    .map(([name, sql]) => `(@${name} IS NULL OR ${sql})`)
    .join(' AND ')

const REWARD = rewardSql()

/** Two ranges of the index. With one, SQLite would read all episodes of an equal reward. */
function rewardSql(): ScanSql {
  const bounds = `end_reason IS NOT NULL AND total >= coalesce(@totalMin, ${SORT_VALUE_MIN})
    AND total <= coalesce(@totalMax, ${SORT_VALUE_MAX})`
  const part = (range: string, condition: string): string => `
    SELECT * FROM (SELECT total, key FROM episode INDEXED BY episode_reward
      WHERE ${bounds} AND ${range} ${condition} ORDER BY total DESC, key DESC LIMIT @limit)`
  const bothParts = (condition: string): string => `
    ${part('total = @afterBy AND key < @afterKey', condition)}
    UNION ALL ${part('total < @afterBy', condition)}`
  const chunk = `AND (total > @endBy OR (total = @endBy AND key >= @endKey))
    AND (total > @beforeBy OR (total = @beforeBy AND key > @beforeKey))
    AND ${remainingConditions(['totalMin', 'totalMax'])}`
  return {
    chunkEnd: `SELECT * FROM (${bothParts('')}) LIMIT 1 OFFSET @size`,
    matches: `SELECT * FROM (${bothParts(chunk)}) LIMIT @limit`,
    count: `SELECT count(*) FROM (${bothParts(chunk)})`,
  }
}

const UPDATED = updatedSql()

/** Reads the rows, newest first, and takes each episode at its last row. */
function updatedSql(): ScanSql {
  const rows = 'FROM event WHERE number < @afterBy'
  const from = `FROM (SELECT max(number) AS by, episode_key ${rows}
      AND number >= @endBy AND number > @beforeBy GROUP BY episode_key) AS seen
    JOIN episode ON episode.key = seen.episode_key
    LEFT JOIN tail ON tail.episode_key = seen.episode_key
    WHERE by = coalesce(tail.number, (SELECT number FROM event_place
      WHERE event_place.episode_key = seen.episode_key ORDER BY position DESC LIMIT 1))
    AND ${remainingConditions([])}`
  const tail = `WITH tail AS MATERIALIZED (SELECT episode_key, max(number) AS number
    FROM (${UNINDEXED_ROWS}) GROUP BY episode_key)`
  return {
    chunkEnd: `SELECT number, episode_key ${rows} ORDER BY number DESC LIMIT 1 OFFSET @size`,
    matches: `${tail} SELECT by, key ${from} ORDER BY by DESC LIMIT @limit`,
    count: `${tail} SELECT count(*) ${from}`,
  }
}

/** By what an order sorts: the reward of an ended episode, or the number of the last row. */
const SORT_VALUES = {
  reward: `CASE WHEN end_reason IS NOT NULL THEN total END`,
  updated: `coalesce(tail.number, (SELECT number FROM event_place
    WHERE event_place.episode_key = key ORDER BY position DESC LIMIT 1))`,
} as const

/** The statements of a scan through all that an index leads to, sorted in an order it lacks. */
function sortedSql(order: keyof typeof SORT_VALUES, index: ScanIndex): ScanSql {
  const tail = `LEFT JOIN (SELECT episode_key, max(number) AS number FROM (${UNINDEXED_ROWS})
    GROUP BY episode_key) AS tail ON tail.episode_key = key`
  const rows = `SELECT ${SORT_VALUES[order]} AS by, key FROM episode INDEXED BY ${index.name}
    ${order === 'updated' ? tail : ''}
    WHERE ${indexConditions(index)} AND ${remainingConditions(index.members)}`
  const from = `FROM (${rows}) WHERE by IS NOT NULL
    AND (by < @afterBy OR (by = @afterBy AND key < @afterKey))
    AND (by > @beforeBy OR (by = @beforeBy AND key > @beforeKey))`
  return {
    matches: `SELECT by, key ${from} ORDER BY by DESC, key DESC LIMIT @limit`,
    count: `SELECT count(*) ${from}`,
  }
}

/** Counts what an index leads to, up to `@limit`. */
export const countAlongSql = (index: ScanIndex): string => `SELECT count(*) FROM (
  SELECT 1 FROM episode INDEXED BY ${index.name} WHERE ${indexConditions(index)} LIMIT @limit)`
