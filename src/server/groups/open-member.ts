import type { GroupDecision } from '../../env/group-state.ts'
import { Fault } from '../../wire/faults.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import { openPlanned, repeatedOpening } from '../operations/open-planned.ts'
import { type Caller, callerName } from '../principal.ts'
import type { WaitOptions } from './options.ts'
import { decidedEpisode, type MemberPlan } from './plan.ts'
import { followChanges } from './read-group.ts'
import { refusalFault } from './refusal.ts'
import { feed, refresh, toLink, watch } from './shell.ts'
import type { Group, OpeningAnswer } from './table.ts'

/**
 * Opens a rollout of a group. In a group with feedback, the group decides when and how.
 *
 * @throws Fault of the areas `group`, `episode`, `store`, `capacity`
 */
export async function openMember(
  core: HostCore,
  caller: Caller,
  plan: MemberPlan,
  wait: WaitOptions,
): Promise<OpenResult> {
  if (plan.group.mode === 'independent') {
    const decided = { condition: 'clean', feedback: null } as const
    const result = await openPlanned(core, caller, decidedEpisode(plan, decided))
    const feedbackGroup = core.groups.find(plan.key)
    if (feedbackGroup !== undefined) feedbackGroup.isStale = true
    return result
  }
  const group = await currentGroup(core, plan)
  const { generation, index } = plan.group
  core.groups.calls += 1
  const call = String(core.groups.calls)
  try {
    const answer = await ask(core, caller, group, plan, { call, wait })
    // All members of a wave may open at once, so each waits for its turn.
    const queue = callerName(caller)
    if (answer.kind === 'open') {
      return await core.scheduler.begin(queue, () => openAs(core, caller, group, plan, answer))
    }
    watch(core, { group, generation, index }, caller.connection)
    return await repeatedOpening(core, caller, answer.episode, plan.beginning.requestDigest)
  } catch (error) {
    feed(core, group, { kind: 'call_ended', call })
    // A group exists from its first stored row. It stays in memory if the caller must ask again.
    // Otherwise the wait for rollouts that never arrive would start again each time.
    const mustAskAgain = error instanceof Fault && error.code === 'group/would_wait'
    if (!mustAskAgain) core.groups.dropIfEmpty(group)
    throw error
  }
}

/** The group of a plan, up to date with the store. */
async function currentGroup(core: HostCore, { key }: MemberPlan): Promise<Group> {
  for (;;) {
    await followChanges(core)
    const group = await core.groups.get(key, (newGroup) => refresh(core, newGroup))
    await refresh(core, group)
    // It may have been dropped meanwhile.
    if (core.groups.find(key) === group) return group
  }
}

/** Asks the group for permission. Resolves when the rollout may open. */
function ask(
  core: HostCore,
  { connection }: Caller,
  group: Group,
  { step, rules, attemptsMax, mayWait, group: { generation, index } }: MemberPlan,
  { call, wait }: { readonly call: string; readonly wait: WaitOptions },
): Promise<OpeningAnswer> {
  return new Promise((answer, refuse) => {
    const opening = { generation, index, wait, answer, refuse, stopWaiting: undefined }
    group.openings.set(call, opening)
    feed(core, group, {
      kind: 'open_requested',
      call,
      generation,
      index,
      mayWait: mayWait && wait.waitMs !== 0,
      step,
      attemptsMax,
      link: toLink(connection),
      rules,
    })
  })
}

/** Opens and stores the rollout that its group has permitted. */
async function openAs(
  core: HostCore,
  caller: Caller,
  group: Group,
  plan: MemberPlan,
  { call, condition, attempts }: Extract<GroupDecision, { kind: 'open' }>,
): Promise<OpenResult> {
  const { connection } = caller
  const { generation, index } = plan.group
  const feedback = group.state.rules?.feedback ?? null
  const beginning = decidedEpisode(plan, { condition, feedback }, attempts)
  let result: OpenResult
  try {
    result = await openPlanned(core, caller, beginning)
  } catch (error) {
    // It may have been stored despite the error.
    group.isStale = true
    throw error
  }
  const decisions = feed(core, group, {
    kind: 'opened',
    call,
    generation,
    index,
    episode: result.episode_id,
    condition,
    link: toLink(connection),
    shownIndices: (result.attempts ?? []).map((attempt) => attempt.index),
  })
  const refusal = decisions.find((decision) => decision.kind === 'refuse')
  if (refusal !== undefined) throw refusalFault(group, refusal, plan.group)
  watch(core, { group, generation, index }, connection)
  return result
}
