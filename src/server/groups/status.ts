import {
  buildSchedule,
  completeFeedback,
  type Feedback,
  GROUP_SIZE_MAX,
  waveAt,
} from '../../env/group.ts'
import { leaseLeftMs, pendingBefore } from '../../env/group-lease.ts'
import { WAITS_FOR_MAX } from '../../env/group-settle.ts'
import type { GroupRules, GroupState } from '../../env/group-state.ts'
import { definedMembers } from '../../sim/defined-members.ts'
import type { GroupEpisode, GroupKey } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { GroupListRequest, GroupStatusRequest } from '../../wire/requests.ts'
import type {
  GroupMemberResult,
  GroupPageResult,
  GroupStatusResult,
  GroupSummaryResult,
} from '../../wire/results.ts'
import { scanForPage } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { firstDivergence } from '../operations/first-divergence.ts'
import { damagedFault, parseOpening } from '../operations/load.ts'
import { readStore, scanStore } from '../operations/store-reads.ts'
import { type Caller, callerName, listedPrincipal, queueName } from '../principal.ts'
import { attemptsIn, countTries, readNewest } from './pages.ts'

/** The newest generation of a group. */
interface NewestGeneration {
  readonly key: GroupKey
  readonly generation: string
  /** Its stored episodes. There are none while its first opening waits. */
  readonly episodes: readonly GroupEpisode[]
  readonly openedMs: number
  readonly rules: Omit<GroupRules, 'revision' | 'feedback'> & { readonly feedback: Feedback | null }
}

/**
 * The status of a group: its stored episodes, and the rollouts that openings wait for.
 *
 * @throws Fault `group/not_found`, `episode/damaged`, `auth/missing`, `auth/forbidden`,
 *   `store/unavailable`
 */
export async function statusOperation(
  core: HostCore,
  caller: Caller,
  { run, id, principal }: GroupStatusRequest,
): Promise<GroupStatusResult> {
  const key = { principal: listedPrincipal(caller, principal) ?? queueName(caller), run, id }
  const queue = callerName(caller)
  const newest = await readKnown(core, key, queue)
  const state = core.groups.find(key)?.state
  if (newest === undefined) {
    const message = `there is no group ${shown(id)} in run ${shown(run)} for this caller`
    throw new Fault('group/not_found', message)
  }
  const members = await listMembers(core, newest, state, queue)
  const parts_at = await firstDivergence(core, queue, newest.episodes)
  const { feedback } = newest.rules
  return {
    ...toSummary(newest),
    feedback: feedback === null ? null : { ...feedback, waves: [...feedback.waves] },
    members,
    parts_at,
  }
}

async function listMembers(
  core: HostCore,
  { rules: { size, mode, feedback }, key, episodes }: NewestGeneration,
  state: GroupState | undefined,
  queue: string,
): Promise<GroupMemberResult[]> {
  const { options } = core.groups
  const fullFeedback = feedback ?? completeFeedback({}, options.feedback, size)
  const schedule = buildSchedule({ ...key, size, mode }, fullFeedback)
  const byIndex = new Map(episodes.map((episode) => [episode.index, episode]))
  const pendingIndices = new Set(state?.calls.map(({ index }) => index))
  const progress = await readProgress(core, key, queue)
  const slice = core.scheduler.timeSlice(queue)
  const members: GroupMemberResult[] = []
  for (let index = 0; index < size; index++) {
    if (slice.isUsedUp) await slice.renew()
    const { condition, after } = schedule.forMember(index)
    const episode = byIndex.get(index)
    const isOpening = episode === undefined && pendingIndices.has(index)
    const { total, steps } = progress.get(episode?.episode ?? '') ?? {}
    const nowMs = core.store.leaseMs()
    const pending = isOpening && state !== undefined ? pendingBefore(state, after, nowMs) : []
    const lease = episode?.endReason === null ? state?.rollouts[index] : undefined
    members.push({
      ...{ index, condition },
      state: memberState(episode, isOpening),
      episode_id: episode?.episode ?? null,
      end_reason: (episode?.endReason ?? null) as GroupMemberResult['end_reason'],
      success: episode?.success ?? null,
      waits_for: pending.slice(0, WAITS_FOR_MAX),
      lease_left_ms: lease === undefined ? null : leaseLeftMs(lease, options, nowMs),
      shown: episode?.condition === 'guided' ? await attemptsIn(core, episode) : [],
      score: total === undefined ? null : total / 1_000,
      steps: steps ?? null,
      wave: mode === 'independent' ? 0 : waveAt(fullFeedback.waves, index).wave,
    })
  }
  return members
}

function memberState(
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
  const conditions = definedMembers({ environment: env, task, principal: owner, run })
  const keys: GroupKey[] = []
  const scan = async (from: { readonly after?: string }): Promise<string | null> => {
    const remaining = { limit: limit - keys.length, budgetMs: READ_MS }
    const filter = { ...conditions, ...from, order, ...remaining }
    const page = await scanStore(core, caller, () => core.store.book.listGroups(filter))
    keys.push(...page.groups)
    return page.next
  }
  const isEnough = (): boolean => keys.length >= limit
  const next = await scanForPage(core, caller, { list: 'group.list', after, isEnough, scan })
  const groups: GroupSummaryResult[] = []
  for (const key of keys) {
    const newest = await readKnown(core, key, callerName(caller)).catch(reportDamage(core))
    if (newest !== undefined) groups.push(toSummary(newest))
  }
  return { groups, next }
}

/** Makes a list omit a group whose log is damaged, which would hide all others. */
const reportDamage =
  ({ log }: HostCore) =>
  (error: unknown): undefined => {
    if (!(error instanceof Fault) || error.code !== 'episode/damaged') throw error
    log.error({ error: error.message }, 'a list omits a group')
  }

/** @throws Fault `episode/damaged`, `store/unavailable` */
async function readKnown(
  core: HostCore,
  key: GroupKey,
  queue: string,
): Promise<NewestGeneration | undefined> {
  const liveState = core.groups.find(key)?.state
  const newest =
    (await readNewest(core, key, { queue, wanted: liveState?.generation })) ??
    (await readNewest(core, key, { queue }))
  if (newest === undefined) return undefined
  const { generation, episodes } = newest
  const { generation: live = generation, rules: liveRules } = liveState ?? {}
  if (live !== generation && liveRules !== undefined) {
    // It began here and has no row yet.
    const agoMs = core.store.leaseMs() - (liveState?.begunMs ?? 0)
    const openedMs = Math.round(core.store.nowMs() - agoMs)
    return { key, generation: live, episodes: [], openedMs, rules: liveRules }
  }
  const { episode, openedMs } = episodes[0] as GroupEpisode
  const openingRow = await readStore(() => core.store.log.load(episode, 0, 1))
  if (openingRow === undefined) return undefined
  if (openingRow.defect !== null) throw damagedFault(openingRow)
  const { environment: env, task, group } = parseOpening(openingRow)
  const { size = 0, mode = 'independent', feedback = null } = group ?? {}
  return {
    key,
    generation,
    episodes,
    openedMs,
    rules: { env, task: task.id, size, mode, feedback },
  }
}

/** The score and steps of a group's newest episodes, of at least as many as a group can have. */
async function readProgress(core: HostCore, { run, principal, id }: GroupKey, queue: string) {
  const filter = { run, principal, group: id, order: 'newest', limit: LISTED_MAX } as const
  const progress = new Map<string, { readonly total: number; readonly steps: number }>()
  let from: { readonly after?: string } = {}
  for (;;) {
    const look = { ...filter, ...from }
    const { episodes, next } = await core.fairReads.read(queue, () =>
      readStore(() => core.store.log.list(look)),
    )
    for (const { episode, total, steps } of episodes) progress.set(episode, { total, steps })
    if (next === null || progress.size >= GROUP_SIZE_MAX) return progress
    from = { after: next }
  }
}
/** Episodes that a list returns at once. */
const LISTED_MAX = 1_000

function toSummary({
  key,
  generation,
  episodes,
  openedMs,
  rules: { env, task, size, mode },
}: NewestGeneration): GroupSummaryResult {
  return {
    ...key,
    ...{ generation, env, task, size, mode },
    opened_ms: openedMs,
    episodes: episodes.length,
    open: episodes.filter(({ endReason }) => endReason === null).length,
    clean: countTries(episodes, 'clean'),
    guided: countTries(episodes, 'guided'),
  }
}
