import type { GroupFilter, GroupKey, GroupPage } from '../book.ts'
import { pageSize } from '../summary.ts'
import type { Database } from './database.ts'
import { EpisodeLister } from './list.ts'
import { type ChunkEnd, chunkEnd, chunkSql, scanChunk, Values } from './scan.ts'

type GroupRecord = ChunkEnd & GroupKey & { readonly episode: string | null; readonly key: number }

/** Episodes that are read before the time limit is checked. */
const CHUNK_EPISODES = 4_096

const COLUMNS = 'e.key, e.id AS episode, e.principal, e.run, e.group_id AS id'

/** SQL: the episode is the first one of its group. */
const IS_FIRST = `AND e.group_id IS NOT NULL AND e.run IS NOT NULL AND NOT EXISTS (
  SELECT FROM episode AS other WHERE other.group_id = e.group_id AND other.run = e.run
  AND other.principal = e.principal AND other.key < e.key)`

/**
 * Returns one page of groups in the order of their first episodes. It reads a chunk of episodes at
 * a time. If the episode `after` is unknown, for example pruned, the page starts at the beginning.
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
    const chunk = scanChunk(
      conditions,
      { after: position, before: undefined },
      CHUNK_EPISODES,
      values,
    )
    const firstMembersChunk = { ...chunk, from: `${chunk.from} ${IS_FIRST}` }
    const text = chunkSql(firstMembersChunk, COLUMNS, size + 1 - groups.length)
    const rows = await database.read<GroupRecord>({ text }, values.list)
    for (const { episode, principal, run, id } of rows) {
      if (episode === null) continue
      if (groups.length === size) return { groups, next: last }
      groups.push({ principal, run, id })
      last = episode
    }
    const end = chunkEnd(rows)
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
