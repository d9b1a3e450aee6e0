import { completeFeedback } from '../../env/group.ts'
import type { GroupRules, GroupState, StoredGroup, StoredRollout } from '../../env/group-state.ts'
import { recordedRevision } from '../../env/revision.ts'
import type { Change, GroupEpisode, GroupKey } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { loadEpisode, openingOf } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { storedHeartbeats } from './heartbeats.ts'
import { newestOf, shownIn } from './pages.ts'
import { type Group, type GroupTable, isMember } from './table.ts'

/** The principal that owns a group, as a caller that may load and end its episodes. */
export const ownerOf = ({ principal }: GroupKey): Caller => ({
  kind: 'principal',
  name: principal,
  role: 'client',
})

/**
 * Learns of everything that was stored until now, and follows changes while groups are in memory.
 *
 * @throws Fault `store/unavailable`
 */
export async function followChanges(core: HostCore): Promise<void> {
  const { groups, changes } = core
  try {
    if (groups.following === undefined) {
      // Changes that were stored before are unknown.
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
 * Groups of which others have stored something are read again: at once where an opening waits.
 * Their state has what this server has stored itself.
 */
function noteStale({ groups }: HostCore, changes: readonly Change[]): void {
  let isWaitedFor = false
  for (const change of changes) {
    const group = staleBy(groups, change)
    if (group === undefined) continue
    group.isStale = true
    isWaitedFor ||= groups.busy.has(group)
  }
  if (isWaitedFor) groups.look?.()
}

/** The group in memory that does not know a change yet. */
function staleBy(groups: GroupTable, change: Change): Group | undefined {
  const { principal, run, group: place, isOver } = change
  if (place === null || run === null) return undefined
  const group = groups.find({ principal, run, id: place.id })
  if (group === undefined || group.state.over.includes(place.generation)) return undefined
  if (!isMember(group, change.episode, place)) return group
  return isOver && group.state.rollouts[place.index]?.end === undefined ? group : undefined
}

/**
 * Reads a group from the store; undefined if it has no generation that is not over.
 *
 * @param state what this process knows, which is not read again
 * @throws Fault `store/unavailable`
 */
export async function readGroup(
  core: HostCore,
  key: GroupKey,
  state: GroupState,
): Promise<StoredGroup | undefined> {
  const line = key.principal
  const newest = await newestOf(core, key, { line, over: new Set(state.over) })
  if (newest === undefined) return undefined
  const { generation, episodes, generations, left } = newest
  const marks = await storedHeartbeats(core, key, generation)
  const heardMs = new Map(marks.map((mark) => [mark.index, mark.heardMs]))
  const first = episodes[0] as GroupEpisode
  const isKnown = generation === state.generation
  const rollouts: StoredRollout[] = []
  for (const episode of episodes) {
    const { index } = episode
    const isSeen = isKnown && state.rollouts[index] !== undefined
    const isUnread = !isSeen && episode.condition === 'guided'
    const heartbeatMs = heardMs.get(index)
    rollouts.push({
      ...rolloutOf(core, episode),
      ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
      shown: isUnread ? await core.scheduler.begin(line, () => shownIn(core, episode)) : [],
    })
  }
  const begunMs =
    marks[0]?.begunMs ??
    (state.generation === undefined ? core.store.leaseMs() : leaseTimeOf(core, first.openedMs))
  const over = [...generations].filter((name) => name !== generation)
  const asked = [...heardMs.keys()]
  const rules = (isKnown ? state.rules : undefined) ?? (await rulesOf(core, key, first))
  return { generation, rules, begunMs, over, left, rollouts, asked }
}

/**
 * A stored time on the clock of leases, which no restart knows: as long ago as the clock on the
 * wall says, and never in the future.
 */
const leaseTimeOf = ({ store }: HostCore, wallMs: number): number =>
  store.leaseMs() - Math.max(0, store.nowMs() - wallMs)

function rolloutOf(
  core: HostCore,
  { index, episode, condition, endReason, success, updatedMs }: GroupEpisode,
): Omit<StoredRollout, 'shown'> {
  const rollout = { index, episode, condition: condition ?? 'clean' }
  if (endReason === null) return rollout
  const atMs = leaseTimeOf(core, updatedMs)
  return { ...rollout, end: { reason: endReason, success: success === true, atMs } }
}

/** @throws Fault if the log of the first episode is gone or damaged */
async function rulesOf(
  core: HostCore,
  key: GroupKey,
  { episode }: GroupEpisode,
): Promise<GroupRules> {
  const access = { caller: ownerOf(key), scope: 'view' } as const
  const opening = openingOf(await loadEpisode(core, episode, access, { most: 1 }))
  const { size = 1, mode = 'independent', feedback } = opening.group ?? {}
  return {
    ...{ env: opening.environment, revision: recordedRevision(opening), task: opening.task.id },
    ...{ size, mode },
    feedback: feedback ?? completeFeedback({}, core.groups.options.feedback, size),
  }
}
