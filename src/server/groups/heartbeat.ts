import { Fault } from '../../wire/faults.ts'
import type { GroupBeatRequest } from '../../wire/requests.ts'
import type { BeatResult } from '../../wire/results.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { findSession } from '../operations/load.ts'
import type { Caller } from '../principal.ts'
import { heard } from './events.ts'
import { leaseLeftMs } from './lease.ts'

/**
 * Renews the lease of a rollout, as any message of it does: for those that think for long.
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
  heard(core, session, caller.connection)
  const nowMs = core.store.leaseMs()
  const { options } = core.groups
  // A group that is not in memory has nobody waiting; it gives a whole lease when it comes back.
  const lease = core.groups.member(id)?.member.lease ?? {
    heardMs: nowMs,
    connection: caller.connection,
  }
  return { episode_id: id, lease_left_ms: leaseLeftMs(lease, options, nowMs) }
}
