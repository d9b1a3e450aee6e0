// Guards that public events come with each step, say what its messages say, and reveal nothing.
import { expect, it } from 'vitest'
import type { JsonObject } from '../sim/json.ts'
import { checkConformance } from './conformance/contract.ts'
import type { Action } from './message.ts'
import { mock } from './mock/index.ts'
import { MOCK_WORLD, mockTask } from './mock/task.ts'
import { playthrough, setupIn } from './playthrough.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { PublicEvent } from './public-event.ts'
import { eachCall, on } from './turn.ts'

const task = mockTask('train', 3)

const enterCode = mock.tools[1] as (typeof mock.tools)[number]

const setupOf = (environment: AnyEnvironment) =>
  setupIn({ environment, world: MOCK_WORLD, settings: {} }, task)

const call = (name: string, given: JsonObject, id = 'call_1') => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
})

/** The events of each step; undefined where a step has none. */
function eventsOf(actions: readonly Action[], environment = mock) {
  const { answers } = playthrough(setupOf(environment), (_, { step }) => actions[step])
  return answers.map(({ events }) => events)
}

it('has the typed outcome of each call with the id of the call, in their order', () => {
  const tool_calls = [call('read_code', {}), call('enter_code', { code: '000' }, 'call_2')]
  expect(eventsOf([{ tool_calls }])).toEqual([
    [
      { kind: 'label_read', code: task.code, call_id: 'call_1' },
      { kind: 'code_entered', code: '000', opens: false, call_id: 'call_2' },
    ],
  ])
})

it('puts the id of the call last, and leaves the event of the environment as it is', () => {
  const own: PublicEvent = Object.freeze({ code: '1', kind: 'code_entered' })
  const sharing: AnyEnvironment = {
    ...mock,
    *step(state, turn) {
      const answer = (now: JsonObject) => ({ state: now, content: 'No.', events: [own, own] })
      return yield* eachCall(state, turn, [on(enterCode, answer)])
    },
  }
  const tool_calls = [call('enter_code', { code: '1' }), call('enter_code', { code: '1' }, 'b')]
  const [events] = eventsOf([{ tool_calls }], sharing)
  expect(events?.map((event) => JSON.stringify(event))).toEqual(
    ['call_1', 'call_1', 'b', 'b'].map(
      (id) => `{"code":"1","kind":"code_entered","call_id":"${id}"}`,
    ),
  )
  expect(own).toEqual({ code: '1', kind: 'code_entered' })
})

it('has the rejected calls, the nudge and why a turn could not be read, by the kernel', () => {
  const bad: Action = { tool_calls: [call('open', {}), call('enter_code', { code: 5 }, 'call_2')] }
  const [rejected, nudged] = eventsOf([bad, { content: 'Hello?' }])
  expect(rejected).toMatchObject([
    { kind: 'call_rejected', call_id: 'call_1', tool: 'open', explanation: /There is no tool/ },
    { kind: 'call_rejected', call_id: 'call_2', tool: 'enter_code' },
  ])
  expect(nudged).toEqual([{ kind: 'nudged', malformed: null }])
  const [unread] = eventsOf([{ text: '<think>Which code' }])
  expect(unread).toEqual([{ kind: 'nudged', malformed: expect.stringContaining('not closed') }])
})

it('keeps rejected calls of an environment that drops the events of its calls', () => {
  const dropping: AnyEnvironment = {
    ...mock,
    *step(state, turn, context) {
      const played = mock.step(state, turn, context)
      if (!('next' in played)) throw new Error('mock plays by effects')
      const { events: _, ...rest } = yield* played
      return rest
    },
  }
  expect(eventsOf([{ tool_calls: [call('open', {})] }], dropping)).toMatchObject([
    [{ kind: 'call_rejected', tool: 'open' }],
  ])
})

it('says no explanation that the answer does not give', () => {
  const silent: AnyEnvironment = { ...mock, step: (state) => ({ state, messages: [] }) }
  const [events] = eventsOf([{ tool_calls: [call('open', {})] }], silent)
  expect(events).toBeUndefined()
})

it('is left out where there is nothing, so that such rows are as they always were', () => {
  const bare: AnyEnvironment = {
    ...mock,
    open: () => ({ state: { read: false, open: false, wrong: 0 }, messages: [], events: [] }),
    step: (state) => ({ state, messages: [], events: [] }),
  }
  const { answers, events } = playthrough(setupOf(bare), (_, { step }) =>
    step === 0 ? { tool_calls: [call('read_code', {})] } : undefined,
  )
  expect(events).toEqual([])
  expect(answers[0]).not.toHaveProperty('events')
})

/** The check of conformance that plays a task and its twin with another hidden fact. */
function secrecyFailures(events: (code: string) => readonly PublicEvent[], where: 'open' | 'step') {
  const leaking: AnyEnvironment = {
    ...mock,
    audit: { ...mock.audit, sampleActions: () => [{ tool_calls: [call('open', {})] }] },
    open(context) {
      const opened = mock.open(context)
      if (where !== 'open' || 'next' in opened) return opened
      return { ...opened, events: events(String(context.task.code)) }
    },
    *step(state, turn, context) {
      const played = mock.step(state, turn, context)
      const transition = 'next' in played ? yield* played : played
      if (where !== 'step') return transition
      return { ...transition, events: events(String(context.task.code)) }
    },
  }
  const checks = checkConformance({
    environment: leaking,
    world: MOCK_WORLD,
    tasks: [mockTask('train', 1), mockTask('train', 2), task],
    seed: 1,
  })
  const found = checks.find(({ name }) => name.startsWith('a hidden fact changes nothing'))
  return found?.failures ?? []
}

it.each(['open', 'step'] as const)('is a leak if an event of %s names a hidden fact', (where) => {
  expect(secrecyFailures((code) => [{ kind: 'hint', code }], where)).not.toEqual([])
  expect(secrecyFailures(() => [{ kind: 'hint', code: 'none' }], where)).toEqual([])
})
