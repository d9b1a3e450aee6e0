import type { ResultAt } from '../../client/resources.ts'

export type Summary = ResultAt<'GET /v1/episodes'>['episodes'][number]
export type Order = 'newest' | 'oldest' | 'updated' | 'reward'

/** The state of the list: the rows on the page, and waiting changes that would move them. */
export interface LiveRows {
  readonly rows: readonly Summary[]
  /** Episodes that would come in or change their places, by id. */
  readonly waiting: ReadonlyMap<string, Summary>
  /** Episodes that no longer match the filters, and are still on the page. */
  readonly leaving: ReadonlySet<string>
  /** Where the list goes on; null when it is whole. */
  readonly next: string | null
  /** More came than was kept: only the server knows them all. */
  readonly isBehind: boolean
  /** By how much the whole list grew since it was read. */
  readonly grown: number
}

/** More rows are dropped at the far end, and loaded again on scrolling there. */
const ROWS_MAX = 2_000
const WAITING_MAX = 1_000

export const NO_ROWS: LiveRows = {
  ...{ rows: [], waiting: new Map(), leaving: new Set(), next: null, isBehind: false },
  grown: 0,
}

/** By what rows are sorted; small ones come first. */
const KEYS: Readonly<Record<Order, (row: Summary) => number>> = {
  newest: (row) => -row.opened_ms,
  oldest: (row) => row.opened_ms,
  updated: (row) => -row.updated_ms,
  reward: (row) => -row.score,
}

/** Whether an episode's position is within the loaded rows. */
function isInReach({ rows, next }: LiveRows, order: Order, row: Summary): boolean {
  const last = rows.at(-1)
  if (order === 'reward' && row.end_reason === null) return false
  return next === null || (last !== undefined && KEYS[order](row) <= KEYS[order](last))
}

/** The rows with newer ones of the same id in their places; the same array if there are none. */
function patched(
  rows: readonly Summary[],
  newer: ReadonlyMap<string, Summary>,
): readonly Summary[] {
  let isChanged = false
  const result = rows.map((row) => {
    const other = newer.get(row.episode_id)
    if (other === undefined || other.updated_ms < row.updated_ms) return row
    isChanged = true
    return other
  })
  return isChanged ? result : rows
}

/**
 * Adds news. Rows on the page change at once, and changes that would move a row wait.
 *
 * @param isHeld whether rows on the page also stay unchanged
 */
export function addNews(
  was: LiveRows,
  order: Order,
  { changed, gone }: { readonly changed: readonly Summary[]; readonly gone: readonly string[] },
  isHeld = false,
): LiveRows {
  const news = new Map(changed.map((row) => [row.episode_id, row]))
  const known = new Set(was.rows.map(({ episode_id: id }) => id))
  const waiting = new Map(was.waiting)
  const leaving = new Set(was.leaving)
  const moves = isHeld || order === 'updated' || order === 'reward'
  for (const [id, row] of news) {
    leaving.delete(id)
    if (known.has(id) ? moves : isInReach(was, order, row)) waiting.set(id, row)
  }
  for (const id of gone) {
    waiting.delete(id)
    if (known.has(id)) leaving.add(id)
  }
  const isBehind = was.isBehind || waiting.size > WAITING_MAX
  return {
    ...was,
    ...{ rows: isHeld ? was.rows : patched(was.rows, news), leaving, isBehind },
    waiting: isBehind ? new Map() : waiting,
  }
}

/** Lets everything that waits come to its place. */
export function settle(was: LiveRows, order: Order): LiveRows {
  if (was.waiting.size === 0 && was.leaving.size === 0) return was
  const stay = was.rows.filter(({ episode_id: id }) => !was.waiting.has(id) && !was.leaving.has(id))
  const left = was.rows.length - stay.length
  const key = KEYS[order]
  const rows = [...was.waiting.values(), ...stay].sort((one, other) => key(one) - key(other))
  const kept = rows.slice(0, ROWS_MAX)
  return {
    ...was,
    ...{ rows: kept, waiting: new Map(), leaving: new Set() },
    grown: was.grown + was.waiting.size - left,
    // A page may begin behind any episode.
    next: kept.length < rows.length ? (kept.at(-1)?.episode_id ?? null) : was.next,
  }
}

/** Appends a page. Rows that moved meanwhile may be on both pages. */
export function extend(was: LiveRows, page: readonly Summary[], next: string | null): LiveRows {
  const known = new Set(was.rows.map(({ episode_id: id }) => id))
  const more = page.filter(({ episode_id: id }) => !known.has(id))
  return { ...was, rows: [...was.rows, ...more], next }
}
