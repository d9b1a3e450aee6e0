import type { EpisodeConditions, EpisodeOrder } from '../episode-log.ts'
import type { SortPosition } from '../list-cursor.ts'
import type { Index, Walk } from '../list-walk.ts'
import { UNINDEXED_ROWS } from './row-index.ts'

/** Bounds below and above every stored value. */
const SORT_VALUE_MIN = -Number.MAX_SAFE_INTEGER
const SORT_VALUE_MAX = Number.MAX_SAFE_INTEGER

/** The bounds of one look: after one position, up to and including another, and before a third. */
interface LookBounds {
  readonly after: SortPosition | undefined
  readonly last: SortPosition | undefined
  readonly before: SortPosition | undefined
}

/** The parameters of all statements, by name. */
export type Values = Readonly<Record<string, string | number | null>>

export function boundValues(order: EpisodeOrder, { after, last, before }: LookBounds): Values {
  const [first, end] =
    order === 'oldest' ? [SORT_VALUE_MIN, SORT_VALUE_MAX] : [SORT_VALUE_MAX, SORT_VALUE_MIN]
  const [afterBy, afterKey] = after ?? [first, first]
  const [lastBy, lastKey] = last ?? [end, end]
  const [beforeBy, beforeKey] = before ?? [end, end]
  return { afterBy, afterKey, lastBy, lastKey, beforeBy, beforeKey }
}

const COLUMNS: readonly (readonly [keyof EpisodeConditions, string])[] = [
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

export function conditionValues(conditions: EpisodeConditions): Values {
  const plain = COLUMNS.map(([name]) => {
    const value = conditions[name] as string | number | boolean | undefined
    return [name, typeof value === 'boolean' ? Number(value) : (value ?? null)] as const
  })
  return Object.fromEntries(plain)
}

/** Statements that read a walk; all take the values of `boundValues` and `conditionValues`. */
export interface WalkTexts {
  /** Selects `by` and `key` of the position `@size` after `after`; no row at the end. */
  readonly last: string
  /** Selects `by` and `key` of at most `@limit` matches, in order. */
  readonly fitting: string
  /** Counts the matches. */
  readonly counted: string
}

/** The statements of a walk by opening, which can be read in one pass. */
interface OpeningTexts extends WalkTexts {
  /** Selects the columns of each match that a tally needs. */
  readonly scanned: string
  /** Selects the matches that are the first episodes of their groups. */
  readonly grouped: string
}

export const walkTexts = (walk: Walk): WalkTexts =>
  walk.order === 'updated' ? UPDATED : walk.order === 'reward' ? REWARD : openingTexts(walk)

const SCANNED = `key, id, batch, condition, task_id AS taskId, difficulty, environment, total,
  steps, success, end_reason AS endReason, metrics, opened_ms AS openedMs, updated_ms AS updatedMs`

/** Whether an episode is the first one of its group. */
const IS_FIRST = `group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM episode AS other
  WHERE other.group_id = first.group_id AND other.run = first.run
  AND other.principal = first.principal AND other.key < first.key)`

/** The statements of a walk that begins with the oldest or the newest. */
export function openingTexts({ order, index }: Walk): OpeningTexts {
  const [behind, towardsEnd, direction] = order === 'oldest' ? ['>', '<=', ''] : ['<', '>=', 'DESC']
  const until = order === 'oldest' ? '<' : '>'
  const hint = index === undefined ? '' : `INDEXED BY ${index.name}`
  const afterKeySql = [
    ...(index === undefined ? [] : alongSql(index)),
    `key ${behind} @afterKey`,
  ].join(' AND ')
  const from = `FROM episode AS first ${hint} WHERE ${afterKeySql}`
  const windowSql = `${from} AND key ${towardsEnd} @lastKey AND key ${until} @beforeKey
    AND ${remainingConditions(index?.members ?? [])}`
  const sorted = `ORDER BY key ${direction}`
  return {
    last: `SELECT key, key ${from} ${sorted} LIMIT 1 OFFSET @size`,
    fitting: `SELECT key, key ${windowSql} ${sorted} LIMIT @limit`,
    counted: `SELECT count(*) ${windowSql}`,
    scanned: `SELECT ${SCANNED} ${windowSql} ${sorted} LIMIT @limit`,
    grouped: `SELECT key, principal, run, group_id AS id ${windowSql} AND ${IS_FIRST}
      ${sorted} LIMIT @limit`,
  }
}

/** The conditions that an index answers. */
export const alongSql = ({ members, partialCondition: only }: Index): readonly string[] => [
  ...COLUMNS.filter(([name]) => members.includes(name)).map(([, sql]) => sql),
  ...(only === undefined ? [] : [only]),
]

/** The conditions that no index answers, each only if it is given. */
export const remainingConditions = (answered: readonly (keyof EpisodeConditions)[]): string =>
  COLUMNS.filter(([name]) => !answered.includes(name))
    .map(([name, sql]) => `(@${name} IS NULL OR ${sql})`)
    .join(' AND ')

const REWARD = rewardTexts()

/** Two ranges of the index. With one, SQLite would read all episodes of an equal reward. */
function rewardTexts(): WalkTexts {
  const bounds = `end_reason IS NOT NULL AND total >= coalesce(@totalMin, ${SORT_VALUE_MIN})
    AND total <= coalesce(@totalMax, ${SORT_VALUE_MAX})`
  const part = (range: string, condition: string): string => `
    SELECT * FROM (SELECT total, key FROM episode INDEXED BY episode_reward
      WHERE ${bounds} AND ${range} ${condition} ORDER BY total DESC, key DESC LIMIT @limit)`
  const bothParts = (condition: string): string => `
    ${part('total = @afterBy AND key < @afterKey', condition)}
    UNION ALL ${part('total < @afterBy', condition)}`
  const windowSql = `AND (total > @lastBy OR (total = @lastBy AND key >= @lastKey))
    AND (total > @beforeBy OR (total = @beforeBy AND key > @beforeKey))
    AND ${remainingConditions(['totalMin', 'totalMax'])}`
  return {
    last: `SELECT * FROM (${bothParts('')}) LIMIT 1 OFFSET @size`,
    fitting: `SELECT * FROM (${bothParts(windowSql)}) LIMIT @limit`,
    counted: `SELECT count(*) FROM (${bothParts(windowSql)})`,
  }
}

const UPDATED = updatedTexts()

/** Reads the rows, newest first, and takes each episode at its last row. */
function updatedTexts(): WalkTexts {
  const rows = 'FROM event WHERE number < @afterBy'
  const fit = `FROM (SELECT max(number) AS by, episode_key ${rows}
      AND number >= @lastBy AND number > @beforeBy GROUP BY episode_key) AS seen
    JOIN episode ON episode.key = seen.episode_key
    LEFT JOIN tail ON tail.episode_key = seen.episode_key
    WHERE by = coalesce(tail.number, (SELECT number FROM event_place
      WHERE event_place.episode_key = seen.episode_key ORDER BY position DESC LIMIT 1))
    AND ${remainingConditions([])}`
  const tail = `WITH tail AS MATERIALIZED (SELECT episode_key, max(number) AS number
    FROM (${UNINDEXED_ROWS}) GROUP BY episode_key)`
  return {
    last: `SELECT number, episode_key ${rows} ORDER BY number DESC LIMIT 1 OFFSET @size`,
    fitting: `${tail} SELECT by, key ${fit} ORDER BY by DESC LIMIT @limit`,
    counted: `${tail} SELECT count(*) ${fit}`,
  }
}
