import type { Attempt } from './attempt.ts'
import { findCritic } from './critics/index.ts'
import { attemptsToShow, isFeedbackShown } from './group.ts'
import { type AttemptShown, renderAttempts } from './group-block.ts'
import type { GroupDraft } from './group-draft.ts'
import { isFailed, isPending, needsLeaseCheck, pendingBefore } from './group-lease.ts'
import type { GroupRules, GroupState, OpeningCall } from './group-state.ts'

/** The maximum number of rollouts that a refusal lists. */
export const WAITS_FOR_MAX = 64

const NEVER = Number.POSITIVE_INFINITY

/** What decides about the calls of a group in one reduction. */
interface Settling {
  readonly rules: GroupRules
  readonly nowMs: number
  /** The first rollout that the calls wait for; infinity if there is none. */
  readonly firstPending: number
  /** The first one that takes longer than a moment. */
  readonly firstBlocking: number
}

/** Answers all calls that are ready, and requests the critiques that other calls need. */
export function settle(draft: GroupDraft, nowMs: number): void {
  repeatOpenings(draft, nowMs)
  const { rules, calls } = draft.group
  if (rules === undefined) return
  let afterMax = 0
  for (const { state, after } of calls)
    if (state !== 'opening' && after > afterMax) afterMax = after
  askForMissing(draft, afterMax, nowMs)
  const settling = prepare(draft.group, rules, afterMax, nowMs)
  if (!draft.group.calls.some((call) => isDue(call, settling))) return
  reportExpired(draft, settling)
  answerCalls(draft, settling)
}

/** Returns the episode to calls for an existing rollout. Each call renews its lease. */
function repeatOpenings(draft: GroupDraft, nowMs: number): void {
  const { rollouts, calls } = draft.group
  const isRepeated = ({ index, state }: OpeningCall): boolean =>
    state !== 'opening' && rollouts[index] !== undefined
  if (!calls.some(isRepeated)) return
  draft.change().calls = calls.filter((call) => !isRepeated(call))
  for (const { id, index, link } of calls.filter(isRepeated)) {
    const rollout = draft.changeRollout(index)
    rollout.heartbeatMs = nowMs
    rollout.link = link
    rollout.leaseCheck = 'none'
    draft.decisions.push({ kind: 'repeat', call: id, episode: rollout.episode })
  }
}

/**
 * Requests what calls need of the first `afterMax` rollouts: the stored activity of those whose
 * leases seem over, and the critiques of failed attempts.
 */
function askForMissing(draft: GroupDraft, afterMax: number, nowMs: number): void {
  for (let index = 0; index < afterMax; index++) {
    const rollout = draft.group.rollouts[index]
    if (rollout === undefined) continue
    const { episode } = rollout
    if (needsLeaseCheck(rollout, draft.group.times, nowMs)) {
      draft.changeRollout(index).leaseCheck = 'reading'
      draft.decisions.push({ kind: 'check_lease', index, episode })
    } else if (isFailed(rollout) && rollout.critique === 'missing') {
      draft.changeRollout(index).critique = 'writing'
      draft.decisions.push({ kind: 'write', index, episode })
    }
  }
}

function prepare(group: GroupState, rules: GroupRules, afterMax: number, nowMs: number): Settling {
  const settling = { rules, nowMs, firstPending: NEVER, firstBlocking: NEVER }
  for (let index = 0; index < afterMax; index++) {
    if (!isPending(group, index, nowMs)) continue
    if (settling.firstPending === NEVER) settling.firstPending = index
    if (!isBlocking(group, rules, index)) continue
    settling.firstBlocking = index
    break
  }
  return settling
}

/**
 * Whether a pending rollout takes longer than a moment. Calls get no `waiting` answer for a
 * rule-based critique or a read of the store.
 */
function isBlocking({ rollouts }: GroupState, { feedback }: GroupRules, index: number): boolean {
  const rollout = rollouts[index]
  if (rollout === undefined) return true
  if (rollout.end === undefined) return rollout.leaseCheck !== 'reading'
  return rollout.critique !== 'writing' || findCritic(feedback.critique).writes === 'by_asking'
}

/** Whether a call gets an answer now: it opens, or has to wait and has not been informed. */
const isDue = (call: OpeningCall, settling: Settling): boolean =>
  call.state !== 'opening' &&
  (isReady(call, settling) ||
    (call.after > settling.firstBlocking && !(call.mayWait && call.state === 'waiting')))

const isReady = ({ after }: OpeningCall, { firstPending }: Settling): boolean =>
  after <= firstPending

/** Marks and reports the open rollouts that a waiting call stops waiting for. */
function reportExpired(draft: GroupDraft, settling: Settling): void {
  let afterMax = 0
  for (const call of draft.group.calls) {
    if (call.state === 'waiting' && isReady(call, settling))
      afterMax = Math.max(afterMax, call.after)
  }
  for (let index = 0; index < afterMax; index++) {
    const rollout = draft.group.rollouts[index]
    if (rollout === undefined || rollout.end !== undefined || rollout.isExpired) continue
    draft.changeRollout(index).isExpired = true
    draft.decisions.push({ kind: 'expired', episode: rollout.episode })
  }
}

/** Opens, keeps waiting or refuses the calls that are due, in one pass over all calls. */
function answerCalls(draft: GroupDraft, settling: Settling): void {
  const { decisions } = draft
  const state = draft.change()
  /** The attempts that openings show. Each wave is described once. */
  const described = new Map<string, readonly AttemptShown[]>()
  const calls: OpeningCall[] = []
  for (const call of state.calls) {
    const { id, index, condition } = call
    if (!isDue(call, settling)) calls.push(call)
    else if (isReady(call, settling)) {
      const attempts = attemptsFor(state, settling.rules, call, described)
      addShown(
        draft,
        attempts.map((attempt) => attempt.index),
      )
      calls.push({ ...call, state: 'opening' })
      decisions.push({ kind: 'open', call: id, condition, attempts })
    } else if (call.mayWait) {
      calls.push({ ...call, state: 'waiting' })
      decisions.push({ kind: 'wait', call: id })
    } else {
      state.callEndedMs = withItem(state.callEndedMs, index, settling.nowMs)
      const waitsFor = blockingBefore(state, settling, call.after).slice(0, WAITS_FOR_MAX)
      decisions.push({ kind: 'refuse', call: id, fault: 'would_wait', waitsFor })
    }
  }
  state.calls = calls
}

const blockingBefore = (
  group: GroupState,
  { rules, nowMs }: Settling,
  after: number,
): readonly number[] =>
  pendingBefore(group, after, nowMs).filter((index) => isBlocking(group, rules, index))

/** Adds rollouts whose attempts an opening shows. */
export function addShown(draft: GroupDraft, indices: readonly number[]): void {
  if (indices.length === 0) return
  const { shownIndices } = draft.group
  const allShown = new Set([...shownIndices, ...indices])
  if (allShown.size > shownIndices.length) draft.change().shownIndices = [...allShown]
}

/** A copy of a list with one item replaced. */
export function withItem<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  const copy = items.slice()
  copy[index] = item
  return copy
}

const NO_ATTEMPTS: readonly AttemptShown[] = []

/**
 * The failed attempts that an opening shows, in the words and within the cap of its group. Openings
 * of one wave show the same ones, since those that the first has shown come first for the others.
 */
function attemptsFor(
  { rollouts, shownIndices }: GroupState,
  { size, feedback }: GroupRules,
  { after, step, attemptsMax = Number.POSITIVE_INFINITY }: OpeningCall,
  described: Map<string, readonly AttemptShown[]>,
): readonly AttemptShown[] {
  if (after === 0) return NO_ATTEMPTS
  const key = `${after}/${step}/${attemptsMax}`
  const cachedAttempts = described.get(key)
  if (cachedAttempts !== undefined) return cachedAttempts
  const hasFailed = (index: number): boolean => isFailed(rollouts[index])
  const failedAttempts: Attempt[] = []
  for (let index = 0; index < after; index++) {
    const rollout = rollouts[index]
    if (isFailed(rollout) && typeof rollout.critique === 'object')
      failedAttempts.push(rollout.critique)
  }
  const chosen = attemptsToShow(failedAttempts, new Set(shownIndices), attemptsMax)
  const isShown = isFeedbackShown(feedback, size, hasFailed)
  const attempts = isShown ? renderAttempts(chosen, feedback, step) : NO_ATTEMPTS
  described.set(key, attempts)
  return attempts
}
