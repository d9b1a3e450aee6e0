import type { EpisodeConditions, EpisodeFilter, EpisodeOrder } from '../episode-log.ts'
import type { SortPosition } from '../list-cursor.ts'
import { chooseWalk, type Index } from '../list-walk.ts'
import type { Value } from './database.ts'
import { LAST_ROW } from './records.ts'

/** The parameters of a composed statement. Each gets the next `$` number. */
export class Values {
  readonly list: Value[] = []

  add(value: Value): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** The SQL of each possible condition on an episode `e`. */
const COLUMNS: Readonly<
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

type ConditionName = keyof typeof COLUMNS

const NAMES = Object.keys(COLUMNS) as ConditionName[]

/** The given conditions as SQL, without the named ones. */
function conditionsSql(
  conditions: EpisodeConditions,
  values: Values,
  leftOut: readonly string[] = [],
): string {
  const answeredNames = NAMES.filter(
    (name) => conditions[name] !== undefined && !leftOut.includes(name),
  )
  return answeredNames.map((name) => `AND ${conditionSql(name, conditions, values)}`).join(' ')
}

function conditionSql(name: ConditionName, conditions: EpisodeConditions, values: Values): string {
  const value = conditions[name] as string | number | boolean
  return COLUMNS[name](values.add(typeof value === 'boolean' ? Number(value) : value))
}

/** The bounds of a scan; both are excluded. */
interface Bounds {
  readonly after: SortPosition | undefined
  readonly before: SortPosition | undefined
  /** Whether the conditions match so few episodes that sorting them is faster than a scan. */
  readonly isFew?: boolean
}

/**
 * One chunk of a scan over episodes. `scan` is the SQL of `size` positions in order, whether or not
 * the episodes match. `from` joins them with their episodes `e` and selects the matches.
 */
export interface ScanChunk {
  readonly scan: string
  readonly from: string
  readonly size: number
}

/** Columns of every row of a chunk: its last position, or null if the scan has ended. */
export interface ChunkEnd {
  readonly end_by: number | null
  readonly end_key: number | null
}

/**
 * The SQL of a chunk. Each row has the columns of `ChunkEnd` and the given ones. If nothing
 * matches, there is one row, whose given columns are null.
 */
export function chunkSql({ scan, from, size }: ScanChunk, columns: string, limit: number): string {
  return `WITH scan AS MATERIALIZED (
      SELECT row_number() OVER () AS nth, positions.* FROM (${scan}) AS positions)
    SELECT ending.*, found.* FROM (SELECT max(by) AS end_by, max(key) AS end_key FROM scan
      WHERE nth = ${size}) AS ending
    LEFT JOIN (SELECT scan.nth, ${columns} ${from} ORDER BY scan.nth LIMIT ${limit}) AS found
      ON true ORDER BY found.nth`
}

/** The statement that counts the matches, as `count`. */
export const countSql = ({ scan, from, size }: ScanChunk): string => `WITH scan AS MATERIALIZED (
    SELECT row_number() OVER () AS nth, positions.* FROM (${scan}) AS positions)
  SELECT ending.*, (SELECT count(*) ${from}) AS count FROM (SELECT max(by) AS end_by,
    max(key) AS end_key FROM scan WHERE nth = ${size}) AS ending`

export const chunkEnd = (rows: readonly ChunkEnd[]): SortPosition | undefined => {
  const { end_by: sortValue = null, end_key: key = null } = rows[0] ?? {}
  return sortValue === null || key === null ? undefined : [sortValue, key]
}

/** The number of the last row of an episode `e`. */
const LAST_NUMBER = `(SELECT number FROM event WHERE episode_key = e.key
  ORDER BY position DESC LIMIT 1)`

/**
 * Counts the matches of conditions for which an order has no index, up to a limit; undefined if no
 * other index helps.
 */
export function fewMatchesSql(
  { order, ...conditions }: EpisodeConditions & Pick<EpisodeFilter, 'order'>,
  limit: number,
  values: Values,
): string | undefined {
  if (order !== 'reward' && order !== 'updated') return undefined
  const { index } = chooseWalk(conditions, 'newest')
  if (index === undefined) return undefined
  return `SELECT count(*)::integer AS count FROM (SELECT 1 FROM episode AS e
    WHERE true ${alongSql(index, conditions, values)} LIMIT ${limit}) AS found`
}

const indexMembers = (index: Index | undefined): readonly ConditionName[] =>
  (index?.members ?? []) as readonly ConditionName[]

function alongSql(index: Index | undefined, conditions: EpisodeConditions, values: Values): string {
  const indexConditions = indexMembers(index).map(
    (name) => `AND ${conditionSql(name, conditions, values)}`,
  )
  return [
    ...indexConditions,
    ...(index?.partialCondition === undefined ? [] : [`AND ${index.partialCondition}`]),
  ].join(' ')
}

/** A scan through few matches, sorted in an order that has no index for the conditions. */
function sortedScan(
  order: 'reward' | 'updated',
  conditions: EpisodeConditions,
  { bounds, size, values }: { bounds: Bounds; size: number; values: Values },
): string {
  const { index } = chooseWalk(conditions, 'newest')
  const sortColumn = order === 'reward' ? 'e.total' : LAST_NUMBER
  const endedCondition = order === 'reward' ? 'AND e.end_reason IS NOT NULL' : ''
  return `SELECT by, key FROM (SELECT ${sortColumn} AS by, e.key FROM episode AS e
      WHERE true ${alongSql(index, conditions, values)} ${endedCondition} OFFSET 0) AS few
    WHERE true ${boundsSql(['by', 'key'], order, bounds, values)}
    ORDER BY by DESC, key DESC LIMIT ${size}`
}

export function scanChunk(
  filter: EpisodeConditions & Pick<EpisodeFilter, 'order'>,
  bounds: Bounds,
  size: number,
  values: Values,
): ScanChunk {
  const { order = 'oldest', ...conditions } = filter
  const needsTotal = conditions.totalMin !== undefined || conditions.totalMax !== undefined
  const last = needsTotal ? LAST_ROW : ''
  const joinedSql = `FROM scan JOIN episode AS e ON e.key = scan.key ${last} WHERE true`
  if (bounds.isFew === true && (order === 'reward' || order === 'updated')) {
    const scan = sortedScan(order, conditions, { bounds, size, values })
    return { scan, from: `${joinedSql} ${conditionsSql(conditions, values)}`, size }
  }
  if (order === 'updated') {
    const scan = `SELECT number AS by, episode_key AS key FROM event
      WHERE true ${boundsSql(['number'], order, bounds, values)} ORDER BY number DESC LIMIT ${size}`
    const isLast = `AND scan.by = ${LAST_NUMBER}`
    return { scan, from: `${joinedSql} ${isLast} ${conditionsSql(conditions, values)}`, size }
  }
  if (order === 'reward') {
    const scan = `SELECT total AS by, key FROM episode WHERE end_reason IS NOT NULL
      ${boundsSql(['total', 'key'], order, bounds, values)}
      ORDER BY total DESC, key DESC LIMIT ${size}`
    return { scan, from: `${joinedSql} ${conditionsSql(conditions, values)}`, size }
  }
  const { index } = chooseWalk(conditions, order)
  const scan = `SELECT key AS by, key FROM episode AS e
    WHERE true ${alongSql(index, conditions, values)}
    ${boundsSql(['key'], order, bounds, values)}
    ORDER BY key ${order === 'oldest' ? '' : 'DESC'} LIMIT ${size}`
  return {
    scan,
    from: `${joinedSql} ${conditionsSql(conditions, values, indexMembers(index))}`,
    size,
  }
}

/** Compares the columns of a position, `by` first, with the bounds. */
function boundsSql(
  columns: readonly string[],
  order: EpisodeOrder,
  { after, before }: Bounds,
  values: Values,
): string {
  const formatPosition = (bound: SortPosition): string =>
    columns.map((_, index) => `${values.add(bound[index] as number)}::bigint`).join(', ')
  const row = columns.join(', ')
  const [behind, until] = order === 'oldest' ? ['>', '<'] : ['<', '>']
  return [
    ...(after === undefined ? [] : [`AND (${row}) ${behind} (${formatPosition(after)})`]),
    ...(before === undefined ? [] : [`AND (${row}) ${until} (${formatPosition(before)})`]),
  ].join(' ')
}
