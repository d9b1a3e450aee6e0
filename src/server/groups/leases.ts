import type { StoredActivity } from '../../env/group-state.ts'
import type { HostCore } from '../core.ts'
import { readStore } from '../operations/store-reads.ts'
import { storedHeartbeats } from './heartbeats.ts'
import { leaseTimeMs } from './read-group.ts'
import type { Group, Member } from './table.ts'

/** A rollout of the current generation of a group. */
type RolloutName = Pick<Member, 'index'> & { readonly episode: string }

/**
 * Reads when other servers last had a message of these rollouts: their stored heartbeats, and rows
 * that this server did not write. Only rollouts whose leases seem over are read, so a step costs
 * nothing more.
 *
 * @throws Fault `store/unavailable`
 */
export async function readActivity(
  core: HostCore,
  { key, state }: Group,
  rollouts: readonly RolloutName[],
): Promise<ReadonlyMap<number, StoredActivity>> {
  const heartbeats = await storedHeartbeats(core, key, state.generation ?? '')
  const lastMs = new Map(heartbeats.map((mark) => [mark.index, mark.lastHeartbeatMs]))
  const activity = new Map<number, StoredActivity>()
  for (const { index, episode } of rollouts) {
    const read = (): Promise<number | undefined> => lastForeignRowMs(core, episode)
    const rowMs = await core.scheduler.begin(key.principal, read)
    const times = [lastMs.get(index), rowMs].filter((atMs) => atMs !== undefined)
    activity.set(index, times.length === 0 ? 'none' : Math.max(...times))
  }
  return activity
}

/**
 * When the last row of an episode was stored, by the clock of leases. Undefined if this server
 * stored it. A row of its own may be later than the end of the connection that asked for it, and
 * must not prolong the lease.
 */
async function lastForeignRowMs(core: HostCore, episode: string): Promise<number | undefined> {
  const storedEpisode = await readStore(() => core.store.log.load(episode, 0, 0))
  if (storedEpisode === undefined) return undefined
  const { steps, updatedMs } = storedEpisode.summary
  const session = core.sessions.get(episode)
  const isOwn = session !== undefined && steps <= session.position
  return isOwn ? undefined : leaseTimeMs(core, updatedMs)
}
