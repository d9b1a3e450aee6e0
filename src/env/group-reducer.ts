import { buildSchedule, completeFeedback, isAttempt, type Schedule } from './group.ts'
import { GroupDraft } from './group-draft.ts'
import { isLeaseOver, restoredLease, withStoredActivity } from './group-lease.ts'
import { addShown, settle, withItem } from './group-settle.ts'
import {
  type GivenRules,
  type GroupEvent,
  type GroupRules,
  type GroupState,
  type Link,
  newGroupState,
  type Reduced,
  type Refusal,
  type Rollout,
  type RulesDifference,
  type StoredGroup,
  type StoredRollout,
} from './group-state.ts'

/**
 * Applies the rules of a group: updates the state for an event and returns decisions. Pure. The
 * caller executes the decisions and returns their results as events. The cost of an event is
 * bounded by the size of the group.
 *
 * @param nowMs by a clock that never goes back
 */
export function reduceGroup(group: GroupState, event: GroupEvent, nowMs: number): Reduced {
  const draft = new GroupDraft(group)
  applyEvent(draft, event, nowMs)
  // A message only prolongs a wait, and a grace begins when a connection closes.
  if (event.kind !== 'heartbeat' && event.kind !== 'disconnected') settle(draft, nowMs)
  return { group: draft.group, decisions: draft.decisions }
}

function applyEvent(draft: GroupDraft, event: GroupEvent, nowMs: number): void {
  switch (event.kind) {
    case 'open_requested':
      requestOpening(draft, event, nowMs)
      return
    case 'opened':
      addRollout(draft, event, nowMs)
      return
    case 'store_read':
      mergeStored(draft, event.group, nowMs)
      return
    case 'call_ended':
      removeCall(draft, event.call, nowMs)
      return
    case 'wait_ended':
      endWait(draft, event.call)
      return
    case 'tick':
      retryFailed(draft)
      return
    default:
      changeRollout(draft, event, nowMs)
  }
}

type RolloutEvent = Extract<
  GroupEvent,
  { kind: 'heartbeat' | 'disconnected' | 'lease_read' | 'ended' | 'critique' | 'critique_posted' }
>

/** Applies an event of a rollout, unless a newer generation has begun. */
function changeRollout(draft: GroupDraft, event: RolloutEvent, nowMs: number): void {
  const rollout = draft.group.rollouts[event.index]
  if (event.generation !== draft.group.generation || rollout === undefined) return
  switch (event.kind) {
    case 'heartbeat':
      renewLease(draft, event.index, event.link, nowMs)
      return
    case 'disconnected':
      if (rollout.link === 'open') draft.changeRollout(event.index).link = { closedMs: nowMs }
      return
    case 'lease_read':
      readLease(draft, event, rollout, nowMs)
      return
    case 'ended':
      endRollout(draft, event.index, { ...event, atMs: nowMs })
      return
    case 'critique':
      if (rollout.critique === 'writing') writeCritique(draft, event, rollout.posted)
      return
    case 'critique_posted':
      postCritique(draft, event.index, event.text)
  }
}

function renewLease(draft: GroupDraft, index: number, link: Link, nowMs: number): void {
  const rollout = draft.changeRollout(index)
  rollout.heartbeatMs = nowMs
  rollout.link = link
  rollout.leaseCheck = 'none'
}

/** A message that arrived while the store was read counts too. */
function readLease(
  draft: GroupDraft,
  { index, activityMs }: Extract<GroupEvent, { kind: 'lease_read' }>,
  rollout: Rollout,
  nowMs: number,
): void {
  if (rollout.leaseCheck !== 'reading') return
  const { times } = draft.group
  draft.setRollout(index, withStoredActivity(rollout, activityMs, times, nowMs))
  const current = draft.changeRollout(index)
  if (activityMs === 'unreadable') current.leaseCheck = 'failed'
  else current.leaseCheck = isLeaseOver(current, times, nowMs) ? 'expired' : 'none'
}

/** A rollout ends once. */
function endRollout(
  draft: GroupDraft,
  index: number,
  { reason, success, atMs }: NonNullable<StoredRollout['end']>,
): void {
  if (draft.group.rollouts[index]?.end !== undefined) return
  draft.changeRollout(index).end = { success, isAttempt: isAttempt(reason), atMs }
}

/** Stores a critique that was being written. One that the trainer posted replaces it. */
function writeCritique(
  draft: GroupDraft,
  { index, critique, isAwaitingPost = false }: Extract<GroupEvent, { kind: 'critique' }>,
  posted: string | undefined,
): void {
  const rollout = draft.changeRollout(index)
  rollout.critique = critique
  if (typeof critique !== 'object') return
  rollout.isAwaitingPost = isAwaitingPost
  if (posted !== undefined) postCritique(draft, index, posted)
}

/** Stores the trainer's critique, which waits for the attempt to be read. */
function postCritique(draft: GroupDraft, index: number, text: string): void {
  const rollout = draft.changeRollout(index)
  if (typeof rollout.critique !== 'object') {
    rollout.posted = text
    return
  }
  rollout.critique = { ...rollout.critique, critique: text }
  rollout.isAwaitingPost = false
}

/** What failed is untried again: critiques, and reads of leases. */
function retryFailed(draft: GroupDraft): void {
  draft.group.rollouts.forEach((rollout, index) => {
    if (rollout?.critique === 'failed') draft.changeRollout(index).critique = 'missing'
    if (rollout?.leaseCheck === 'failed') draft.changeRollout(index).leaseCheck = 'none'
  })
}

/** A group remembers each of its generations, so that none comes back. */
const GENERATIONS_MAX = 1_000

/** Maximum number of concurrent calls for one rollout. Retrying clients close the earlier call. */
const CALLS_PER_ROLLOUT_MAX = 8

/** The call of an opening, in the generation that it names. */
function requestOpening(
  draft: GroupDraft,
  event: Extract<GroupEvent, { kind: 'open_requested' }>,
  nowMs: number,
): void {
  const { call: id, generation, rules, index, mayWait, step = 0, attemptsMax, link } = event
  const refusal = findRefusal(draft.group, event)
  if (refusal !== undefined) {
    draft.decisions.push({ kind: 'refuse', call: id, ...refusal })
    return
  }
  if (generation === draft.group.generation) retryFailed(draft)
  else {
    const feedback = completeFeedback(rules.feedback, draft.group.defaults, rules.size)
    const begun = { generation, begunMs: nowMs, openEarlier: [] }
    beginGeneration(draft, { rules: { ...rules, feedback }, ...begun })
  }
  const state = draft.change()
  const { condition, after } = (state.schedule as Schedule).forMember(index)
  const call = { id, index, mayWait, step, attemptsMax, link, condition, after }
  state.calls = [...state.calls, { ...call, state: 'queued' }]
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
  let sameIndexCalls = 0
  for (const call of calls) if (call.index === index) sameIndexCalls += 1
  return sameIndexCalls < CALLS_PER_ROLLOUT_MAX
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
  draft: GroupDraft,
  {
    generation,
    rules,
    begunMs,
    openEarlier,
  }: Pick<StoredGroup, 'generation' | 'rules' | 'begunMs' | 'openEarlier'>,
): void {
  const earlier = draft.group
  for (const { id, state } of earlier.calls)
    if (state !== 'opening') draft.decisions.push({ kind: 'refuse', call: id, fault: 'superseded' })
  const toEnd = new Set(openEarlier)
  for (const rollout of earlier.rollouts)
    if (rollout !== undefined && rollout.end === undefined) toEnd.add(rollout.episode)
  for (const episode of toEnd) draft.decisions.push({ kind: 'end', episode })
  draft.replace(newGroupState(earlier.name, earlier.times, earlier.defaults))
  const state = draft.change()
  const { size, mode, feedback } = rules
  state.generation = generation
  state.rules = rules
  state.schedule = buildSchedule({ run: state.name.run, id: state.name.id, size, mode }, feedback)
  state.begunMs = begunMs
  state.endedGenerations =
    earlier.generation === undefined
      ? earlier.endedGenerations
      : [...earlier.endedGenerations, earlier.generation]
}

/** Adds an episode that this process stored, unless a newer generation has begun. */
function addRollout(
  draft: GroupDraft,
  event: Extract<GroupEvent, { kind: 'opened' }>,
  nowMs: number,
): void {
  const { call, generation, index, episode, condition, link, shownIndices = [] } = event
  if (generation !== draft.group.generation) {
    draft.decisions.push({ kind: 'end', episode })
    draft.decisions.push({ kind: 'refuse', call, fault: 'superseded' })
    return
  }
  const state = draft.change()
  state.calls = state.calls.filter(({ id }) => id !== call)
  addShown(draft, shownIndices)
  if (state.rollouts[index] === undefined) draft.setRollout(index, newRollout(episode, condition))
  renewLease(draft, index, link, nowMs)
}

const newRollout = (episode: string, condition: Rollout['condition']): Rollout => ({
  episode,
  condition,
  heartbeatMs: 0,
  link: 'none',
  leaseCheck: 'none',
  isExpired: false,
  end: undefined,
  critique: 'missing',
  isAwaitingPost: false,
  posted: undefined,
})

/** Merges the stored state. This process's own state is newer and wins, except for heartbeats. */
function mergeStored(draft: GroupDraft, stored: StoredGroup, nowMs: number): void {
  if (draft.group.endedGenerations.includes(stored.generation)) return
  const isSame = stored.generation === draft.group.generation
  if (!isSame) beginGeneration(draft, stored)
  const state = draft.change()
  for (const { index, episode, condition, heartbeatMs, end, shownIndices } of stored.rollouts) {
    const known = state.rollouts[index]
    draft.setRollout(
      index,
      known === undefined
        ? { ...newRollout(episode, condition), ...restoredLease(heartbeatMs, state.times, nowMs) }
        : withStoredActivity(known, heartbeatMs, state.times, nowMs),
    )
    if (end !== undefined) endRollout(draft, index, end)
    addShown(draft, shownIndices)
  }
  const callEndedMs = [...state.callEndedMs]
  // The caller has a grace period to ask again.
  for (const index of stored.requestedIndices)
    if (state.rollouts[index] === undefined) callEndedMs[index] ??= nowMs
  state.callEndedMs = callEndedMs
  if (!isSame) {
    const generations = new Set([...state.endedGenerations, ...stored.earlierGenerations])
    state.endedGenerations = [...generations]
  }
}

/** Removes a call that ended without an episode. Its caller has a grace period to retry. */
function removeCall(draft: GroupDraft, call: string, nowMs: number): void {
  const endedCall = draft.group.calls.find(({ id }) => id === call)
  if (endedCall === undefined) return
  const state = draft.change()
  state.calls = state.calls.filter(({ id }) => id !== call)
  state.callEndedMs = withItem(state.callEndedMs, endedCall.index, nowMs)
}

/** Ends the wait of a call, unless its opening is being stored. */
function endWait(draft: GroupDraft, call: string): void {
  const state = draft.change()
  state.calls = state.calls.map((pending) =>
    pending.id === call && pending.state !== 'opening' ? { ...pending, mayWait: false } : pending,
  )
}
