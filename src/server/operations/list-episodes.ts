import type { EpisodeFilter } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, whoseToList } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { storeFault } from './rows.ts'

/**
 * A page of episodes in order of opening.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`
 */
export async function listEpisodes(
  core: HostCore,
  caller: Caller,
  query: CheckedParams<'episode.list'>,
): Promise<Result<'episode.list'>> {
  const { env, task, end_reason, principal, ...same } = query
  const conditions = {
    ...same,
    environment: env,
    taskId: task,
    endReason: end_reason,
    principal: whoseToList(caller, principal),
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  try {
    const page = await core.store.log.list(Object.fromEntries(given) as unknown as EpisodeFilter)
    return { episodes: page.episodes.map(summaryResult), next: page.next }
  } catch (error) {
    throw storeFault(error)
  }
}
