// Guards the rules of groups: random histories against what must always hold, and planted bugs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Feedback } from '../../src/env/group.ts'
import { reduceGroup } from '../../src/env/group-reducer.ts'
import {
  type GroupDecision,
  type GroupEvent,
  type GroupState,
  newGroupState,
  type StoredGroup,
  type StoredRollout,
} from '../../src/env/group-state.ts'
import { CALLS_MAX, type GivenGroup, groups, histories, type Move, TIMES } from './histories.ts'
import { Model, type Reducer } from './model.ts'

const holds = (reduce: Reducer, numRuns: number): fc.RunDetails<[GivenGroup, Move[]]> =>
  fc.check(
    fc.property(groups, histories, (given, history) => {
      const model = new Model(reduce, given)
      for (const move of history) model.move(move)
      model.finish()
    }),
    { seed: 31, numRuns, endOnFailure: true },
  )

/** Reducers with one rule broken. */
const withEvent =
  (change: (event: GroupEvent, group: GroupState) => GroupEvent): Reducer =>
  (group, event, nowMs) =>
    reduceGroup(group, change(event, group), nowMs)
const withState =
  (change: (group: GroupState) => GroupState): Reducer =>
  (group, event, nowMs) =>
    reduceGroup(change(group), event, nowMs)
const withDecisions =
  (change: (decision: GroupDecision) => readonly GroupDecision[]): Reducer =>
  (group, event, nowMs) => {
    const reduced = reduceGroup(group, event, nowMs)
    return { ...reduced, decisions: reduced.decisions.flatMap(change) }
  }
const without = (kind: GroupDecision['kind']): Reducer =>
  withDecisions((decision) => (decision.kind === kind ? [] : [decision]))
const TICK = { kind: 'tick' } as const
const deaf = (kind: GroupEvent['kind']): Reducer =>
  withEvent((event) => (event.kind === kind ? TICK : event))
const withFeedback = (change: Partial<Feedback>): Reducer =>
  withEvent((event) =>
    event.kind === 'open_requested' && Object.keys(event.rules.feedback).length > 0
      ? {
          ...event,
          rules: { ...event.rules, feedback: { ...event.rules.feedback, ...change } },
        }
      : event,
  )
const withStored = (change: (stored: StoredGroup) => Partial<StoredGroup>): Reducer =>
  withEvent((event) =>
    event.kind === 'store_read'
      ? { ...event, group: { ...event.group, ...change(event.group) } }
      : event,
  )
const withStoredRollouts = (change: (rollout: StoredRollout) => StoredRollout): Reducer =>
  withStored(({ rollouts }) => ({ rollouts: rollouts.map(change) }))

const BUGS: Readonly<Record<string, Reducer>> = {
  'messages renew no lease': deaf('heartbeat'),
  'a closed connection is not noticed': deaf('disconnected'),
  'a closed connection counts as a message': withEvent((event) =>
    event.kind === 'disconnected' ? { ...event, kind: 'heartbeat', link: 'open' } : event,
  ),
  'sockets are not watched': withEvent((event) =>
    event.kind === 'opened' ? { ...event, link: 'none' } : event,
  ),
  'a fault of the trainer is an attempt': withEvent((event) =>
    event.kind === 'ended' ? { ...event, reason: 'agent_closed' } : event,
  ),
  'no success is noticed': withEvent((event) =>
    event.kind === 'ended' ? { ...event, success: false } : event,
  ),
  'nobody waits for critiques': withEvent((event) =>
    event.kind === 'ended' && !event.success ? { ...event, reason: 'client_fault' } : event,
  ),
  'generations come back': withState((group) => ({ ...group, endedGenerations: [] })),
  'nothing bounds the attempts': withEvent((event) =>
    event.kind === 'open_requested' ? { ...event, attemptsMax: 10 } : event,
  ),
  'a call that left gets no grace': withState((group) => ({ ...group, callEndedMs: [] })),
  'older episodes go on': without('end'),
  'refused calls get no answer': without('refuse'),
  'a call is answered twice': withDecisions((decision) =>
    decision.kind === 'open' ? [decision, decision] : [decision],
  ),
  'ticks come early': (group, event, nowMs) =>
    reduceGroup(group, event, event.kind === 'tick' ? nowMs + 40 : nowMs),
  'all_failed is ignored': withFeedback({ when: 'always' }),
  'all_failed takes a rollout that did not fail for a failed one': withState((group) => {
    const { rules, rollouts } = group
    if (rules === undefined) return group
    const first = rollouts.slice(0, rules.feedback.waves[0])
    if (first.some((rollout) => rollout?.end?.success === true)) return group
    return { ...group, rules: { ...rules, feedback: { ...rules.feedback, when: 'always' } } }
  }),
  'waves are of one': withFeedback({ waves: [1] }),
  'all attempts are shown instead of the last': withFeedback({ show: 'all' }),
  'a model that writes a critique holds up calls that may not wait': withState((group) => {
    const { rules } = group
    if (rules?.feedback.critique !== 'model') return group
    return { ...group, rules: { ...rules, feedback: { ...rules.feedback, critique: 'rule' } } }
  }),
  'a call that may not wait waits': withEvent((event) =>
    event.kind === 'open_requested' ? { ...event, mayWait: true } : event,
  ),
  'a caller that waits no longer is kept': deaf('wait_ended'),
  'a call that leaves is kept': deaf('call_ended'),
  'calls are not told to wait': without('wait'),
  'a call with other rules is let in': withEvent((event, { rules, generation }) =>
    event.kind === 'open_requested' && event.generation === generation && rules !== undefined
      ? { ...event, rules }
      : event,
  ),
  'a critique that could not be written is given up': withEvent((event) =>
    event.kind === 'critique' && event.critique === 'failed'
      ? { ...event, critique: 'nothing' }
      : event,
  ),
  'a critique that could not be written is not tried again': withEvent((event) =>
    event.kind === 'critique' && event.critique === 'failed' ? TICK : event,
  ),
  'a log that is gone is read without end': withEvent((event) =>
    event.kind === 'critique' && event.critique === 'nothing'
      ? { ...event, critique: 'failed' }
      : event,
  ),
  'posted critiques are lost': deaf('critique_posted'),
  'posted critiques are not waited for': withEvent((event) =>
    event.kind === 'critique' ? { ...event, isAwaitingPost: false } : event,
  ),
  'posted critiques are waited for without end': withState((group) => ({
    ...group,
    times: { ...group.times, critiqueMs: Number.POSITIVE_INFINITY },
  })),
  'messages to other servers do not count': withEvent((event) =>
    event.kind === 'lease_read' && typeof event.activityMs === 'number'
      ? { ...event, activityMs: 'none' }
      : event,
  ),
  'a message to another server counts for longer than a lease': withEvent((event) =>
    event.kind === 'lease_read' && typeof event.activityMs === 'number'
      ? { ...event, activityMs: event.activityMs + 50 }
      : event,
  ),
  'a lease ends before the store was read': (group, event, nowMs) => {
    const reduced = reduceGroup(group, event, nowMs)
    const check = reduced.decisions.find(({ kind }) => kind === 'check_lease')
    if (check?.kind !== 'check_lease') return reduced
    const of = { generation: reduced.group.generation ?? '', index: check.index }
    const read = { kind: 'lease_read', activityMs: 'none', ...of } as const
    const next = reduceGroup(reduced.group, read, nowMs)
    return { group: next.group, decisions: [...reduced.decisions, ...next.decisions] }
  },
  'a lease that could not be read is over': withEvent((event) =>
    event.kind === 'lease_read' && event.activityMs === 'unreadable'
      ? { ...event, activityMs: 'none' }
      : event,
  ),
  'a lease that could not be read is not read again': withEvent((event) =>
    event.kind === 'lease_read' && event.activityMs === 'unreadable' ? TICK : event,
  ),
  'leases that seem over are not read': without('check_lease'),
  'what a server stores after a connection closed prolongs its own lease': withEvent(
    (event, { rollouts }) => {
      if (event.kind !== 'lease_read' || event.activityMs === 'unreadable') return event
      const isClosed = typeof rollouts[event.index]?.link === 'object'
      return isClosed ? { ...event, activityMs: Number.MAX_SAFE_INTEGER } : event
    },
  ),
  'expired leases are not reported': without('expired'),
  'what other servers store is not noticed': deaf('store_read'),
  'ends on other servers are not noticed': withStoredRollouts(({ end: _, ...rollout }) => rollout),
  'rollouts of other servers begin with a whole lease': withStoredRollouts(
    ({ heartbeatMs: _, ...rollout }) => rollout,
  ),
  'attempts that other servers show are not counted': withStoredRollouts((rollout) => ({
    ...rollout,
    shownIndices: [],
  })),
  'calls on other servers get no grace': withStored(() => ({ requestedIndices: [] })),
  'a newer generation on another server is not noticed': withEvent((event, { generation }) =>
    event.kind === 'store_read' && event.group.generation !== generation ? TICK : event,
  ),
  'episodes that other servers left in older generations go on': withStored(() => ({
    openEarlier: [],
  })),
}

describe('the rules of a group', () => {
  it('hold in every history', () => {
    const { failed, counterexample, errorInstance } = holds(reduceGroup, 300)
    const why = String((errorInstance as Error | null)?.message)
    expect(failed, `${why}\n${JSON.stringify(counterexample)}`).toBe(false)
  })

  it('bound the calls for one rollout, so that an event costs what the size allows', () => {
    const feedback: Feedback = {
      ...{ start_at: 1, waves: [1], clean_share: 0, show: 'all' },
      ...{ cap_chars: 1_000, critique: 'rule' },
    }
    let group = newGroupState({ run: 'r', id: 'g' }, TIMES, feedback)
    const answers = Array.from({ length: CALLS_MAX + 2 }, (_, call) => {
      const of = { generation: '1', index: call === 0 ? 2 : 1 }
      const rules = {
        env: 'e',
        revision: 1,
        task: 't',
        size: 4,
        mode: 'feedback',
        feedback,
      } as const
      const asked = {
        kind: 'open_requested',
        call: `${call}`,
        mayWait: true,
        link: 'none',
      } as const
      const reduced = reduceGroup(group, { ...asked, rules, ...of }, 1)
      group = reduced.group
      return reduced.decisions.map((decision) => decision.kind)
    })
    expect(answers).toEqual([...Array(CALLS_MAX + 1).fill(['wait']), ['refuse']])
  })

  it.each(Object.keys(BUGS))('are broken where %s', (name) => {
    expect(holds(BUGS[name] as Reducer, 300).failed).toBe(true)
  })
})
