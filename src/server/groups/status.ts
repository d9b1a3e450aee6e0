import { completeFeedback, scheduleOf, waveOf } from '../../env/group.ts'
import { leaseLeftMs, pendingBefore } from '../../env/group-lease.ts'
import { WAITS_FOR_MAX } from '../../env/group-settle.ts'
import type { GroupState } from '../../env/group-state.ts'
import type { OpenedPayload } from '../../env/log.ts'
import type { GroupEpisode, GroupFilter, GroupKey, GroupPage } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { GroupListRequest, GroupStatusRequest } from '../../wire/requests.ts'
import type {
  GroupMemberResult,
  GroupPageResult,
  GroupStatusResult,
  GroupSummaryResult,
} from '../../wire/results.ts'
import { decodeCursorOrEpisode } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { definedMembers } from '../defined-members.ts'
import { PAGE_MS, READ_MS } from '../fair-reads.ts'
import { firstDivergence } from '../operations/first-divergence.ts'
import { damagedFault, openingOf } from '../operations/load.ts'
import { readStore, scanStore } from '../operations/store-reads.ts'
import { type Caller, callerName, listedPrincipal, ownerOf } from '../principal.ts'
import { attemptsIn, newestOf, triesOf } from './pages.ts'

/** The newest generation of a group as stored. */
interface StoredGroup {
  readonly key: GroupKey
  readonly episodes: readonly GroupEpisode[]
  /** The opening of its first episode. */
  readonly opening: OpenedPayload
}

/**
 * The status of a group: its stored episodes, and the rollouts that openings wait for.
 *
 * @throws Fault `group/not_found`, `auth/missing`, `auth/forbidden`, `store/unavailable`
 */
export async function statusOperation(
  core: HostCore,
  caller: Caller,
  { run, id, principal }: GroupStatusRequest,
): Promise<GroupStatusResult> {
  const key = { principal: listedPrincipal(caller, principal) ?? ownerOf(caller), run, id }
  const queue = callerName(caller)
  const known = await readKnown(core, key, queue)
  const state = core.groups.find(key)?.state
  if (known === undefined) {
    const message = `there is no group ${shown(id)} in run ${shown(run)} for this caller`
    throw new Fault('group/not_found', message)
  }
  const members = await membersOf(core, known, state, queue)
  const parts_at = await firstDivergence(core, queue, known.episodes)
  return { ...summaryOf(known), feedback: feedbackOf(known.opening), members, parts_at }
}

async function membersOf(
  core: HostCore,
  { opening, key, episodes }: StoredGroup,
  state: GroupState | undefined,
  queue: string,
): Promise<GroupMemberResult[]> {
  const { size = 0, mode = 'independent', feedback } = opening.group ?? {}
  const { options } = core.groups
  const whole = feedback ?? completeFeedback({}, options.feedback, size)
  const schedule = scheduleOf({ ...key, size, mode }, whole)
  const byIndex = new Map(episodes.map((episode) => [episode.index, episode]))
  const asked = new Set(state?.calls.map(({ index }) => index))
  const progress = await progressOf(core, key, queue)
  const slice = core.scheduler.timeSlice(queue)
  const members: GroupMemberResult[] = []
  for (let index = 0; index < size; index++) {
    if (slice.isUsedUp) await slice.renew()
    const { condition, after } = schedule.forMember(index)
    const episode = byIndex.get(index)
    const isOpening = episode === undefined && asked.has(index)
    const { total, steps } = progress.get(episode?.episode ?? '') ?? {}
    const nowMs = core.store.leaseMs()
    const pending = isOpening && state !== undefined ? pendingBefore(state, after, nowMs) : []
    const lease = episode?.endReason === null ? state?.rollouts[index] : undefined
    members.push({
      ...{ index, condition },
      state: stateOf(episode, isOpening),
      episode_id: episode?.episode ?? null,
      end_reason: (episode?.endReason ?? null) as GroupMemberResult['end_reason'],
      success: episode?.success ?? null,
      waits_for: pending.slice(0, WAITS_FOR_MAX),
      lease_left_ms: lease === undefined ? null : leaseLeftMs(lease, options, nowMs),
      shown: episode?.condition === 'guided' ? await attemptsIn(core, episode) : [],
      score: total === undefined ? null : total / 1_000,
      steps: steps ?? null,
      wave: mode === 'independent' ? 0 : waveOf(whole.waves, index),
    })
  }
  return members
}

function stateOf(
  episode: GroupEpisode | undefined,
  isOpening: boolean,
): GroupMemberResult['state'] {
  if (episode === undefined) return isOpening ? 'opening' : 'absent'
  return episode.endReason === null ? 'playing' : 'over'
}

/**
 * Lists groups by the time of their start.
 *
 * @throws Fault `auth/missing`, `auth/forbidden`, `store/unavailable`, `request/invalid` for an
 *   episode of others
 */
export async function listOperation(
  core: HostCore,
  caller: Caller,
  { run, principal, env, task, order, after, limit }: GroupListRequest,
): Promise<GroupPageResult> {
  const owner = listedPrincipal(caller, principal)
  const from =
    after === undefined
      ? {}
      : { after: await decodeCursorOrEpisode(core, caller, 'group.list', ['after', after]) }
  const conditions = definedMembers({ environment: env, task, principal: owner, run })
  const page = await searchGroups(core, caller, { ...conditions, ...from, order, limit })
  const groups: GroupSummaryResult[] = []
  for (const key of page.groups) {
    const known = await readKnown(core, key, callerName(caller))
    if (known !== undefined) groups.push(summaryOf(known))
  }
  return { groups, next: page.next }
}

/** A page of groups. It is short if the search takes too long. */
async function searchGroups(
  core: HostCore,
  caller: Caller,
  filter: GroupFilter,
): Promise<GroupPage> {
  const untilMs = core.nowMs() + PAGE_MS
  const groups: GroupKey[] = []
  let after = filter.after ?? null
  do {
    const rest = { ...filter, limit: filter.limit - groups.length, budgetMs: READ_MS }
    const query = after === null ? rest : { ...rest, after }
    const page = await scanStore(core, caller, () => core.store.book.listGroups(query))
    groups.push(...page.groups)
    after = page.next
  } while (after !== null && groups.length < filter.limit && core.nowMs() < untilMs)
  return { groups, next: after }
}

async function readKnown(
  core: HostCore,
  key: GroupKey,
  queue: string,
): Promise<StoredGroup | undefined> {
  // A generation that began here may have no row yet. Then the previous one is reported.
  const wanted = core.groups.find(key)?.state.generation
  const newest = await newestOf(core, key, { queue, wanted })
  const known = newest ?? (await newestOf(core, key, { queue }))
  if (known === undefined) return undefined
  const { episode } = known.episodes[0] as GroupEpisode
  const stored = await readStore(() => core.store.log.load(episode, 0, 1))
  if (stored === undefined) return undefined
  if (stored.defect !== null) throw damagedFault(stored)
  return { key, episodes: newest?.episodes ?? [], opening: openingOf(stored) }
}

/**
 * The score and steps of a group's episodes, for at most the number that a list returns at once.
 */
async function progressOf(core: HostCore, { run, principal, id }: GroupKey, queue: string) {
  const filter = { run, principal, group: id, order: 'newest', limit: LISTED_MAX } as const
  const { episodes } = await core.fairReads.read(queue, () =>
    readStore(() => core.store.log.list(filter)),
  )
  return new Map(episodes.map(({ episode, total, steps }) => [episode, { total, steps }]))
}
const LISTED_MAX = 1_000

const feedbackOf = ({ group }: OpenedPayload): GroupStatusResult['feedback'] =>
  group?.feedback == null ? null : { ...group.feedback, waves: [...group.feedback.waves] }

function summaryOf({ key, episodes, opening }: StoredGroup): GroupSummaryResult {
  return {
    ...key,
    generation: episodes[0]?.generation ?? opening.group?.generation ?? '',
    env: opening.environment,
    task: opening.task.id,
    size: opening.group?.size ?? 0,
    mode: opening.group?.mode ?? 'independent',
    opened_ms: episodes[0]?.openedMs ?? 0,
    episodes: episodes.length,
    open: episodes.filter(({ endReason }) => endReason === null).length,
    clean: triesOf(episodes, 'clean'),
    guided: triesOf(episodes, 'guided'),
  }
}
