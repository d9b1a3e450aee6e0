// Guards that cards say how a call went by its event, and nothing where a log has none.
import { expect, it } from 'vitest'
import type { LogRow } from '../../client/index.ts'
import { parseEpisode } from './episode-log.ts'
import { summarizeCall } from './tool-call.ts'

const row = (position: number, view: object): LogRow =>
  ({
    episode_id: 'ep',
    position,
    kind: position === 0 ? 'opened' : 'stepped',
    wall_ms: 0,
    view,
  }) as unknown as LogRow

function toneAfter(name: string, content: string, events: readonly object[] | undefined) {
  const id = 'call_1'
  const action = { tool_calls: [{ id, function: { name, arguments: {} } }] }
  const messages = [{ role: 'tool', tool_call_id: id, name, content }]
  const named = events?.map((event) => ({ ...event, call_id: id }))
  const stepped = { action, messages, ...(named === undefined ? {} : { events: named }) }
  const { turns } = parseEpisode([row(0, { environment: 'x-v1' }), row(1, stepped)])
  const [call] = turns[0]?.calls ?? []
  return call && summarizeCall(call).tone
}

it.each([
  ['q_sandbox', "'type", [{ kind: 'ran', code: '1+`a', error: 'type', ran: true }], 'lost'],
  ['q_sandbox', "'a printed quote", [{ kind: 'ran', code: 'x', error: null, ran: true }], 'none'],
  ['get_feedback', 'Your answer is right.', [{ kind: 'feedback', verdict: 'right' }], 'won'],
  ['get_feedback', 'Your answer is not right.', [{ kind: 'feedback', verdict: 'wrong' }], 'lost'],
  ['get_feedback', 'Not told here.', [{ kind: 'feedback', verdict: 'untold' }], 'none'],
  ['phone_call', 'All set!', [{ kind: 'done', reference: 'R1' }], 'won'],
  ['phone_call', 'I need the PIN.', [{ kind: 'refused', reason: 'details' }], 'lost'],
  ['say', 'Shall I?', [{ kind: 'asked', for: 'read_back' }], 'none'],
  ['any_tool', 'There is no tool.', [{ kind: 'call_rejected' }], 'lost'],
  ['q_sandbox', "'type", undefined, 'none'],
])('%s with the answer %s', (name, content, events, tone) => {
  expect(toneAfter(name, content, events)).toBe(tone)
})

it('gives each call of a turn the event that has its id', () => {
  const ids = ['call_1', 'call_2', 'call_3']
  const calls = ids.map((id) => ({ id, function: { name: 'get_feedback', arguments: {} } }))
  const messages = ids.map((tool_call_id) => ({ role: 'tool', tool_call_id, content: '' }))
  const events = [
    { kind: 'feedback', verdict: 'wrong', call_id: 'call_3' },
    { kind: 'answer_asked' },
    { kind: 'feedback', verdict: 'right', call_id: 'call_1' },
  ]
  const stepped = { action: { tool_calls: calls }, messages, events }
  const { turns } = parseEpisode([row(0, { environment: 'x-v1' }), row(1, stepped)])
  expect(turns[0]?.calls.map(({ event }) => event?.verdict)).toEqual(['right', undefined, 'wrong'])
})

it.each([
  [
    'phone_call',
    { service: 'new_pin' },
    { kind: 'done', department: 'Cards', reference: 'R1' },
    ['Phone call: Cards', 'new_pin · done · R1'],
  ],
  [
    'phone_call',
    { service: 'new_pin' },
    { kind: 'refused', reason: 'details', missing: [{ field: 'pin' }], wrong: ['email'] },
    ['Phone call', 'new_pin · missing: pin; wrong: email'],
  ],
  [
    'say',
    { answer: 'yes' },
    { kind: 'asked', for: 'details', names: ['date', 'time'], department: 'Cards' },
    ['Say: Cards', 'yes · asks for date, time'],
  ],
  [
    'ask_customer',
    { fields: ['pin'], approve: { service: 'new_pin' } },
    { kind: 'customer' },
    ['Ask customer', ''],
  ],
  [
    'report',
    {
      items: [
        { service: 'a', outcome: 'done' },
        { service: 'b', outcome: 'not_done' },
      ],
    },
    { kind: 'reported' },
    ['Report', '1 of 2 done'],
  ],
  [
    'look_around',
    { query: 'a door', depth: 2 },
    { kind: 'seen', things: ['door'] },
    ['Look around', '“a door” · words'],
  ],
])('says in few words what %s with %j did', (name, given, event, brief) => {
  const call = { id: 'a', name, rawArguments: given, arguments: given, answer: 'words', event }
  const { title, result } = summarizeCall(call)
  expect([title, result]).toEqual(brief)
})
