import { completeFeedback, isAttempt, type Schedule, scheduleOf, waveOf } from '../../env/group.ts'
import { leaseLeftMs, pendingBefore } from '../../env/group-lease.ts'
import { WAITS_FOR_MAX } from '../../env/group-settle.ts'
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
import { episodePlace } from '../caller-places.ts'
import type { HostCore } from '../core.ts'
import { LOOK_MS, PAGE_MS } from '../fair-reads.ts'
import { damaged, openingOf } from '../operations/load.ts'
import { reading } from '../operations/reading.ts'
import { type Caller, callerName, ownerOf, whoseToList } from '../principal.ts'
import { firstDivergence } from './first-divergence.ts'
import { newestOf } from './pages.ts'
import type { Group } from './table.ts'

/** A group as the store has it, in its newest generation. */
interface StoredGroup {
  readonly key: GroupKey
  readonly episodes: readonly GroupEpisode[]
  /** The opening of its first episode. */
  readonly opening: OpenedPayload
}

/**
 * Tells how a group stands: the store's account, and who is waited for at the moment.
 *
 * @throws Fault `group/not_found`, `auth/missing`, `auth/forbidden`, `store/unavailable`
 */
export async function statusOperation(
  core: HostCore,
  caller: Caller,
  { run, id, principal }: GroupStatusRequest,
): Promise<GroupStatusResult> {
  const key = { principal: whoseToList(caller, principal) ?? ownerOf(caller), run, id }
  const line = callerName(caller)
  const known = await readKnown(core, key, line)
  const group = core.groups.find(key)
  if (known === undefined) {
    const message = `there is no group ${shown(id)} in run ${shown(run)} for this caller`
    throw new Fault('group/not_found', message)
  }
  const members = await membersOf(core, known, group, line)
  const parts_at = await firstDivergence(core, line, known.episodes)
  return { ...summaryOf(known), feedback: feedbackOf(known.opening), members, parts_at }
}

async function membersOf(
  core: HostCore,
  known: StoredGroup,
  group: Group | undefined,
  line: string,
): Promise<GroupMemberResult[]> {
  const { opening, key, episodes } = known
  const { size = 0, mode = 'independent', feedback } = opening.group ?? {}
  const plan = { run: key.run, id: key.id, size, mode }
  const whole = feedback ?? completeFeedback({}, core.groups.options.feedback, size)
  const schedule = scheduleOf(plan, whole)
  const byIndex = new Map(episodes.map((episode) => [episode.index, episode]))
  const standing = await standingOf(core, key, line)
  const share = core.turns.share(line)
  const members: GroupMemberResult[] = []
  for (let index = 0; index < size; index++) {
    if (share.isUsedUp) await share.renew()
    const episode = byIndex.get(index)
    const shown = episode?.condition === 'guided' ? await shownIn(core, episode) : []
    const { total, steps } = standing.get(episode?.episode ?? '') ?? {}
    members.push({
      ...memberResult(core, { schedule, episode, group }, index),
      shown,
      score: total === undefined ? null : total / 1_000,
      steps: steps ?? null,
      wave: mode === 'independent' ? 0 : waveOf(whole.waves, index),
    })
  }
  return members
}

/**
 * Lists groups by when they were begun.
 *
 * @throws Fault `auth/missing`, `auth/forbidden`, `store/unavailable`, `request/invalid` for an
 *   episode of others
 */
export async function listOperation(
  core: HostCore,
  caller: Caller,
  { run, principal, env, task, order, after, limit }: GroupListRequest,
): Promise<GroupPageResult> {
  const whose = whoseToList(caller, principal)
  const from =
    after === undefined
      ? {}
      : { after: await episodePlace(core, caller, 'group.list', ['after', after]) }
  const conditions = {
    order,
    ...(env === undefined ? {} : { environment: env }),
    ...(task === undefined ? {} : { task }),
    ...(whose === undefined ? {} : { principal: whose }),
    ...(run === undefined ? {} : { run }),
  }
  const page = await searchGroups(core, caller, { ...conditions, ...from, limit })
  const groups: GroupSummaryResult[] = []
  for (const key of page.groups) {
    const known = await readKnown(core, key, callerName(caller))
    if (known !== undefined) groups.push(summaryOf(known))
  }
  return { groups, next: page.next }
}

/** A page of groups, as short as it is when the search for it takes too long. */
async function searchGroups(
  core: HostCore,
  caller: Caller,
  filter: GroupFilter,
): Promise<GroupPage> {
  const untilMs = core.nowMs() + PAGE_MS
  const groups: GroupKey[] = []
  let after = filter.after ?? null
  do {
    const rest = { ...filter, limit: filter.limit - groups.length, budgetMs: LOOK_MS }
    const look = after === null ? rest : { ...rest, after }
    const page = await core.reads.look(callerName(caller), () =>
      reading(() => core.store.book.listGroups(look)),
    )
    groups.push(...page.groups)
    after = page.next
  } while (after !== null && groups.length < filter.limit && core.nowMs() < untilMs)
  return { groups, next: after }
}

async function readKnown(
  core: HostCore,
  key: GroupKey,
  line: string,
): Promise<StoredGroup | undefined> {
  // One that was begun here may have no row yet; what is told of it then is of the one before.
  const wanted = core.groups.find(key)?.state.generation
  const newest = await newestOf(core, key, { line, wanted })
  const known = newest ?? (await newestOf(core, key, { line }))
  if (known === undefined) return undefined
  const { episode } = known.episodes[0] as GroupEpisode
  const stored = await reading(() => core.store.log.load(episode, 0, 1))
  if (stored === undefined) return undefined
  if (stored.defect !== null) throw damaged(stored)
  return { key, episodes: newest?.episodes ?? [], opening: openingOf(stored) }
}

/** How far the episodes of a group have come, as many as a list tells of at once. */
async function standingOf(core: HostCore, { run, principal, id }: GroupKey, line: string) {
  const filter = { run, principal, group: id, order: 'newest', limit: LISTED_MAX } as const
  const { episodes } = await core.reads.look(line, () => reading(() => core.store.log.list(filter)))
  return new Map(episodes.map(({ episode, total, steps }) => [episode, { total, steps }]))
}
const LISTED_MAX = 1_000

/** The rollouts whose attempts an opening showed, as far as that can be read. */
export async function shownIn(core: HostCore, { episode }: GroupEpisode): Promise<number[]> {
  const stored = await reading(() => core.store.log.load(episode, 0, 1))
  if (stored === undefined || stored.defect !== null) return []
  return openingOf(stored).attempts_shown.map(({ index }) => index)
}

const feedbackOf = ({ group }: OpenedPayload): GroupStatusResult['feedback'] =>
  group?.feedback == null ? null : { ...group.feedback, waves: [...group.feedback.waves] }

function summaryOf({ key, episodes, opening }: StoredGroup): GroupSummaryResult {
  const tries = (condition: string): GroupSummaryResult['clean'] => {
    const own = episodes.filter((episode) => episode.condition === condition).map(endOf)
    return {
      attempts: own.filter((end) => end !== undefined && (end.success || isAttempt(end.reason)))
        .length,
      successes: own.filter((end) => end?.success === true).length,
    }
  }
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
    clean: tries('clean'),
    guided: tries('guided'),
  }
}

const endOf = ({ endReason, success }: GroupEpisode) =>
  endReason === null ? undefined : { reason: endReason, success: success === true }

interface Placed {
  readonly schedule: Schedule
  readonly episode: GroupEpisode | undefined
  readonly group: Group | undefined
}

function memberResult(
  core: HostCore,
  { schedule, episode, group }: Placed,
  index: number,
): Omit<GroupMemberResult, 'shown' | 'score' | 'steps' | 'wave'> {
  const place = schedule.place(index)
  const nowMs = core.store.leaseMs()
  const { options } = core.groups
  const { state } = group ?? {}
  const isAsked = state?.calls.some((call) => call.index === index) === true
  const isOpening = episode === undefined && isAsked
  const pending = isOpening ? pendingBefore(state, place.after, nowMs) : []
  const lease = state?.rollouts[index]
  return {
    index,
    condition: place.condition,
    state: stateOf(episode, isOpening),
    episode_id: episode?.episode ?? null,
    end_reason: (episode?.endReason ?? null) as GroupMemberResult['end_reason'],
    success: episode?.success ?? null,
    waits_for: pending.slice(0, WAITS_FOR_MAX),
    lease_left_ms:
      episode?.endReason === null && lease !== undefined
        ? leaseLeftMs(lease, options, nowMs)
        : null,
  }
}

function stateOf(
  episode: GroupEpisode | undefined,
  isOpening: boolean,
): GroupMemberResult['state'] {
  if (episode === undefined) return isOpening ? 'opening' : 'absent'
  return episode.endReason === null ? 'playing' : 'over'
}
