import type { EpisodeFilter, EpisodePage, EpisodeSummary } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, whoseToList } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { storeFault } from './rows.ts'

/** So many episodes are searched in a turn, a few milliseconds of work. */
const SEARCHED_MAX = 2_000

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
  const filter = Object.fromEntries(given) as unknown as EpisodeFilter
  const episodes: EpisodeSummary[] = []
  let { after } = filter
  for (;;) {
    const page = await listPage(core, {
      ...filter,
      ...(after === undefined ? {} : { after }),
      limit: filter.limit - episodes.length,
      searchMax: SEARCHED_MAX,
    })
    episodes.push(...page.episodes)
    if (page.next === null || episodes.length === filter.limit) {
      return { episodes: episodes.map(summaryResult), next: page.next }
    }
    after = page.next
    await core.turns.next(callerName(caller))
  }
}

async function listPage({ store }: HostCore, filter: EpisodeFilter): Promise<EpisodePage> {
  try {
    return await store.log.list(filter)
  } catch (error) {
    throw storeFault(error)
  }
}
