import { placesOf } from '../../env/group.ts'
import type { OpenedPayload } from '../../env/log.ts'
import type { GroupEpisode, GroupKey, StoredEpisode } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { GroupListRequest, GroupStatusRequest } from '../../wire/requests.ts'
import type {
  GroupMemberResult,
  GroupPageResult,
  GroupStatusResult,
  GroupSummaryResult,
} from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import { damaged, openingOf } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { seesAll } from '../views.ts'
import { type Group, isLesson, pendingBefore } from './group.ts'
import { leaseEndMs } from './lease.ts'

const PAGE_GROUPS = 100

/** A group as the store has it, in its newest generation. */
interface Known {
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
  const key = { principal: principalOf(caller, principal) ?? callersName(caller), run, id }
  const known = await reading(() => readKnown(core, key))
  const group = core.groups.find(key)
  if (known === undefined) {
    const message = `there is no group ${shown(id)} in run ${shown(run)} for this caller`
    throw new Fault('group/not_found', message)
  }
  const members = await Promise.all(
    Array.from({ length: known.opening.group?.size ?? 0 }, (_, index) =>
      reading(() => memberResult(core, known, group, index)),
    ),
  )
  return { ...summaryOf(known), feedback: feedbackOf(known.opening), members }
}

/**
 * Lists groups in the order in which they were begun.
 *
 * @throws Fault `auth/missing`, `auth/forbidden`, `store/unavailable`
 */
export async function listOperation(
  core: HostCore,
  caller: Caller,
  { run, principal, after, limit = PAGE_GROUPS }: GroupListRequest,
): Promise<GroupPageResult> {
  const whose = principalOf(caller, principal)
  return reading(async () => {
    const page = await core.store.listGroups({
      limit,
      ...(whose === undefined ? {} : { principal: whose }),
      ...(run === undefined ? {} : { run }),
      ...(after === undefined ? {} : { after }),
    })
    const known = await Promise.all(page.groups.map((key) => readKnown(core, key)))
    const groups = known.flatMap((group) => (group === undefined ? [] : [summaryOf(group)]))
    return { groups, next: page.next }
  })
}

/** Whose groups a caller may ask for; undefined: everybody's. */
function principalOf(caller: Caller, asked: string | undefined): string | undefined {
  if (seesAll(caller)) return asked
  const own = callersName(caller)
  if (asked === undefined || asked === own) return own
  throw new Fault('auth/forbidden', 'the groups of other principals need the role admin')
}

function callersName(caller: Caller): string {
  if (caller.kind === 'principal') return caller.name
  throw new Fault('auth/missing', 'a resume key gives access to one episode and to no group')
}

async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw storeFault(error)
  }
}

async function readKnown(core: HostCore, key: GroupKey): Promise<Known | undefined> {
  const all = await core.store.groupEpisodes(key)
  const seen = [...new Set(all.map(({ generation }) => generation))]
  const newest = core.groups.find(key)?.generation ?? seen.at(-1)
  const episodes = all.filter(({ generation }) => generation === newest)
  const first = episodes[0] ?? all.at(-1)
  const stored = first === undefined ? undefined : await core.store.load(first.episode)
  if (stored === undefined) return undefined
  if (stored.defect !== null) throw damaged(stored)
  return { key, episodes, opening: openingOf(stored) }
}

const feedbackOf = ({ group }: OpenedPayload): GroupStatusResult['feedback'] =>
  group?.feedback == null ? null : { ...group.feedback, waves: [...group.feedback.waves] }

function summaryOf({ key, episodes, opening }: Known): GroupSummaryResult {
  const tries = (condition: string): GroupSummaryResult['clean'] => {
    const own = episodes.filter((episode) => episode.condition === condition).map(endOf)
    return {
      attempts: own.filter((end) => end !== undefined && (end.success || isLesson(end))).length,
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

const endOf = ({ endReason, success, updatedMs }: GroupEpisode) =>
  endReason === null ? undefined : { reason: endReason, success: success === true, atMs: updatedMs }

async function memberResult(
  core: HostCore,
  { episodes, opening, key }: Known,
  group: Group | undefined,
  index: number,
): Promise<GroupMemberResult> {
  const episode = episodes.find((candidate) => candidate.index === index)
  const { size = 0, mode = 'independent', feedback } = opening.group ?? {}
  const schedule = feedback ?? core.groups.options.feedback
  const place = placesOf({ run: key.run, id: key.id, size, mode }, schedule)[index]
  const stored = episode === undefined ? undefined : await core.store.load(episode.episode)
  const calls = group?.arrivals.get(index)?.calls ?? 0
  const nowMs = core.store.nowMs()
  const { options } = core.groups
  const isOpening = episode === undefined && calls > 0
  const pending =
    isOpening && group !== undefined ? pendingBefore(group, place?.after ?? 0, nowMs, options) : []
  const lease = group?.members.get(index)?.lease
  return {
    index,
    condition: place?.condition ?? 'clean',
    state: stateOf(episode, isOpening),
    episode_id: episode?.episode ?? null,
    end_reason: (episode?.endReason ?? null) as GroupMemberResult['end_reason'],
    success: episode?.success ?? null,
    waits_for: pending,
    shown: stored === undefined || stored.defect !== null ? [] : shownIn(stored),
    lease_left_ms:
      episode?.endReason === null && lease !== undefined
        ? Math.max(0, leaseEndMs(lease, options) - nowMs)
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

const shownIn = (stored: StoredEpisode): number[] =>
  openingOf(stored).attempts_shown.map(({ index }) => index)
