import { buildSchedule, completeFeedback, isAttempt } from './group.ts'
import { isLeaseOver, restoredLease, withStoredActivity } from './group-lease.ts'
import { settle } from './group-settle.ts'
import {
  type Call,
  type GivenRules,
  type GroupDecision,
  type GroupEvent,
  type GroupRules,
  type GroupState,
  type GroupTimes,
  newGroupState,
  type Reduced,
  type Refusal,
  type Rollout,
  type RulesDifference,
  type StoredActivity,
  type StoredGroup,
  type StoredRollout,
  unchanged,
  withItem,
  withRollout,
} from './group-state.ts'

/**
 * Applies the rules of a group: updates the state for an event and returns decisions. Pure. The
 * caller executes the decisions and returns their results as events. The cost of an event is
 * bounded by the size of the group.
 *
 * @param nowMs by a clock that never goes back
 */
export function reduceGroup(group: GroupState, event: GroupEvent, nowMs: number): Reduced {
  const { group: nextGroup, decisions } = applyEvent(group, event, nowMs)
  // A message only prolongs a wait, and a grace begins when a connection closes.
  if (event.kind === 'heartbeat' || event.kind === 'disconnected') return unchanged(nextGroup)
  const settledResult = settle(nextGroup, nowMs)
  return { group: settledResult.group, decisions: [...decisions, ...settledResult.decisions] }
}

function applyEvent(group: GroupState, event: GroupEvent, nowMs: number): Reduced {
  if (event.kind === 'open_requested') return requestOpening(group, event, nowMs)
  if (event.kind === 'opened') return addRollout(group, event, nowMs)
  if (event.kind === 'store_read') return mergeStored(group, event.group, nowMs)
  if (event.kind === 'call_ended') return unchanged(removeCall(group, event.call, nowMs))
  if (event.kind === 'wait_ended') return unchanged(endWait(group, event.call))
  if (event.kind === 'tick') return unchanged(retryFailed(group))
  const rollout = group.rollouts[event.index]
  if (event.generation !== group.generation || rollout === undefined) return unchanged(group)
  const changed =
    event.kind === 'lease_read'
      ? withReadLease(rollout, event.activityMs, group.times, nowMs)
      : changeRollout(rollout, event, nowMs)
  return unchanged(withRollout(group, event.index, changed))
}

type RolloutEvent = Extract<
  GroupEvent,
  { kind: 'heartbeat' | 'disconnected' | 'ended' | 'critique' | 'critique_posted' }
>

function changeRollout(rollout: Rollout, event: RolloutEvent, nowMs: number): Rollout {
  switch (event.kind) {
    case 'heartbeat':
      return { ...rollout, heartbeatMs: nowMs, link: event.link, leaseCheck: 'none' }
    case 'disconnected':
      return rollout.link === 'open' ? { ...rollout, link: { closedMs: nowMs } } : rollout
    case 'ended':
      return withEnd(rollout, { ...event, atMs: nowMs })
    case 'critique':
      return withWrittenCritique(rollout, event)
    case 'critique_posted':
      return typeof rollout.critique === 'object'
        ? withCritique(rollout, { ...rollout.critique, critique: event.text })
        : { ...rollout, posted: event.text }
  }
}

/** A message that arrived while the store was read counts too. */
function withReadLease(
  rollout: Rollout,
  activityMs: StoredActivity,
  times: GroupTimes,
  nowMs: number,
): Rollout {
  if (rollout.leaseCheck !== 'reading') return rollout
  if (activityMs === 'unreadable') return { ...rollout, leaseCheck: 'failed' }
  const current = withStoredActivity(rollout, activityMs, times, nowMs)
  return { ...current, leaseCheck: isLeaseOver(current, times, nowMs) ? 'expired' : 'none' }
}

const withCritique = (rollout: Rollout, critique: Rollout['critique']): Rollout => ({
  ...{ ...rollout, critique },
  isAwaitingPost: false,
})

/** A rollout ends once. */
function withEnd(
  rollout: Rollout,
  { reason, success, atMs }: NonNullable<StoredRollout['end']>,
): Rollout {
  if (rollout.end !== undefined) return rollout
  return { ...rollout, end: { success, isAttempt: isAttempt(reason), atMs } }
}

/** Stores a critique that was being written. One that the trainer posted replaces it. */
function withWrittenCritique(
  rollout: Rollout,
  { critique, isAwaitingPost = false }: Extract<GroupEvent, { kind: 'critique' }>,
): Rollout {
  if (rollout.critique !== 'writing') return rollout
  if (typeof critique !== 'object') return { ...rollout, critique }
  const { posted } = rollout
  if (posted !== undefined) return withCritique(rollout, { ...critique, critique: posted })
  return { ...rollout, critique, isAwaitingPost }
}

/** Retries critiques and reads of leases that failed. */
function retryFailed(group: GroupState): GroupState {
  const hasFailed = (rollout: Rollout | undefined): boolean =>
    rollout?.critique === 'failed' || rollout?.leaseCheck === 'failed'
  if (!group.rollouts.some(hasFailed)) return group
  const rollouts = group.rollouts.map((rollout): Rollout | undefined => {
    if (rollout === undefined || !hasFailed(rollout)) return rollout
    const { critique, leaseCheck } = rollout
    return {
      ...rollout,
      critique: critique === 'failed' ? 'missing' : critique,
      leaseCheck: leaseCheck === 'failed' ? 'none' : leaseCheck,
    }
  })
  return { ...group, rollouts }
}

/** A group remembers each of its generations, so that none comes back. */
const GENERATIONS_MAX = 1_000

/** Maximum number of concurrent calls for one rollout. Retrying clients close the earlier call. */
const CALLS_PER_ROLLOUT_MAX = 8

/** The call of an opening, in the generation that it names. */
function requestOpening(
  group: GroupState,
  event: Extract<GroupEvent, { kind: 'open_requested' }>,
  nowMs: number,
): Reduced {
  const { call: id, generation, rules, index, mayWait, step = 0, attemptsMax, link } = event
  const refusal = findRefusal(group, event)
  if (refusal !== undefined) {
    return { group, decisions: [{ kind: 'refuse', call: id, ...refusal }] }
  }
  const reduced =
    generation === group.generation
      ? unchanged(retryFailed(group))
      : beginGeneration(group, {
          ...{ generation, begunMs: nowMs, openEarlier: [] },
          rules: {
            ...rules,
            feedback: completeFeedback(rules.feedback, group.defaults, rules.size),
          },
        })
  const bound = attemptsMax === undefined ? {} : { attemptsMax }
  const call: Call = { id, index, mayWait, step, link, state: 'queued', ...bound }
  return { ...reduced, group: { ...reduced.group, calls: [...reduced.group.calls, call] } }
}

function findRefusal(
  { generation: present, endedGenerations, rules, calls }: GroupState,
  { generation, index, rules: requestedRules }: Extract<GroupEvent, { kind: 'open_requested' }>,
): Refusal | undefined {
  if (generation !== present) {
    if (endedGenerations.includes(generation)) return { fault: 'superseded' }
    return endedGenerations.length >= GENERATIONS_MAX
      ? { fault: 'too_many_generations' }
      : undefined
  }
  const difference = rules === undefined ? undefined : findDifference(rules, requestedRules)
  if (difference !== undefined) return { fault: 'mismatch', difference }
  const sameIndexCalls = calls.filter((call) => call.index === index)
  return sameIndexCalls.length < CALLS_PER_ROLLOUT_MAX
    ? undefined
    : { fault: 'would_wait', waitsFor: [index] }
}

/** The first setting that differs from the group's rules. Missing settings never differ. */
function findDifference(
  presentRules: GroupRules,
  requestedRules: GivenRules,
): RulesDifference | undefined {
  return (
    firstDifference(presentRules, requestedRules) ??
    firstDifference(presentRules.feedback, requestedRules.feedback)
  )
}

/** The first member that is given differently, but for the feedback, which has its own. */
function firstDifference(present: object, requested: object): RulesDifference | undefined {
  for (const name in requested) {
    if (name === 'feedback') continue
    const [ours, theirs] = [present[name as never], requested[name as never]] as [unknown, unknown]
    if (ours === theirs || JSON.stringify(ours) === JSON.stringify(theirs)) continue
    return { name, begun: ours, given: theirs }
  }
  return undefined
}

/** Begins a generation without attempts, and ends the open episodes of earlier ones. */
function beginGeneration(
  group: GroupState,
  {
    generation,
    rules,
    begunMs,
    openEarlier,
  }: Pick<StoredGroup, 'generation' | 'rules' | 'begunMs' | 'openEarlier'>,
): Reduced {
  const { name, times, defaults, endedGenerations, calls, rollouts } = group
  const openRollouts = rollouts.filter(
    (rollout) => rollout !== undefined && rollout.end === undefined,
  )
  const toEnd = new Set([...openRollouts.map((rollout) => rollout?.episode ?? ''), ...openEarlier])
  const decisions: GroupDecision[] = [
    ...calls
      .filter(({ state }) => state !== 'opening')
      .map(({ id }) => ({ kind: 'refuse', call: id, fault: 'superseded' }) as const),
    ...[...toEnd].map((episode) => ({ kind: 'end', episode }) as const),
  ]
  const { size, mode, feedback } = rules
  const newGroup = {
    ...newGroupState(name, times, defaults),
    ...{ generation, rules, begunMs },
    schedule: buildSchedule({ ...name, size, mode }, feedback),
    endedGenerations:
      group.generation === undefined ? endedGenerations : [...endedGenerations, group.generation],
  }
  return { group: newGroup, decisions }
}

/** Adds an episode that this process stored, unless a newer generation has begun. */
function addRollout(
  group: GroupState,
  event: Extract<GroupEvent, { kind: 'opened' }>,
  nowMs: number,
): Reduced {
  const { call, generation, index, episode, condition, link, shownIndices = [] } = event
  if (generation !== group.generation) {
    const refuse = { kind: 'refuse', call, fault: 'superseded' } as const
    return { group, decisions: [{ kind: 'end', episode }, refuse] }
  }
  const calls = group.calls.filter(({ id }) => id !== call)
  const knownRollout = group.rollouts[index] ?? newRollout(episode, condition)
  const rollout: Rollout = { ...knownRollout, heartbeatMs: nowMs, link, leaseCheck: 'none' }
  const isNews = shownIndices.some((shownIndex) => !group.shownIndices.includes(shownIndex))
  const allShown = isNews
    ? [...new Set([...group.shownIndices, ...shownIndices])]
    : group.shownIndices
  return unchanged(withRollout({ ...group, calls, shownIndices: allShown }, index, rollout))
}

const newRollout = (episode: string, condition: Rollout['condition']): Rollout => ({
  ...{ episode, condition, heartbeatMs: 0, link: 'none', leaseCheck: 'none', isExpired: false },
  ...{ critique: 'missing', isAwaitingPost: false },
})

/** Merges the stored state. This process's own state is newer and wins, except for heartbeats. */
function mergeStored(group: GroupState, stored: StoredGroup, nowMs: number): Reduced {
  if (group.endedGenerations.includes(stored.generation)) return unchanged(group)
  const isSame = stored.generation === group.generation
  const reduced = isSame ? unchanged(group) : beginGeneration(group, stored)
  const { times } = reduced.group
  const rollouts = [...reduced.group.rollouts]
  for (const { index, episode, condition, heartbeatMs, end } of stored.rollouts) {
    const knownRollout = rollouts[index]
    const rollout =
      knownRollout === undefined
        ? { ...newRollout(episode, condition), ...restoredLease(heartbeatMs, times, nowMs) }
        : withStoredActivity(knownRollout, heartbeatMs, times, nowMs)
    rollouts[index] = end === undefined ? rollout : withEnd(rollout, end)
  }
  const callEndedMs = [...reduced.group.callEndedMs]
  // The caller has a grace period to ask again.
  for (const index of stored.requestedIndices)
    if (rollouts[index] === undefined) callEndedMs[index] ??= nowMs
  const allShownIndices = new Set([
    ...reduced.group.shownIndices,
    ...stored.rollouts.flatMap((rollout) => rollout.shownIndices),
  ])
  const known = reduced.group.endedGenerations
  const endedGenerations = isSame ? known : [...new Set([...known, ...stored.earlierGenerations])]
  const next = {
    ...reduced.group,
    rollouts,
    callEndedMs,
    shownIndices: [...allShownIndices],
    endedGenerations,
  }
  return { group: next, decisions: reduced.decisions }
}

/** Removes a call that ended without an episode. Its caller has a grace period to retry. */
function removeCall(group: GroupState, call: string, nowMs: number): GroupState {
  const pendingCall = group.calls.find(({ id }) => id === call)
  if (pendingCall === undefined) return group
  const calls = group.calls.filter(({ id }) => id !== call)
  return { ...group, calls, callEndedMs: withItem(group.callEndedMs, pendingCall.index, nowMs) }
}

/** Ends the wait of a call, unless its opening is being stored. */
const endWait = (group: GroupState, call: string): GroupState => ({
  ...group,
  calls: group.calls.map((pending) =>
    pending.id === call && pending.state !== 'opening' ? { ...pending, mayWait: false } : pending,
  ),
})
