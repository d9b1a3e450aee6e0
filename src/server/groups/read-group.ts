import { completeFeedback } from '../../env/group.ts'
import type { GroupRules, GroupState, StoredGroup, StoredRollout } from '../../env/group-state.ts'
import { recordedRevision } from '../../env/revision.ts'
import type { Change, GroupEpisode, GroupKey } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { loadEpisode, parseOpening } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { storedHeartbeats } from './heartbeats.ts'
import { attemptsIn, readNewest } from './pages.ts'
import { type Group, type GroupTable, isMember } from './table.ts'

/** The principal that owns a group, as a caller that may load and end its episodes. */
export const groupOwner = ({ principal }: GroupKey): Caller => ({
  kind: 'principal',
  name: principal,
  role: 'client',
})

/**
 * Processes all changes that were stored until now, and follows new ones while groups are in
 * memory.
 *
 * @throws Fault `store/unavailable`
 */
export async function followChanges(core: HostCore): Promise<void> {
  const { groups, changes } = core
  try {
    if (groups.following === undefined) {
      // Earlier changes are not known, so every group is read again.
      for (const group of groups.all()) group.isStale = true
      groups.following = changes.listen((batch) => noteStale(core, batch), false)
    }
    await groups.following
    await changes.catchUp()
  } catch (error) {
    groups.stopFollowing()
    throw storeFault(error)
  }
}

/**
 * Marks groups as stale if another server has stored a change. Groups with a waiting opening are
 * read at once. Changes by this server are already in the group's state.
 */
function noteStale({ groups }: HostCore, changes: readonly Change[]): void {
  let isWaitedFor = false
  for (const change of changes) {
    const group = staleBy(groups, change)
    if (group === undefined) continue
    group.isStale = true
    isWaitedFor ||= groups.busy.has(group)
  }
  if (isWaitedFor) groups.checkNow?.()
}

/** The group in memory whose state lacks a change; undefined if there is none. */
function staleBy(groups: GroupTable, change: Change): Group | undefined {
  const { principal, run, group: membership, isOver } = change
  if (membership === null || run === null) return undefined
  const group = groups.find({ principal, run, id: membership.id })
  if (group === undefined || group.state.endedGenerations.includes(membership.generation))
    return undefined
  if (!isMember(group, change.episode, membership)) return group
  return isOver && group.state.rollouts[membership.index]?.end === undefined ? group : undefined
}

/**
 * Reads a group from the store; undefined if all its generations are over.
 *
 * @param state the state in memory, which is not read again
 * @throws Fault `store/unavailable`
 */
export async function readGroup(
  core: HostCore,
  key: GroupKey,
  state: GroupState,
): Promise<StoredGroup | undefined> {
  const queue = key.principal
  const endedGenerations = new Set(state.endedGenerations)
  const newest = await readNewest(core, key, { queue, endedGenerations })
  if (newest === undefined) return undefined
  const { generation, episodes, generations, openEarlier } = newest
  const marks = await storedHeartbeats(core, key, generation)
  const heartbeats = new Map(marks.map((mark) => [mark.index, mark.lastHeartbeatMs]))
  const first = episodes[0] as GroupEpisode
  const isKnown = generation === state.generation
  const rollouts: StoredRollout[] = []
  for (const episode of episodes) {
    const { index } = episode
    const isSeen = isKnown && state.rollouts[index] !== undefined
    const isUnread = !isSeen && episode.condition === 'guided'
    const heartbeatMs = heartbeats.get(index)
    rollouts.push({
      ...toRollout(core, episode),
      ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
      shownIndices: isUnread
        ? await core.scheduler.begin(queue, () => attemptsIn(core, episode))
        : [],
    })
  }
  const begunMs =
    marks[0]?.begunMs ??
    (state.generation === undefined ? core.store.leaseMs() : leaseTimeMs(core, first.openedMs))
  const earlierGenerations = [...generations].filter((name) => name !== generation)
  const rules = (isKnown ? state.rules : undefined) ?? (await readRules(core, key, first))
  return {
    generation,
    rules,
    begunMs,
    earlierGenerations,
    openEarlier,
    rollouts,
    requestedIndices: [...heartbeats.keys()],
  }
}

/**
 * Converts a stored time to the clock of leases, which does not survive a restart. The result is as
 * long ago as the wall clock says, and never in the future.
 */
export const leaseTimeMs = ({ store }: HostCore, wallMs: number): number =>
  store.leaseMs() - Math.max(0, store.nowMs() - wallMs)

function toRollout(
  core: HostCore,
  { index, episode, condition, endReason, success, updatedMs }: GroupEpisode,
): Omit<StoredRollout, 'shownIndices'> {
  const rollout = { index, episode, condition: condition ?? 'clean' }
  if (endReason === null) return rollout
  const atMs = leaseTimeMs(core, updatedMs)
  return { ...rollout, end: { reason: endReason, success: success === true, atMs } }
}

/** @throws Fault if the log of the first episode is gone or damaged */
async function readRules(
  core: HostCore,
  key: GroupKey,
  { episode }: GroupEpisode,
): Promise<GroupRules> {
  const access = { caller: groupOwner(key), scope: 'view' } as const
  const opening = parseOpening(await loadEpisode(core, episode, access, { most: 1 }))
  const { size = 1, mode = 'independent', feedback } = opening.group ?? {}
  return {
    ...{ env: opening.environment, revision: recordedRevision(opening), task: opening.task.id },
    ...{ size, mode },
    feedback: feedback ?? completeFeedback({}, core.groups.options.feedback, size),
  }
}
