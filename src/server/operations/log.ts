import type { CheckedParams, Result } from '../../wire/operations.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { rowResult } from '../views.ts'
import { loadEpisode } from './load.ts'

/**
 * The rows of an episode from a position on, in the form that the caller may see.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function readLog(
  core: HostCore,
  caller: Caller,
  { episode_id: id, from, public: isPublic, resume_key: resumeKey }: CheckedParams<'episode.log'>,
): Promise<Result<'episode.log'>> {
  const storedEpisode = await loadEpisode(core, id, accessTo('episode.log', caller, resumeKey), {
    from,
  })
  const { environment } = storedEpisode.summary
  const slice = core.scheduler.timeSlice(callerName(caller))
  const sees = seesAll(caller) && !isPublic
  const rows: Result<'episode.log'> = []
  for (const row of storedEpisode.rows) {
    if (slice.isUsedUp) await slice.renew()
    rows.push(rowResult(core, row, environment, sees))
  }
  return rows
}
