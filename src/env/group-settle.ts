import type { Attempt } from './attempt.ts'
import { findCritic } from './critics/index.ts'
import { attemptsToShow, type Feedback, isFeedbackShown, type MemberSchedule } from './group.ts'
import { type AttemptShown, renderAttempts } from './group-block.ts'
import { isFailed, isPendingBefore, needsLeaseCheck, pendingBefore } from './group-lease.ts'
import {
  type Call,
  type GroupDecision,
  type GroupState,
  type Reduced,
  type Rollout,
  unchanged,
  withItem,
} from './group-state.ts'

/** The maximum number of rollouts that a refusal lists. */
export const WAITS_FOR_MAX = 64

/** A call with its place in the schedule. */
interface Queued extends MemberSchedule {
  readonly call: Call
}

interface Settling {
  /** The rollouts that the queued calls wait for, in order. */
  readonly pending: readonly number[]
  /** Those that take longer than a moment. */
  readonly blocking: readonly number[]
  readonly feedback: Feedback
  readonly nowMs: number
  /** Cache of the attempts that openings show. Each wave is described once. */
  readonly described: Map<string, readonly AttemptShown[]>
}

/** Answers all calls that are ready, and requests the critiques that other calls need. */
export function settle(group: GroupState, nowMs: number): Reduced {
  const { rules, schedule } = group
  const repeated = repeatOpenings(group, nowMs)
  if (isAtRest(repeated.group, nowMs)) return repeated
  const calls = repeated.group.calls.filter(({ state }) => state !== 'opening')
  if (rules === undefined || schedule === undefined || calls.length === 0) return repeated
  const queue = calls.map((call): Queued => ({ call, ...schedule.forMember(call.index) }))
  const afterMax = queue.reduce((maximum, { after }) => Math.max(maximum, after), 0)
  const pending = pendingBefore(repeated.group, afterMax, nowMs)
  const checking = checkLeases(repeated.group, pending, nowMs)
  const asking = askForCritiques(checking.group, pending)
  const blocking = findBlocking(asking.group, pending, rules.feedback)
  const settling = { pending, blocking, feedback: rules.feedback, nowMs, described: new Map() }
  const dueCalls = queue.filter((queued) => isDue(queued, settling))
  const expired = expiredBefore(asking.group, dueCalls, settling)
  const settledCalls = settleCalls(expired.group, dueCalls, settling)
  const steps = [repeated, checking, asking, expired, settledCalls]
  return { group: settledCalls.group, decisions: steps.flatMap(({ decisions }) => decisions) }
}

/**
 * Whether nothing can be done: every call has a `waiting` answer and still waits for a rollout.
 * This holds after most events of a large group.
 */
function isAtRest(group: GroupState, nowMs: number): boolean {
  const { calls, rollouts, schedule } = group
  if (schedule === undefined) return true
  let [afterMin, afterMax] = [Number.POSITIVE_INFINITY, 0]
  for (const { state, mayWait, index } of calls) {
    if (state === 'opening') continue
    if (state === 'queued' || !mayWait) return false
    const { after } = schedule.forMember(index)
    afterMin = Math.min(afterMin, after)
    afterMax = Math.max(afterMax, after)
  }
  for (let index = 0; index < afterMax; index++) {
    const rollout = rollouts[index]
    if (isFailed(rollout) && rollout.critique === 'missing') return false
    if (needsLeaseCheck(rollout, group.times, nowMs)) return false
  }
  return afterMax === 0 ? afterMin > 0 : isPendingBefore(group, afterMin, nowMs)
}

/** Returns the episode to calls for an existing rollout. Each call renews its lease. */
function repeatOpenings(group: GroupState, nowMs: number): Reduced {
  const isRepeated = ({ index, state }: Call): boolean =>
    state !== 'opening' && group.rollouts[index] !== undefined
  if (!group.calls.some(isRepeated)) return unchanged(group)
  const repeated = group.calls.filter(isRepeated)
  const rollouts = group.rollouts.slice()
  const decisions: GroupDecision[] = []
  for (const { id, index, link } of repeated) {
    const rollout = rollouts[index] as Rollout
    rollouts[index] = { ...rollout, heartbeatMs: nowMs, link, leaseCheck: 'none' }
    decisions.push({ kind: 'repeat', call: id, episode: rollout.episode })
  }
  const calls = group.calls.filter((call) => !isRepeated(call))
  return { group: { ...group, rollouts, calls }, decisions }
}

/** Whether a call gets an answer now: it opens, or has to wait and has not been informed. */
const isDue = ({ call, after }: Queued, { pending, blocking }: Settling): boolean => {
  if (isNonePendingBefore(after, pending)) return true
  return !isNonePendingBefore(after, blocking) && !(call.mayWait && call.state === 'waiting')
}

/** Whether none of the rollouts in a list, which is in order, is among the first `after`. */
const isNonePendingBefore = (after: number, indices: readonly number[]): boolean =>
  after <= (indices[0] ?? Number.POSITIVE_INFINITY)

/** Opens, keeps waiting or refuses the calls that are due, in one pass over all calls. */
function settleCalls(group: GroupState, dueCalls: readonly Queued[], settling: Settling): Reduced {
  if (dueCalls.length === 0) return unchanged(group)
  const { pending, blocking, nowMs } = settling
  /** The new state of each call, or undefined if it is refused. */
  const changedCalls = new Map<string, Call | undefined>()
  const shownIndices = new Set(group.shownIndices)
  let { callEndedMs } = group
  const decisions = dueCalls.map(({ call, condition, after }): GroupDecision => {
    const { id, index, mayWait } = call
    if (isNonePendingBefore(after, pending)) {
      const attempts = attemptsFor(group, settling, shownIndices, { after, call })
      for (const attempt of attempts) shownIndices.add(attempt.index)
      changedCalls.set(id, { ...call, state: 'opening' })
      return { kind: 'open', call: id, condition, attempts }
    }
    if (mayWait) {
      changedCalls.set(id, { ...call, state: 'waiting' })
      return { kind: 'wait', call: id }
    }
    changedCalls.set(id, undefined)
    callEndedMs = withItem(callEndedMs, index, nowMs)
    const waitsFor = blocking.filter((pendingIndex) => pendingIndex < after).slice(0, WAITS_FOR_MAX)
    return { kind: 'refuse', call: id, fault: 'would_wait', waitsFor }
  })
  const calls: Call[] = []
  for (const call of group.calls) {
    const next = changedCalls.has(call.id) ? changedCalls.get(call.id) : call
    if (next !== undefined) calls.push(next)
  }
  return { group: { ...group, calls, callEndedMs, shownIndices: [...shownIndices] }, decisions }
}

/** Requests the stored activity of rollouts that a call waits for and whose leases seem over. */
function checkLeases(group: GroupState, pending: readonly number[], nowMs: number): Reduced {
  const lapsed = pending.filter((index) =>
    needsLeaseCheck(group.rollouts[index], group.times, nowMs),
  )
  if (lapsed.length === 0) return unchanged(group)
  const rollouts = group.rollouts.slice()
  const decisions = lapsed.map((index): GroupDecision => {
    const rollout = rollouts[index] as Rollout
    rollouts[index] = { ...rollout, leaseCheck: 'reading' }
    return { kind: 'check_lease', index, episode: rollout.episode }
  })
  return { group: { ...group, rollouts }, decisions }
}

/** Requests the critiques of failed attempts that a call waits for. */
function askForCritiques(group: GroupState, pending: readonly number[]): Reduced {
  const unwritten = pending.filter((index) => {
    const rollout = group.rollouts[index]
    return isFailed(rollout) && rollout.critique === 'missing'
  })
  if (unwritten.length === 0) return unchanged(group)
  const rollouts = group.rollouts.slice()
  const decisions = unwritten.map((index): GroupDecision => {
    const rollout = rollouts[index] as Rollout
    rollouts[index] = { ...rollout, critique: 'writing' }
    return { kind: 'write', index, episode: rollout.episode }
  })
  return { group: { ...group, rollouts }, decisions }
}

/**
 * Calls get no `waiting` answer for a rule-based critique or a read of the store, which take only a
 * moment.
 */
function findBlocking(
  { rollouts }: GroupState,
  pending: readonly number[],
  { critique }: Feedback,
): readonly number[] {
  const isSlow = findCritic(critique).writes === 'by_asking'
  return pending.filter((index) => {
    const rollout = rollouts[index]
    const isRead = rollout?.end === undefined && rollout?.leaseCheck === 'reading'
    return !isRead && (isSlow || rollout?.critique !== 'writing')
  })
}

/** Marks the open rollouts that a waiting call stops waiting for. */
function expiredBefore(
  group: GroupState,
  dueCalls: readonly Queued[],
  { pending }: Settling,
): Reduced {
  let afterMax = 0
  for (const { call, after } of dueCalls) {
    if (call.state === 'waiting' && isNonePendingBefore(after, pending))
      afterMax = Math.max(afterMax, after)
  }
  const decisions: GroupDecision[] = []
  const rollouts = group.rollouts.slice()
  for (let index = 0; index < afterMax; index++) {
    const rollout = rollouts[index]
    if (rollout === undefined || rollout.end !== undefined || rollout.isExpired) continue
    rollouts[index] = { ...rollout, isExpired: true }
    decisions.push({ kind: 'expired', episode: rollout.episode })
  }
  return decisions.length === 0 ? unchanged(group) : { group: { ...group, rollouts }, decisions }
}

/**
 * The failed attempts that an opening shows, in the words and within the cap of its group. Openings
 * of one wave show the same ones, since those that the first has shown come first for the others.
 */
function attemptsFor(
  { rollouts, rules }: GroupState,
  { feedback, described }: Settling,
  shownIndices: ReadonlySet<number>,
  { after, call: { step, attemptsMax } }: Pick<Queued, 'after' | 'call'>,
): readonly AttemptShown[] {
  const key = `${after}/${step}/${attemptsMax}`
  const cachedAttempts = described.get(key)
  if (cachedAttempts !== undefined) return cachedAttempts
  const hasFailed = (index: number): boolean => isFailed(rollouts[index])
  const failedAttempts: Attempt[] = []
  for (const rollout of rollouts.slice(0, after)) {
    if (isFailed(rollout) && typeof rollout.critique === 'object')
      failedAttempts.push(rollout.critique)
  }
  const shownMax = attemptsMax ?? Number.POSITIVE_INFINITY
  const attempts = isFeedbackShown(feedback, rules?.size ?? 0, hasFailed)
    ? renderAttempts(attemptsToShow(failedAttempts, shownIndices, shownMax), feedback, step)
    : []
  described.set(key, attempts)
  return attempts
}
