// Guards the rules of groups: random histories against what must always hold, and planted bugs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceGroup } from '../../src/env/group-reducer.ts'
import type {
  GroupDecision,
  GroupEvent,
  GroupRules,
  GroupState,
} from '../../src/env/group-state.ts'
import { Model, type Move, moves, type Reducer, rules } from './model.ts'

const holds = (reduce: Reducer, numRuns: number): fc.RunDetails<[GroupRules, Move[]]> =>
  fc.check(
    fc.property(rules, moves, (given, history) => {
      const model = new Model(reduce, given)
      for (const move of history) model.move(move)
      model.finish()
    }),
    { seed: 31, numRuns, endOnFailure: true },
  )

/** Reducers with one rule broken. */
const withEvent =
  (change: (event: GroupEvent) => GroupEvent): Reducer =>
  (group, event, nowMs) =>
    reduceGroup(group, change(event), nowMs)
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
const TICK = { kind: 'tick' } as const

const BUGS: Readonly<Record<string, Reducer>> = {
  'messages renew no lease': withEvent((event) => (event.kind === 'heartbeat' ? TICK : event)),
  'a closed connection is not noticed': withEvent((event) =>
    event.kind === 'disconnected' ? TICK : event,
  ),
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
  'generations come back': withState((group) => ({ ...group, over: [] })),
  'nothing bounds the attempts': withEvent((event) =>
    event.kind === 'asked' ? { ...event, rules: { ...event.rules, attemptsMax: 10 } } : event,
  ),
  'a call that left gets no grace': withState((group) => ({ ...group, askedMs: [] })),
  'older episodes go on': withDecisions((decision) => (decision.kind === 'end' ? [] : [decision])),
  'waiting calls are forgotten with their generation': withDecisions((decision) =>
    decision.kind === 'refuse' ? [] : [decision],
  ),
  'a call is answered twice': withDecisions((decision) =>
    decision.kind === 'open' ? [decision, decision] : [decision],
  ),
  'ticks come early': (group, event, nowMs) =>
    reduceGroup(group, event, event.kind === 'tick' ? nowMs + 40 : nowMs),
  'all_failed is ignored': withEvent((event) =>
    event.kind === 'asked'
      ? {
          ...event,
          rules: { ...event.rules, feedback: { ...event.rules.feedback, when: 'always' } },
        }
      : event,
  ),
  'waves are of one': withEvent((event) =>
    event.kind === 'asked'
      ? { ...event, rules: { ...event.rules, feedback: { ...event.rules.feedback, waves: [1] } } }
      : event,
  ),
}

describe('the rules of a group', () => {
  it('hold in every history', () => {
    const { failed, counterexample, errorInstance } = holds(reduceGroup, 600)
    const why = String((errorInstance as Error | null)?.message)
    expect(failed, `${why}\n${JSON.stringify(counterexample)}`).toBe(false)
  })

  it.each(Object.keys(BUGS))('are broken where %s', (name) => {
    expect(holds(BUGS[name] as Reducer, 600).failed).toBe(true)
  })
})
