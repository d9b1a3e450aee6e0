// Guards when two turns count as the same, and where the paths of rollouts diverge.
import { expect, it } from 'vitest'
import type { ToolSchema } from '../../client/index.ts'
import { critiqueChanges, successByPrompt } from './critique-effect.ts'
import { type LoggedTurn, parseEpisode } from './episode-log.ts'
import { compareTurns, firstDifferingTurn } from './turn-key.ts'

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

const TOOLS: readonly ToolSchema[] = [
  {
    type: 'function',
    function: {
      ...{ name: 'phone_call', description: '' },
      parameters: { required: ['phone_number', 'service'] },
    },
  },
]
const comparison = compareTurns(TOOLS)
const { similarity } = comparison

const turnsOf = (...actions: object[]) =>
  parseEpisode([row(0, { environment: 'x', task: {} }), ...actions.map((a, i) => row(i + 1, a))])
    .turns

it('compares calls by required arguments, and lists in any order', () => {
  const [a, b, c, d] = turnsOf(
    called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: { pin: '1' } }),
    called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: {} }),
    called('phone_call', { phone_number: '(1)', service: 'lost_card', auth_info: {} }),
    { action: { content: 'Done.' }, messages: [], reward: 0, parts: {} },
  )
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error()
  expect([similarity(a, b), similarity(a, c), similarity(a, d)]).toEqual([1, 0.5, 0])
  const [e, f] = turnsOf(called('form', { f: ['a', 'b'] }), called('form', { f: ['b', 'a'] }))
  expect(e && f && similarity(e, f)).toBe(1)
  expect(compareTurns([]).similarity(a, b)).toBe(0.5)
})

it('reads rewards in thousandths and finds the turn where paths diverge', () => {
  const one = turnsOf(called('s', { q: 'x' }), called('f', { f: ['a'] }))
  const other = turnsOf(called('s', { q: 'x' }), called('f', { f: ['b'] }))
  expect(firstDifferingTurn([one, other], comparison)).toBe(2)
  expect(firstDifferingTurn([one, one], comparison)).toBeUndefined()
  expect(one[0]).toMatchObject({ reward: -0.05, partChanges: { wrong: -0.05 } })
})

it('distinguishes a refused call from a successful one', () => {
  const call = called('phone_call', { phone_number: '(1)', service: 'new_pin', auth_info: {} })
  const withEvent = (event: object) => ({ ...call, events: [{ ...event, call_id: 'a' }] })
  const done = withEvent({ kind: 'done', reference: 'R1' })
  const refused = withEvent({ kind: 'refused', reason: 'details' })
  const [one, other, held] = turnsOf(done, refused, withEvent({ kind: 'refused', reason: 'held' }))
  if (one === undefined || other === undefined || held === undefined) throw new Error()
  expect([similarity(one, other), similarity(other, held)]).toEqual([0.5, 0.5])
  const [again] = turnsOf(withEvent({ kind: 'done', reference: 'R2' }))
  expect(again && similarity(one, again)).toBe(1)
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
  const changed = critiqueChanges(rollouts, []).map(({ index, turn }) => [index, turn?.step])
  expect(changed).toEqual([
    [2, 2],
    [3, undefined],
  ])
  expect(successByPrompt(rollouts)).toEqual([
    { shown: '', successes: 1, attempts: 2 },
    { shown: '0', successes: 1, attempts: 2 },
  ])
  expect(critiqueChanges(rollouts.slice(2), [])).toEqual([])
})

it('reads a long turn once, however often an alignment compares it', () => {
  let reads = 0
  const turn = (): LoggedTurn =>
    ({
      calls: [],
      get text() {
        reads += 1
        return 'x'
      },
    }) as unknown as LoggedTurn
  const { similarity } = compareTurns([])
  const [left, right] = [0, 1].map(() => Array.from({ length: 20 }, turn))
  for (const one of left ?? []) for (const other of right ?? []) similarity(one, other)
  expect(reads).toBe(40)
})
