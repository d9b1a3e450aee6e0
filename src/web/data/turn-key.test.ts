// Guards when two turns count as the same, and where rollouts part.
import { expect, it } from 'vitest'
import { changedBy, successByShown } from './critique-effect.ts'
import { readEpisode } from './episode-log.ts'
import { firstDifferingTurn, turnLikeness } from './turn-key.ts'

const row = (position: number, view: object) => ({
  episode_id: 'ep_1',
  position,
  kind: position === 0 ? ('opened' as const) : ('stepped' as const),
  wall_ms: position,
  previous_hash: '',
  hash: '',
  payload: JSON.stringify(view),
})

const called = (name: string, given: object) => ({
  action: { tool_calls: [{ id: 'a', function: { name, arguments: JSON.stringify(given) } }] },
  messages: [{ role: 'tool', tool_call_id: 'a', name, content: 'ok' }],
  reward: -50,
  parts: { wrong: -50 },
})

const turnsOf = (...actions: object[]) =>
  readEpisode([row(0, { environment: 'x', task: {} }), ...actions.map((a, i) => row(i + 1, a))])
    .turns

it('takes a call of the same service, and the same fields in any order, for the same', () => {
  const [a, b, c, d] = turnsOf(
    called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: { pin: '1' } }),
    called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: {} }),
    called('phone_call', { phone_number: '(1)', service: 'lost_card', auth_info: {} }),
    { action: { content: 'Done.' }, messages: [], reward: 0, parts: {} },
  )
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error()
  expect([turnLikeness(a, b), turnLikeness(a, c), turnLikeness(a, d)]).toEqual([1, 0.5, 0])
  const [e, f] = turnsOf(called('form', { f: ['a', 'b'] }), called('form', { f: ['b', 'a'] }))
  expect(e && f && turnLikeness(e, f)).toBe(1)
})

it('reads rewards in thousandths and finds the turn where rollouts part', () => {
  const one = turnsOf(called('s', { q: 'x' }), called('f', { f: ['a'] }))
  const other = turnsOf(called('s', { q: 'x' }), called('f', { f: ['b'] }))
  expect(firstDifferingTurn([one, other])).toBe(2)
  expect(firstDifferingTurn([one, one])).toBeUndefined()
  expect(one[0]).toMatchObject({ reward: -0.05, change: { wrong: -0.05 } })
})

it('takes a call that was refused and one that got something done for different turns', () => {
  const call = called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: {} })
  const came = (event: object) => ({ ...call, events: [{ ...event, call_id: 'a' }] })
  const done = came({ kind: 'done', reference: 'R1' })
  const refused = came({ kind: 'refused', reason: 'details' })
  const [one, other, held] = turnsOf(done, refused, came({ kind: 'refused', reason: 'held' }))
  if (one === undefined || other === undefined || held === undefined) throw new Error()
  expect([turnLikeness(one, other), turnLikeness(other, held)]).toEqual([0.5, 0.5])
  const [again] = turnsOf(came({ kind: 'done', reference: 'R2' }))
  expect(again && turnLikeness(one, again)).toBe(1)
})

it('finds the first turn of a guided rollout that no clean one took, and success by prompt', () => {
  const rollout = (index: number, shown: number[], success: boolean, ...queries: string[]) => ({
    member: {
      ...{ index, shown, success },
      condition: shown.length === 0 ? ('clean' as const) : ('guided' as const),
    },
    log: { turns: turnsOf(...queries.map((q) => called('search', { q }))) },
  })
  const rollouts = [
    rollout(0, [], false, 'a', 'b'),
    rollout(1, [], true, 'c'),
    rollout(2, [0], true, 'b', 'd', 'a'),
    rollout(3, [0], false, 'c'),
  ]
  const changed = changedBy(rollouts, new Set()).map(({ index, turn }) => [index, turn?.step])
  expect(changed).toEqual([
    [2, 2],
    [3, undefined],
  ])
  expect(successByShown(rollouts)).toEqual([
    { shown: '', successes: 1, attempts: 2 },
    { shown: '0', successes: 1, attempts: 2 },
  ])
  expect(changedBy(rollouts.slice(2), new Set())).toEqual([])
})
