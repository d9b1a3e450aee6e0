import { canonicalJson } from '../sim/json.ts'
import type { Attempt } from './attempt.ts'
import { attemptsToShow, isAttempt, isFeedbackShown, scheduleOf } from './group.ts'
import { type AttemptShown, tellAttempts } from './group-block.ts'
import {
  type Call,
  type GroupDecision,
  type GroupEvent,
  type GroupRules,
  type GroupState,
  newGroupState,
  type Reduced,
  type Rollout,
} from './group-state.ts'

/**
 * Every rule of a group: what an event changes, and what is to be done about it. Pure; whoever
 * calls it carries the decisions out and brings their results as events.
 *
 * @param nowMs by a clock that never goes back
 */
export function reduceGroup(group: GroupState, event: GroupEvent, nowMs: number): Reduced {
  const { group: taken, decisions } = take(group, event, nowMs)
  const settled = settle(taken, nowMs)
  return { group: settled.group, decisions: [...decisions, ...settled.decisions] }
}

const unchanged = (group: GroupState): Reduced => ({ group, decisions: [] })

function take(group: GroupState, event: GroupEvent, nowMs: number): Reduced {
  if (event.kind === 'tick') return unchanged(retried(group))
  if (event.kind === 'left') return leave(group, event.call, nowMs)
  if (event.kind === 'asked') return ask(group, event, nowMs)
  if (event.kind === 'superseded') {
    const isKnown = group.over.includes(event.generation) || group.generation === event.generation
    return isKnown ? unchanged(group) : begin(group, event.generation, undefined, nowMs)
  }
  if (event.generation !== group.generation) {
    // It was stored while a newer generation began.
    if (event.kind === 'opened')
      return { group, decisions: [{ kind: 'end', episode: event.episode }] }
    return unchanged(group)
  }
  if (event.kind === 'opened') return unchanged(admit(group, event, nowMs))
  const rollout = group.rollouts[event.index]
  if (rollout === undefined) return unchanged(group)
  return unchanged(withRollout(group, event.index, changed(rollout, event, nowMs)))
}

/** Critiques that could not be written are asked for again with the next tick. */
function retried(group: GroupState): GroupState {
  if (!group.rollouts.some((rollout) => rollout?.critique === 'failed')) return group
  const rollouts = group.rollouts.map((rollout) =>
    rollout?.critique === 'failed' ? { ...rollout, critique: 'missing' as const } : rollout,
  )
  return { ...group, rollouts }
}

type RolloutEvent = Extract<
  GroupEvent,
  { kind: 'heartbeat' | 'disconnected' | 'ended' | 'critique' }
>

function changed(rollout: Rollout, event: RolloutEvent, nowMs: number): Rollout {
  switch (event.kind) {
    case 'heartbeat':
      return { ...rollout, heartbeatMs: nowMs, link: event.link }
    case 'disconnected':
      return rollout.link === 'open' ? { ...rollout, link: { closedMs: nowMs } } : rollout
    case 'ended': {
      const { success, reason } = event
      const end = { success, isAttempt: isAttempt(reason), atMs: nowMs }
      return rollout.end === undefined ? { ...rollout, end } : rollout
    }
    case 'critique':
      // The first critique stays.
      return typeof rollout.critique === 'object'
        ? rollout
        : { ...rollout, critique: event.attempt }
  }
}

/** Begins a generation with an empty memory, and ends what is left of the one before. */
function begin(
  group: GroupState,
  generation: string,
  rules: GroupRules | undefined,
  nowMs: number,
): Reduced {
  const { name, times, over, calls, rollouts } = group
  const open = rollouts.filter((rollout) => rollout !== undefined && rollout.end === undefined)
  const decisions: GroupDecision[] = [
    ...calls
      .filter(({ state }) => state !== 'opening')
      .map(({ id }) => ({ kind: 'refuse', call: id, fault: 'superseded' }) as const),
    ...open.map((rollout) => ({ kind: 'end', episode: rollout?.episode ?? '' }) as const),
  ]
  const begun = {
    ...newGroupState(name, times),
    ...{ generation, begunMs: nowMs },
    over: group.generation === undefined ? over : [...over, group.generation],
  }
  return { group: rules === undefined ? begun : ruled(begun, rules), decisions }
}

const ruled = (group: GroupState, rules: GroupRules): GroupState => ({
  ...{ ...group, rules },
  schedule: scheduleOf({ ...group.name, size: rules.size, mode: rules.mode }, rules.feedback),
})

function ask(
  group: GroupState,
  {
    call: id,
    index,
    generation,
    mayWait,
    step = 0,
    link,
    rules,
  }: Extract<GroupEvent, { kind: 'asked' }>,
  nowMs: number,
): Reduced {
  const refuse = (fault: 'superseded' | 'mismatch'): Reduced => ({
    group,
    decisions: [{ kind: 'refuse', call: id, fault }],
  })
  if (group.over.includes(generation)) return refuse('superseded')
  const isSame = generation === group.generation
  if (isSame && group.rules !== undefined && canonical(group.rules) !== canonical(rules)) {
    return refuse('mismatch')
  }
  const known = group.rules === undefined ? ruled(group, rules) : group
  const begun = isSame ? unchanged(known) : begin(group, generation, rules, nowMs)
  const present = begun.group.rollouts[index]
  if (present !== undefined) {
    const renewed = withRollout(begun.group, index, { ...present, heartbeatMs: nowMs, link })
    return { group: renewed, decisions: [{ kind: 'repeat', call: id, episode: present.episode }] }
  }
  const call: Call = { id, index, mayWait, step, state: 'queued' }
  return { ...begun, group: { ...begun.group, calls: [...begun.group.calls, call] } }
}

const canonical = (rules: GroupRules): string => canonicalJson({ ...rules })

function leave(group: GroupState, call: string, nowMs: number): Reduced {
  const known = group.calls.find(({ id }) => id === call)
  if (known === undefined) return unchanged(group)
  const calls = group.calls.filter(({ id }) => id !== call)
  return unchanged({ ...group, calls, askedMs: placed(group.askedMs, known.index, nowMs) })
}

function admit(
  group: GroupState,
  { call, index, episode, condition, link }: Extract<GroupEvent, { kind: 'opened' }>,
  nowMs: number,
): GroupState {
  const calls = group.calls.filter(({ id }) => id !== call)
  if (group.rollouts[index] !== undefined) return { ...group, calls }
  const rollout: Rollout = { episode, condition, heartbeatMs: nowMs, link, critique: 'missing' }
  return withRollout({ ...group, calls }, index, rollout)
}

const withRollout = (group: GroupState, index: number, rollout: Rollout): GroupState => ({
  ...group,
  rollouts: placed(group.rollouts, index, rollout),
})

function placed<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  const copy = [...items]
  copy[index] = item
  return copy
}

const isFailed = ({ end }: Rollout): boolean => end?.isAttempt === true && !end.success

/** Until when others wait for a rollout; minus infinity: they need not. */
function waitedForUntilMs(group: GroupState, index: number): number {
  const { times, begunMs, calls, askedMs, rollouts } = group
  const rollout = rollouts[index]
  if (rollout === undefined) {
    if (calls.some((call) => call.index === index)) return Number.POSITIVE_INFINITY
    const asked = askedMs[index]
    const backMs = asked === undefined ? Number.NEGATIVE_INFINITY : asked + times.graceMs
    return Math.max(begunMs + times.arrivalMs, backMs)
  }
  const { end, critique, link, heartbeatMs } = rollout
  if (end === undefined) {
    if (link === 'none') return heartbeatMs + times.leaseMs
    if (link === 'open') return heartbeatMs + Math.max(times.silenceMs, times.leaseMs)
    return link.closedMs + times.graceMs
  }
  if (!isFailed(rollout) || typeof critique === 'object' || critique === 'nothing') {
    return Number.NEGATIVE_INFINITY
  }
  return critique === 'posted' ? end.atMs + times.critiqueMs : Number.POSITIVE_INFINITY
}

/** Opens, lets wait and refuses the calls that are queued, and asks for missing critiques. */
function settle(group: GroupState, nowMs: number): Reduced {
  const { rules, schedule } = group
  if (rules === undefined || schedule === undefined) return unchanged(group)
  const decisions: GroupDecision[] = []
  let next = group
  for (const call of group.calls) {
    if (call.state === 'opening') continue
    const { condition, after } = schedule.place(call.index)
    const pending = pendingBefore(next, after, nowMs)
    if (pending.length === 0) {
      const attempts = attemptsFor(next, rules, after, call.step)
      decisions.push({ kind: 'open', call: call.id, condition, attempts })
      const shown = new Set([...next.shown, ...attempts.map(({ index }) => index)])
      next = withCall({ ...next, shown: [...shown] }, { ...call, state: 'opening' })
      continue
    }
    for (const index of pending) {
      const rollout = next.rollouts[index]
      if (rollout === undefined || !isFailed(rollout) || rollout.critique !== 'missing') continue
      decisions.push({ kind: 'write', index })
      next = withRollout(next, index, { ...rollout, critique: 'writing' })
    }
    if (call.state === 'waiting') continue
    if (call.mayWait) {
      const untilMs = Math.min(...pending.map((index) => waitedForUntilMs(next, index)))
      decisions.push({ kind: 'wait', call: call.id, waitsFor: pending, untilMs })
      next = withCall(next, { ...call, state: 'waiting' })
    } else if (pending.every((index) => next.rollouts[index]?.critique !== 'writing')) {
      // A critique that is being written is there in a moment, for which nobody has to come again.
      decisions.push({ kind: 'refuse', call: call.id, fault: 'would_wait' })
      next = leave(next, call.id, nowMs).group
    }
  }
  return { group: next, decisions }
}

const withCall = (group: GroupState, call: Call): GroupState => ({
  ...group,
  calls: group.calls.map((one) => (one.id === call.id ? call : one)),
})

/** The rollouts among the first `after` that are still waited for. */
function pendingBefore(group: GroupState, after: number, nowMs: number): number[] {
  return Array.from({ length: after }, (_, index) => index).filter(
    (index) => nowMs <= waitedForUntilMs(group, index),
  )
}

/** The failed attempts that an opening shows, in the words and within the cap of its group. */
function attemptsFor(
  group: GroupState,
  rules: GroupRules,
  after: number,
  step: number,
): readonly AttemptShown[] {
  const { rollouts, shown } = group
  const hasSucceeded = (index: number): boolean => rollouts[index]?.end?.success === true
  if (!isFeedbackShown(rules.feedback, hasSucceeded)) return []
  const known: Attempt[] = []
  for (const rollout of rollouts.slice(0, after)) {
    if (rollout === undefined || !isFailed(rollout)) continue
    if (typeof rollout.critique === 'object') known.push(rollout.critique)
  }
  const most = rules.attemptsMax ?? Number.POSITIVE_INFINITY
  return tellAttempts(attemptsToShow(known, new Set(shown), most), rules.feedback, step)
}
