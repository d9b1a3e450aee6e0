import type { ResultAt } from '../../client/resources.ts'

export type ListedEpisodeRow = ResultAt<'GET /v1/episodes'>['episodes'][number]
export type RowOrder = 'newest' | 'oldest' | 'updated' | 'reward'

/** The state of the list: the rows on the page, and waiting changes that would move them. */
export interface LiveRows {
  readonly rows: readonly ListedEpisodeRow[]
  /** New episodes, and episodes whose position would change, by id. */
  readonly waiting: ReadonlyMap<string, ListedEpisodeRow>
  /** Episodes that no longer match the filters, and are still on the page. */
  readonly removed: ReadonlySet<string>
  /** The cursor of the next page; null at the end of the list. */
  readonly next: string | null
  /** Whether there were too many changes to keep. The list must be loaded again. */
  readonly hasOverflowed: boolean
  /** The change of the number of matching episodes since the list was loaded. */
  readonly growth: number
}

/** More rows are dropped at the far end, and loaded again on scrolling there. */
const ROWS_MAX = 2_000
const WAITING_MAX = 1_000

export const NO_ROWS: LiveRows = {
  ...{ rows: [], waiting: new Map(), removed: new Set(), next: null, hasOverflowed: false },
  growth: 0,
}

/** Sort keys in ascending order. */
const SORT_KEYS: Readonly<Record<RowOrder, (row: ListedEpisodeRow) => number>> = {
  newest: (row) => -row.opened_ms,
  oldest: (row) => row.opened_ms,
  updated: (row) => -row.updated_ms,
  reward: (row) => -row.score,
}

/** Whether an episode's position is within the loaded rows. */
function isWithinLoaded({ rows, next }: LiveRows, order: RowOrder, row: ListedEpisodeRow): boolean {
  const last = rows.at(-1)
  if (order === 'reward' && row.end_reason === null) return false
  return next === null || (last !== undefined && SORT_KEYS[order](row) <= SORT_KEYS[order](last))
}

/** Replaces rows by newer versions. Returns the same array if nothing changed. */
function withUpdates(
  rows: readonly ListedEpisodeRow[],
  newer: ReadonlyMap<string, ListedEpisodeRow>,
): readonly ListedEpisodeRow[] {
  let isChanged = false
  const result = rows.map((row) => {
    const newest = newer.get(row.episode_id)
    if (newest === undefined || newest.updated_ms < row.updated_ms) return row
    isChanged = true
    return newest
  })
  return isChanged ? result : rows
}

/**
 * Adds news. Rows on the page change at once, and changes that would move a row wait.
 *
 * @param isFrozen whether rows on the page also stay unchanged
 */
export function applyChanges(
  was: LiveRows,
  order: RowOrder,
  {
    changed,
    gone,
  }: { readonly changed: readonly ListedEpisodeRow[]; readonly gone: readonly string[] },
  isFrozen = false,
): LiveRows {
  const updates = new Map(changed.map((row) => [row.episode_id, row]))
  const known = new Set(was.rows.map(({ episode_id: id }) => id))
  const waiting = new Map(was.waiting)
  const removed = new Set(was.removed)
  const canMove = isFrozen || order === 'updated' || order === 'reward'
  for (const [id, row] of updates) {
    removed.delete(id)
    if (known.has(id) ? canMove : isWithinLoaded(was, order, row)) waiting.set(id, row)
  }
  for (const id of gone) {
    waiting.delete(id)
    if (known.has(id)) removed.add(id)
  }
  const hasOverflowed = was.hasOverflowed || waiting.size > WAITING_MAX
  return {
    ...was,
    ...{
      rows: isFrozen ? was.rows : withUpdates(was.rows, updates),
      removed,
      hasOverflowed,
    },
    waiting: hasOverflowed ? new Map() : waiting,
  }
}

/**
 * The number of waiting rows that the total does not count yet. In orders by update or reward, a
 * row from a page that is not loaded can move up, and it is counted: only newer ones are not.
 */
function countNew({ rows, waiting, next }: LiveRows, order: RowOrder): number {
  const known = new Set(rows.map(({ episode_id: id }) => id))
  const unknown = [...waiting.values()].filter(({ episode_id: id }) => !known.has(id))
  if (next === null || order === 'newest' || order === 'oldest') return unknown.length
  const latestMs = rows.reduce((latest, { updated_ms: at }) => Math.max(latest, at), 0)
  return unknown.filter(({ opened_ms: at }) => at > latestMs).length
}

/** Moves waiting rows to their positions, and drops removed rows. */
export function applyWaiting(was: LiveRows, order: RowOrder): LiveRows {
  if (was.waiting.size === 0 && was.removed.size === 0) return was
  const staying = was.rows.filter(
    ({ episode_id: id }) => !was.waiting.has(id) && !was.removed.has(id),
  )
  const removedCount = was.rows.filter(({ episode_id: id }) => was.removed.has(id)).length
  const key = SORT_KEYS[order]
  const rows = [...was.waiting.values(), ...staying].sort((one, other) => key(one) - key(other))
  const kept = rows.slice(0, ROWS_MAX)
  return {
    ...was,
    ...{ rows: kept, waiting: new Map(), removed: new Set() },
    growth: was.growth + countNew(was, order) - removedCount,
    // Every episode id is a valid cursor.
    next: kept.length < rows.length ? (kept.at(-1)?.episode_id ?? null) : was.next,
  }
}

/** Appends a page. Rows that moved meanwhile may be on both pages. */
export function appendPage(
  was: LiveRows,
  page: readonly ListedEpisodeRow[],
  next: string | null,
): LiveRows {
  const known = new Set(was.rows.map(({ episode_id: id }) => id))
  const more = page.filter(({ episode_id: id }) => !known.has(id))
  return { ...was, rows: [...was.rows, ...more], next }
}
