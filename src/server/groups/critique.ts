import type { StoredEpisode } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { GroupCritiqueRequest } from '../../wire/requests.ts'
import type { CritiqueResult } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { loadEpisode } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { takeCritique } from './attempt.ts'
import { isFailedAttempt } from './group.ts'
import { advance } from './turn.ts'

/**
 * Keeps the trainer's own critique of a failed rollout. From then on it stands in the place of the
 * rules'; the first one stays.
 *
 * @throws Fault `episode/not_found`, `group/not_found`, `group/no_critique`, `store/unavailable`
 */
export async function critiqueOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id, text, resume_key: resumeKey }: GroupCritiqueRequest,
): Promise<CritiqueResult> {
  const access = accessTo('group.critique', caller, resumeKey)
  const { summary } = await loadEpisode(core, id, access, { most: 0 })
  checkWanted(summary)
  try {
    const kept = await core.store.book.putCritique(id, { source: 'posted', text, effect: null })
    if (kept.source !== 'posted' || kept.text !== text) {
      throw new Fault('group/no_critique', `episode ${id} has another critique already`)
    }
  } catch (error) {
    throw storeFault(error)
  }
  countOne(core.metrics.critiques, 'posted')
  const found = core.groups.member(id)
  if (found !== undefined) {
    const { member, group } = found
    // Without an attempt at hand it is read from the store, with this critique.
    if (member.attempt !== undefined) takeCritique(member, member.attempt, text)
    advance(core, group)
  }
  return { episode_id: id, text }
}

function checkWanted({ episode, group, endReason, success }: StoredEpisode['summary']): void {
  if (group === null) throw new Fault('group/not_found', `episode ${episode} belongs to no group`)
  if (endReason === null) {
    throw new Fault('group/no_critique', `episode ${episode} is not over: close it first`)
  }
  if (!isFailedAttempt({ reason: endReason, success: success === true, atMs: 0 })) {
    const what = success === true ? 'succeeded' : `ended as ${endReason}, which is no attempt`
    throw new Fault('group/no_critique', `episode ${episode} ${what}`)
  }
}
