import type { Attempt } from './attempt.ts'
import { criticOf } from './critics/index.ts'
import { attemptsToShow, type Feedback, isFeedbackShown, type Place } from './group.ts'
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

/** A call with its place in the schedule. */
interface Queued extends Place {
  readonly call: Call
}

interface Settling {
  /** The rollouts that the queued calls wait for, in order. */
  readonly pending: readonly number[]
  /** Those of them that take longer than a moment. */
  readonly blocking: readonly number[]
  readonly feedback: Feedback
  readonly nowMs: number
  /** What openings show, by what decides it: a wave is described once. */
  readonly described: Map<string, readonly AttemptShown[]>
}

/** Answers the calls that can be answered now, and asks for the critiques that others wait for. */
export function settle(given: GroupState, nowMs: number): Reduced {
  const { rules, schedule } = given
  const repeated = repeatOpenings(given, nowMs)
  const calls = repeated.group.calls.filter(({ state }) => state !== 'opening')
  if (rules === undefined || schedule === undefined || calls.length === 0) return repeated
  const queue = calls.map((call): Queued => ({ call, ...schedule.place(call.index) }))
  const most = queue.reduce((longest, { after }) => Math.max(longest, after), 0)
  const pending = pendingBefore(repeated.group, most, nowMs)
  const asking = askForCritiques(repeated.group, pending)
  const blocking = blockingOf(asking.group, pending, rules.feedback)
  const settling = { pending, blocking, feedback: rules.feedback, nowMs, described: new Map() }
  const due = queue.filter((queued) => isDue(queued, settling))
  const expired = expiredBefore(asking.group, due, settling)
  let next = expired.group
  const decisions = [...repeated.decisions, ...asking.decisions, ...expired.decisions]
  for (const queued of due) {
    const settled = settleCall(next, queued, settling)
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
  const rollouts = group.rollouts.slice()
  const decisions: GroupDecision[] = []
  for (const { id, index, link } of repeated) {
    const rollout = rollouts[index] as Rollout
    rollouts[index] = { ...rollout, heartbeatMs: nowMs, link }
    decisions.push({ kind: 'repeat', call: id, episode: rollout.episode })
  }
  const calls = group.calls.filter((call) => !repeated.includes(call))
  return { group: { ...group, rollouts, calls }, decisions }
}

/** Whether a call has an answer now: it opens, or it has to wait and was not told so. */
const isDue = ({ call, after }: Queued, { pending, blocking }: Settling): boolean => {
  if (noneBefore(after, pending)) return true
  return !noneBefore(after, blocking) && !(call.mayWait && call.state === 'waiting')
}

/** Whether none of the rollouts in a list, which is in order, is among the first `after`. */
const noneBefore = (after: number, indices: readonly number[]): boolean =>
  after <= (indices[0] ?? Number.POSITIVE_INFINITY)

/** A call that is due opens, waits or is refused. */
function settleCall(
  group: GroupState,
  { call, condition, after }: Queued,
  settling: Settling,
): Reduced {
  const { pending, blocking, nowMs } = settling
  if (noneBefore(after, pending)) {
    const attempts = attemptsFor(group, settling, after, call)
    const shown = [...new Set([...group.shown, ...attempts.map(({ index }) => index)])]
    const opening = withCall({ ...group, shown }, { ...call, state: 'opening' })
    return { group: opening, decisions: [{ kind: 'open', call: call.id, condition, attempts }] }
  }
  const waitsFor = blocking.filter((index) => index < after).slice(0, WAITS_FOR_MAX)
  if (!call.mayWait) return refuseToWait(group, call, waitsFor, nowMs)
  const asked = new Set(group.calls.map(({ index }) => index))
  const ends = waitsFor.map((index) => waitedForUntilMs(group, index, asked.has(index)))
  const wait = { kind: 'wait', call: call.id, waitsFor, untilMs: Math.min(...ends) } as const
  return { group: withCall(group, { ...call, state: 'waiting' }), decisions: [wait] }
}

function refuseToWait(
  group: GroupState,
  { id, index }: Call,
  waitsFor: readonly number[],
  nowMs: number,
): Reduced {
  const calls = group.calls.filter((call) => call.id !== id)
  const left = { ...group, calls, askedMs: placed(group.askedMs, index, nowMs) }
  const refuse = { kind: 'refuse', call: id, fault: 'would_wait', waitsFor } as const
  return { group: left, decisions: [refuse] }
}

const withCall = (group: GroupState, call: Call): GroupState => ({
  ...group,
  calls: group.calls.map((one) => (one.id === call.id ? call : one)),
})

/** Has the critiques of failed attempts written that a call waits for. */
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
function expiredBefore(group: GroupState, due: readonly Queued[], { pending }: Settling): Reduced {
  let most = 0
  for (const { call, after } of due) {
    if (call.state === 'waiting' && noneBefore(after, pending)) most = Math.max(most, after)
  }
  const decisions: GroupDecision[] = []
  const rollouts = group.rollouts.slice()
  for (let index = 0; index < most; index++) {
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
  { rollouts, shown, rules }: GroupState,
  { feedback, described }: Settling,
  after: number,
  { step, attemptsMax }: Call,
): readonly AttemptShown[] {
  const key = `${after}/${step}/${attemptsMax}`
  const known = described.get(key)
  if (known !== undefined) return known
  const hasFailed = (index: number): boolean => isFailed(rollouts[index])
  const failed: Attempt[] = []
  for (const rollout of rollouts.slice(0, after)) {
    if (isFailed(rollout) && typeof rollout.critique === 'object') failed.push(rollout.critique)
  }
  const most = attemptsMax ?? Number.POSITIVE_INFINITY
  const attempts = isFeedbackShown(feedback, rules?.size ?? 0, hasFailed)
    ? tellAttempts(attemptsToShow(failed, new Set(shown), most), feedback, step)
    : []
  described.set(key, attempts)
  return attempts
}
