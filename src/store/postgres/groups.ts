import type { GroupFilter, GroupKey, GroupPage } from '../book.ts'
import { pageSize } from '../summary.ts'
import type { Database } from './database.ts'
import { EpisodeLister } from './list.ts'
import { type LookEnd, lookAt, lookText, Values, windowEnd } from './walk.ts'

type GroupRecord = LookEnd & GroupKey & { readonly episode: string | null; readonly key: number }

/** Number of episodes that are read before the clock is checked. */
const WINDOW = 4_096

const COLUMNS = 'e.key, e.id AS episode, e.principal, e.run, e.group_id AS id'

/** Whether an episode is the one with which its group was begun. */
const IS_FIRST = `AND e.group_id IS NOT NULL AND e.run IS NOT NULL AND NOT EXISTS (
  SELECT FROM episode AS other WHERE other.group_id = e.group_id AND other.run = e.run
  AND other.principal = e.principal AND other.key < e.key)`

/**
 * One page of groups by the episodes with which they were begun, a window of episodes at a time; an
 * unknown `after` (pruned meanwhile) starts anew.
 */
export async function listGroups(database: Database, filter: GroupFilter): Promise<GroupPage> {
  const { order = 'oldest', after, limit, budgetMs, task, ...rest } = filter
  const untilMs = performance.now() + (budgetMs ?? Number.POSITIVE_INFINITY)
  const size = pageSize(limit)
  const conditions = { ...rest, ...(task === undefined ? {} : { taskId: task }), order }
  const groups: GroupKey[] = []
  let last: string | null = null
  let key = (await new EpisodeLister(database).resolveCursor(after, order))?.[1]
  for (;;) {
    const values = new Values()
    const position = key === undefined ? undefined : ([key, key] as const)
    const look = lookAt(conditions, { after: position, before: undefined }, WINDOW, values)
    const firstMemberLook = { ...look, from: `${look.from} ${IS_FIRST}` }
    const text = lookText(firstMemberLook, COLUMNS, size + 1 - groups.length)
    const rows = await database.read<GroupRecord>({ text }, values.list)
    for (const { episode, principal, run, id } of rows) {
      if (episode === null) continue
      if (groups.length === size) return { groups, next: last }
      groups.push({ principal, run, id })
      last = episode
    }
    const end = windowEnd(rows)
    if (end === undefined) return { groups, next: null }
    key = end[1]
    if (performance.now() >= untilMs) return { groups, next: await findEpisodeId(database, key) }
  }
}

async function findEpisodeId(database: Database, key: number): Promise<string | null> {
  const text = 'SELECT id FROM episode WHERE key = $1'
  const [row] = await database.read<{ id: string }>({ text }, [key])
  return row?.id ?? null
}
