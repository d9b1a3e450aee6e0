import type { GroupFilter, GroupKey, StoredGroupPage } from './book.ts'
import type { ScanSource } from './episode-lister.ts'
import type { EpisodeConditions } from './episode-log.ts'
import { pageSize } from './summary.ts'

/** A group with its first episode. */
export interface FoundGroup extends GroupKey {
  readonly episode: string
}

/** The reads of a database that lists of groups are made of. */
export interface GroupSource extends Pick<ScanSource, 'positionsOf'> {
  /** Groups whose first episode matches, from a chunk after a key; `end` is the last key of it. */
  groups(
    conditions: EpisodeConditions,
    order: 'oldest' | 'newest',
    after: number | undefined,
    limit: number,
  ): Promise<{ readonly groups: readonly FoundGroup[]; readonly end: number | undefined }>
  /** The id of an episode; null if it is gone. */
  episodeId(key: number): Promise<string | null>
}

/**
 * Returns one page of groups in the order of their first episodes. It reads a chunk of episodes at
 * a time. If the episode `after` is unknown, for example pruned, the page starts at the beginning.
 */
export async function listGroups(
  source: GroupSource,
  filter: GroupFilter,
): Promise<StoredGroupPage> {
  const { order = 'oldest', after, limit, budgetMs, task, ...rest } = filter
  const untilMs = performance.now() + (budgetMs ?? Number.POSITIVE_INFINITY)
  const size = pageSize(limit)
  const conditions = task === undefined ? rest : { ...rest, taskId: task }
  const groups: GroupKey[] = []
  let last: string | null = null
  let key =
    after === undefined ? undefined : (await source.positionsOf([after], order)).get(after)?.[1]
  for (;;) {
    const missing = size + 1 - groups.length
    const { groups: found, end } = await source.groups(conditions, order, key, missing)
    for (const { episode, principal, run, id } of found) {
      if (groups.length === size) return { groups, next: last }
      groups.push({ principal, run, id })
      last = episode
    }
    if (end === undefined) return { groups, next: null }
    key = end
    if (performance.now() < untilMs) continue
    const next = await source.episodeId(end)
    // An episode that was pruned meanwhile is no cursor, and the list has not ended.
    if (next !== null) return { groups, next }
  }
}
