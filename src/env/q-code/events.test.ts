// Guards that events agree with the messages: runs and failed examples, but no hidden test.
import { expect, it } from 'vitest'
import { answer, sandbox, setupOf, TASK } from '../../../test/q-code/driver.ts'
import type { Action } from '../message.ts'
import { playthrough } from '../playthrough.ts'
import { critiqueQ } from './critique.ts'

const EXAMPLES = [
  { call: 'solve[1 2 3]', expected: '12' },
  { call: 'solve[(0#0)]', expected: '0' },
]

const eventsOf = (actions: readonly Action[], settings = {}, task = TASK) =>
  playthrough(setupOf(task, settings), (_, { step }) => actions[step])

it('name the function, each run, the example that failed, and the code that was given', () => {
  const given = 'solve:{[numbers] 2*sum numbers}'
  const turns = [sandbox('1+`a'), answer(''), answer('solve:{[x] 12}'), answer(given)]
  const { events, transcript } = eventsOf(turns, { answers: 4 })
  expect(events).toEqual([
    { kind: 'problem', entry: 'solve', arguments: ['numbers'], examples: EXAMPLES },
    { kind: 'ran', code: '1+`a', error: 'type', ran: true, call_id: 'call_1' },
    { kind: 'no_code' },
    {
      kind: 'example_failed',
      call: 'solve[(0#0)]',
      expected: '0',
      result: '12',
      error: null,
      answers_left: 2,
    },
    { kind: 'answered', code: given },
  ])
  const shown = transcript.map(({ content }) => content).join('\n')
  for (const { call, expected } of EXAMPLES) expect(shown).toContain(`${call}\ngives\n${expected}`)
  expect(shown).toContain('solve[(0#0)]\n\nExpected:\n0\n\nIt gave:\n12\n\nYou may answer 2 times')
})

it('states an expected console text to an answer that cannot be loaded or that exits', () => {
  const tests = TASK.tests.map((test) => ({ ...test, expected: null, console: '12' }))
  const turns = [answer('solve:{'), answer('solve:{exit 0}'), answer('solve:{12}')]
  const { events } = eventsOf(turns, { answers: 3 }, { ...TASK, tests })
  expect(events.filter(({ kind }) => kind === 'example_failed')).toMatchObject([
    { expected: '12', error: '{' },
    { expected: '12', error: 'exit' },
  ])
})

it('reveals no hidden test: another hidden test changes no event', () => {
  const turns = [sandbox('til 3'), answer('solve:{[x] 5}')]
  const tests = TASK.tests.map((test) => (test.is_public ? test : { ...test, expected: '77' }))
  const [left, right] = [TASK, { ...TASK, tests }].map((task) => eventsOf(turns, {}, task).events)
  expect(left).toEqual(right)
})

it('has refused runs and late calls', () => {
  const turns = [sandbox('1'), sandbox('2'), sandbox('3')]
  const { events } = eventsOf(turns, { sandbox_calls: 1, assistant_turns: 3 })
  expect(events.slice(2)).toEqual([
    { kind: 'run_refused', code: '2', call_id: 'call_1' },
    { kind: 'answered', code: '' },
    { kind: 'call_too_late', tool: 'q_sandbox', call_id: 'call_1' },
  ])
})

it('leaves the critique of a log without events to the general one', () => {
  const end = { kind: 'terminated', reason: 'answered' } as const
  expect(critiqueQ([], { end, success: false, metrics: {} })).toBeUndefined()
})
