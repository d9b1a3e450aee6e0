import type { Attempt } from './attempt.ts'
import { criticOf } from './critics/index.ts'
import { attemptsToShow, type Feedback, isFeedbackShown, type Schedule } from './group.ts'
import { type AttemptShown, tellAttempts } from './group-block.ts'
import { isFailed, pendingBefore, waitedForUntilMs } from './group-lease.ts'
import {
  type Call,
  type GroupDecision,
  type GroupState,
  placed,
  type Reduced,
  type Rollout,
  unchanged,
} from './group-state.ts'

/** The most rollouts that a waiting opening is told of. */
export const WAITS_FOR_MAX = 64

/** Answers the calls that can be answered now, and asks for the critiques that others wait for. */
export function settle(given: GroupState, nowMs: number): Reduced {
  const { rules, schedule } = given
  const repeated = repeatOpenings(given, nowMs)
  const queued = repeated.group.calls.filter(({ state }) => state !== 'opening')
  if (rules === undefined || schedule === undefined || queued.length === 0) return repeated
  const most = Math.max(...queued.map(({ index }) => schedule.place(index).after))
  const pending = pendingBefore(repeated.group, most, nowMs)
  const asking = askForCritiques(repeated.group, pending)
  const settling: Settling = {
    ...{ pending, blocking: blockingOf(asking.group, pending, rules.feedback) },
    ...{ feedback: rules.feedback, schedule, nowMs },
  }
  const expired = expiredBefore(asking.group, queued, settling)
  let next = expired.group
  const decisions = [...repeated.decisions, ...asking.decisions, ...expired.decisions]
  for (const call of queued) {
    const settled = settleCall(next, call, settling)
    next = settled.group
    decisions.push(...settled.decisions)
  }
  return { group: next, decisions }
}

/** Calls for a rollout that is there get its episode, and renew its lease as any message does. */
function repeatOpenings(group: GroupState, nowMs: number): Reduced {
  const repeated = group.calls.filter(
    ({ index, state }) => state !== 'opening' && group.rollouts[index] !== undefined,
  )
  if (repeated.length === 0) return unchanged(group)
  const rollouts = [...group.rollouts]
  const decisions: GroupDecision[] = []
  for (const { id, index, link } of repeated) {
    const rollout = rollouts[index] as Rollout
    rollouts[index] = { ...rollout, heartbeatMs: nowMs, link }
    decisions.push({ kind: 'repeat', call: id, episode: rollout.episode })
  }
  const calls = group.calls.filter((call) => !repeated.includes(call))
  return { group: { ...group, rollouts, calls }, decisions }
}

interface Settling {
  /** The rollouts that the queued calls wait for, in order. */
  readonly pending: readonly number[]
  /** Those of them that take longer than a moment. */
  readonly blocking: readonly number[]
  readonly feedback: Feedback
  readonly schedule: Schedule
  readonly nowMs: number
}

/** A call opens, waits or is refused. */
function settleCall(group: GroupState, call: Call, settling: Settling): Reduced {
  const { pending, blocking, feedback, schedule, nowMs } = settling
  const { id, index, state, mayWait } = call
  const { condition, after } = schedule.place(index)
  if (noneBefore(after, pending)) {
    const attempts = attemptsFor(group, feedback, after, call)
    const shown = [...new Set([...group.shown, ...attempts.map((attempt) => attempt.index)])]
    const opening = withCall({ ...group, shown }, { ...call, state: 'opening' })
    return { group: opening, decisions: [{ kind: 'open', call: id, condition, attempts }] }
  }
  if (noneBefore(after, blocking) || (mayWait && state === 'waiting')) return unchanged(group)
  const waitsFor = blocking.filter((other) => other < after).slice(0, WAITS_FOR_MAX)
  if (!mayWait) return refuseToWait(group, call, waitsFor, nowMs)
  const asked = new Set(group.calls.map((one) => one.index))
  const ends = waitsFor.map((other) => waitedForUntilMs(group, other, asked.has(other)))
  const wait = { kind: 'wait', call: id, waitsFor, untilMs: Math.min(...ends) } as const
  return { group: withCall(group, { ...call, state: 'waiting' }), decisions: [wait] }
}

/** Whether none of the rollouts in a list, which is in order, is among the first `after`. */
const noneBefore = (after: number, indices: readonly number[]): boolean =>
  after <= (indices[0] ?? Number.POSITIVE_INFINITY)

function refuseToWait(
  group: GroupState,
  { id, index }: Call,
  waitsFor: readonly number[],
  nowMs: number,
): Reduced {
  const calls = without(group.calls, id)
  const left = { ...group, calls, askedMs: placed(group.askedMs, index, nowMs) }
  const refuse = { kind: 'refuse', call: id, fault: 'would_wait', waitsFor } as const
  return { group: left, decisions: [refuse] }
}

const without = (calls: readonly Call[], call: string): readonly Call[] =>
  calls.filter(({ id }) => id !== call)

const withCall = (group: GroupState, call: Call): GroupState => ({
  ...group,
  calls: group.calls.map((one) => (one.id === call.id ? call : one)),
})

/** Has the critiques of failed attempts written that a call waits for. */
function askForCritiques(group: GroupState, pending: readonly number[]): Reduced {
  const decisions: GroupDecision[] = []
  const rollouts = [...group.rollouts]
  for (const index of pending) {
    const rollout = rollouts[index]
    if (!isFailed(rollout) || rollout.critique !== 'missing') continue
    rollouts[index] = { ...rollout, critique: 'writing' }
    decisions.push({ kind: 'write', index, episode: rollout.episode })
  }
  return decisions.length === 0 ? unchanged(group) : { group: { ...group, rollouts }, decisions }
}

/** A rule's critique that is being written takes a moment, for which no call needs an answer. */
function blockingOf(
  { rollouts }: GroupState,
  pending: readonly number[],
  { critique }: Feedback,
): readonly number[] {
  if (criticOf(critique).writes === 'by_asking') return pending
  return pending.filter((index) => rollouts[index]?.critique !== 'writing')
}

/** Marks the open rollouts that a waiting call stops waiting for. */
function expiredBefore(
  group: GroupState,
  queued: readonly Call[],
  { pending, schedule }: Settling,
): Reduced {
  const released = queued
    .filter(({ state }) => state === 'waiting')
    .map(({ index }) => schedule.place(index).after)
    .filter((after) => noneBefore(after, pending))
  const decisions: GroupDecision[] = []
  const rollouts = [...group.rollouts]
  for (let index = 0; index < Math.max(0, ...released); index++) {
    const rollout = rollouts[index]
    if (rollout === undefined || rollout.end !== undefined || rollout.isExpired) continue
    rollouts[index] = { ...rollout, isExpired: true }
    decisions.push({ kind: 'expired', episode: rollout.episode })
  }
  return decisions.length === 0 ? unchanged(group) : { group: { ...group, rollouts }, decisions }
}

/** The failed attempts that an opening shows, in the words and within the cap of its group. */
function attemptsFor(
  { rollouts, shown, rules }: GroupState,
  feedback: Feedback,
  after: number,
  { step, attemptsMax }: Call,
): readonly AttemptShown[] {
  const hasFailed = (index: number): boolean => isFailed(rollouts[index])
  if (!isFeedbackShown(feedback, rules?.size ?? 0, hasFailed)) return []
  const known: Attempt[] = []
  for (const rollout of rollouts.slice(0, after)) {
    if (isFailed(rollout) && typeof rollout.critique === 'object') known.push(rollout.critique)
  }
  const most = attemptsMax ?? Number.POSITIVE_INFINITY
  return tellAttempts(attemptsToShow(known, new Set(shown), most), feedback, step)
}
