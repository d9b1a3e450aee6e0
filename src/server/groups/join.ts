import { completeFeedback, type Feedback, type FeedbackDefaults } from '../../env/group.ts'
import { recordedRevision } from '../../env/revision.ts'
import type { Change, GroupEpisode, GroupKey } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import { endFromOutside } from '../operations/close.ts'
import { loadEpisode, openingOf } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import {
  beginGeneration,
  type Group,
  type GroupPlan,
  type MemberEnd,
  newGroup,
  newMember,
} from './group.ts'
import { type KnownPlaces, knownPlaces, leaseFrom } from './keep-places.ts'
import { newestOf } from './pages.ts'
import type { GroupTable } from './table.ts'

/** What an opening says of its group; of the feedback only what it wants different. */
export type WantedPlan = Omit<GroupPlan, 'feedback'> & { readonly feedback: Partial<Feedback> }

const completed = (wanted: WantedPlan, defaults: FeedbackDefaults): GroupPlan => ({
  ...wanted,
  feedback: completeFeedback(wanted.feedback, defaults, wanted.size),
})

/** The principal that owns a group, as one who may load its episodes. */
const ownerOf = ({ principal }: GroupKey): Caller => ({
  kind: 'principal',
  name: principal,
  role: 'client',
})

/**
 * The group that an opening belongs to, as it stands in the store, in the generation that the
 * opening names: a new one begins with an empty memory and ends what is left of the one before.
 *
 * @throws Fault `group/superseded`, `group/mismatch`, `store/unavailable`
 */
export async function joinGroup(
  core: HostCore,
  key: GroupKey,
  generation: string,
  wanted: WantedPlan,
): Promise<Group> {
  await hearOfOthers(core)
  const group = await core.groups.get(key, async () => {
    const made = newGroup(key)
    await readGroup(core, made)
    return made
  })
  await refresh(core, group)
  if (group.older.has(generation)) throw superseded(key, generation)
  if (group.generation !== generation) {
    checkGenerations(group)
    const open = [...group.members.values()].filter(({ end }) => end === undefined)
    giveUp(core, group)
    const plan = completed(wanted, core.groups.options.feedback)
    beginGeneration(group, generation, plan, core.store.leaseMs())
    supersedeOlder(
      core,
      group,
      open.map(({ episode }) => episode),
    )
  }
  checkPlan(group, wanted)
  return group
}

/** Generations of one group: those that are over are kept in mind, so that none comes back. */
const GENERATIONS_MAX = 1_000

function checkGenerations({ key, older }: Group): void {
  if (older.size < GENERATIONS_MAX) return
  const message = `group ${shown(key.id)} has had ${older.size} generations: begin another group`
  throw new Fault('capacity/groups', message)
}

/** Reads a group again if another server has stored something of it since. */
export async function refresh(core: HostCore, group: Group): Promise<void> {
  if (!group.isStale) return
  group.isStale = false
  try {
    await readGroup(core, group)
  } catch (error) {
    group.isStale = true
    throw error
  }
}

/**
 * Hears of everything that was stored until now, and goes on hearing while groups are in memory.
 *
 * @throws Fault `store/unavailable`
 */
export async function hearOfOthers(core: HostCore): Promise<void> {
  const { groups, changes } = core
  try {
    if (groups.hearing === undefined) {
      // What was stored while nobody heard is not known.
      for (const group of groups.all()) group.isStale = true
      groups.hearing = changes.listen((told) => noteStale(core, told), false)
    }
    await groups.hearing
    await changes.catchUp()
  } catch (error) {
    groups.stopHearing()
    throw storeFault(error)
  }
}

/**
 * Groups of which others have stored something are read again: at once where somebody waits.
 * What this server has stored itself is known to its groups already.
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
function staleBy(groups: GroupTable, { episode, principal, run, group: place, isOver }: Change) {
  if (place === null || run === null) return undefined
  const known = groups.member(episode)
  if (known !== undefined) return isOver && known.member.end === undefined ? known.group : undefined
  const group = groups.find({ principal, run, id: place.id })
  return group?.older.has(place.generation) === false ? group : undefined
}

async function readGroup(core: HostCore, group: Group): Promise<void> {
  const { key, older } = group
  const newest = await newestOf(core, key, { line: key.principal, over: older })
  // A newer one may have begun here while the pages were read.
  if (newest === undefined || older.has(newest.generation)) return
  const places = await knownPlaces(core, key, newest.generation)
  if (older.has(newest.generation)) return
  if (newest.generation !== group.generation) {
    const known = group.generation === undefined
    const first = newest.episodes[0] as GroupEpisode
    const plan = await planOf(core, group, first)
    if (older.has(newest.generation)) return
    giveUp(core, group)
    const begunMs =
      places.begunMs ?? (known ? core.store.leaseMs() : leaseTimeOf(core, first.openedMs))
    beginGeneration(group, newest.generation, plan, begunMs)
    for (const name of newest.generations) if (name !== newest.generation) older.add(name)
    supersedeOlder(core, group, newest.left)
  }
  for (const episode of newest.episodes) await takeEpisode(core, group, episode, places)
  takeArrivals(core, group, places)
}

/**
 * A stored time on the clock of leases, which no restart knows: as long ago as the clock on the
 * wall says, and never in the future.
 */
const leaseTimeOf = ({ store }: HostCore, wallMs: number): number =>
  store.leaseMs() - Math.max(0, store.nowMs() - wallMs)

/** Rollouts that were asked for and not opened get the grace anew: whoever asked comes again. */
function takeArrivals(core: HostCore, group: Group, { heardMs }: KnownPlaces): void {
  for (const index of heardMs.keys()) {
    if (group.members.has(index) || group.arrivals.has(index)) continue
    core.groups.arrival(group, index).heardMs = core.store.leaseMs()
  }
}

async function takeEpisode(
  core: HostCore,
  group: Group,
  given: GroupEpisode,
  places: KnownPlaces,
): Promise<void> {
  if (given.generation !== group.generation) return
  const { index, episode, endReason, success, updatedMs } = given
  const end: MemberEnd | undefined =
    endReason === null
      ? undefined
      : { reason: endReason, success: success === true, atMs: leaseTimeOf(core, updatedMs) }
  const present = group.members.get(index)
  if (present !== undefined) {
    present.end ??= end
    return
  }
  const condition = given.condition ?? 'clean'
  const { options } = core.groups
  const lease = leaseFrom(places.heardMs.get(index), core.store.leaseMs(), options)
  core.groups.admit(
    group,
    newMember({ index, episode, condition, lease, transcript: undefined }, end),
  )
  if (condition !== 'guided') return
  const access = { caller: ownerOf(group.key), scope: 'view' } as const
  const stored = await core.turns.begin(group.key.principal, () =>
    loadEpisode(core, episode, access, { most: 1 }),
  )
  for (const attempt of openingOf(stored).attempts_shown) group.shown.add(attempt.index)
}

async function planOf(core: HostCore, group: Group, first: GroupEpisode): Promise<GroupPlan> {
  const access = { caller: ownerOf(group.key), scope: 'view' } as const
  const opening = openingOf(await loadEpisode(core, first.episode, access, { most: 1 }))
  const { size = 1, mode = 'independent', feedback } = opening.group ?? {}
  return {
    env: opening.environment,
    revision: recordedRevision(opening),
    task: opening.task.id,
    size,
    mode,
    feedback: feedback ?? completeFeedback({}, core.groups.options.feedback, size),
  }
}

/** The fault for whoever speaks for a generation that was given up. */
export const superseded = ({ id }: GroupKey, generation: string): Fault =>
  new Fault('group/superseded', `generation ${shown(generation)} of group ${shown(id)} is over`)

/** Refuses whoever waits in the present generation, and forgets its rollouts. */
function giveUp(core: HostCore, group: Group): void {
  const { generation } = group
  if (generation === undefined) return
  for (const waiter of [...group.waiters]) waiter.refuse(superseded(group.key, generation))
  core.groups.dismiss(group)
}

/** Ends open rollouts of older generations; nobody waits for it. */
function supersedeOlder(core: HostCore, group: Group, episodes: readonly string[]): void {
  const end = async (): Promise<void> => {
    for (const episode of episodes) await supersede(core, group, episode)
  }
  end().catch((error) => {
    core.log.warn({ group: group.key.id, error: String(error) }, 'older rollouts were not ended')
  })
}

/** Ends a rollout of an older generation. */
export async function supersede(core: HostCore, group: Group, episode: string): Promise<void> {
  await endFromOutside(core, ownerOf(group.key), episode, 'superseded')
  core.metrics.groupsSuperseded += 1
}

/** The common case, in which an opening says nothing that is not said already. */
function isPlan(plan: GroupPlan, wanted: WantedPlan): boolean {
  const { env, revision, task, size, mode, feedback } = wanted
  if (
    plan.env !== env ||
    plan.revision !== revision ||
    plan.task !== task ||
    plan.size !== size ||
    plan.mode !== mode
  ) {
    return false
  }
  for (const _ in feedback) return false
  return true
}

/** @throws Fault `group/mismatch` naming the first member that differs */
function checkPlan({ key, plan }: Group, wanted: WantedPlan): void {
  if (plan === undefined || isPlan(plan, wanted)) return
  const { feedback, ...own } = completed(wanted, plan.feedback)
  const { feedback: begunFeedback, ...begunOwn } = plan
  const begun: Readonly<Record<string, unknown>> = { ...begunOwn, ...begunFeedback }
  for (const [name, value] of Object.entries({ ...own, ...feedback })) {
    const [first, now] = [JSON.stringify(begun[name]), JSON.stringify(value)]
    if (first === now) continue
    const message = `group ${shown(key.id)} was begun with ${name} ${first}, not ${now}`
    throw new Fault('group/mismatch', message)
  }
}
