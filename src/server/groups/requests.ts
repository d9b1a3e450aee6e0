import { isAttempt } from '../../env/group.ts'
import { leaseLeftMs } from '../../env/group-lease.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { GroupBeatRequest, GroupCritiqueRequest } from '../../wire/requests.ts'
import type { BeatResult, CritiqueResult } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { findSession, loadEpisode } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'
import type { Caller } from '../principal.ts'
import { shareHeartbeat } from './heartbeats.ts'
import { feed, recordActivity, toLink } from './shell.ts'

/**
 * Renews the lease of a rollout, like every message of it. It is for agents that think for a long
 * time.
 *
 * @throws Fault `episode/not_found`, `group/not_found`, `store/unavailable`
 */
export async function heartbeatOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id, resume_key: resumeKey }: GroupBeatRequest,
): Promise<BeatResult> {
  const session = await findSession(core, id, accessTo('group.beat', caller, resumeKey))
  if (session.index.group === null) {
    throw new Fault('group/not_found', `episode ${id} belongs to no group`)
  }
  recordActivity(core, session, caller.connection, true)
  const nowMs = core.store.leaseMs()
  const member = core.groups.member(id, session.index)
  // In a group that is not in memory no opening waits here.
  if (member === undefined && session.state.end === undefined) await shareHeartbeat(core, session)
  const fullLease = { heartbeatMs: nowMs, link: toLink(caller.connection) }
  const lease = member?.group.state.rollouts[member.index] ?? fullLease
  return { episode_id: id, lease_left_ms: leaseLeftMs(lease, core.groups.options, nowMs) }
}

/**
 * Stores the trainer's own critique of a failed rollout. It replaces the critique by rules. A later
 * posted critique is refused.
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
  const posted = { source: 'posted', text, effect: null } as const
  const storedCritique = await readStore(() => core.store.book.putCritique(id, posted))
  if (storedCritique.source !== 'posted' || storedCritique.text !== text) {
    throw new Fault('group/no_critique', `episode ${id} has another critique already`)
  }
  countOne(core.metrics.critiques, 'posted')
  const member = core.groups.member(summary.episode, summary)
  if (member !== undefined) {
    const { group, generation, index } = member
    feed(core, group, { kind: 'critique_posted', text, generation, index })
  }
  return { episode_id: id, text }
}

function checkWanted({ episode, group, endReason, success }: StoredEpisode['summary']): void {
  if (group === null) throw new Fault('group/not_found', `episode ${episode} belongs to no group`)
  if (endReason === null) {
    throw new Fault('group/no_critique', `episode ${episode} is not over: close it first`)
  }
  if (success === true || !isAttempt(endReason)) {
    const outcome = success === true ? 'succeeded' : `ended as ${endReason}, which is no attempt`
    throw new Fault('group/no_critique', `episode ${episode} ${outcome}`)
  }
}
