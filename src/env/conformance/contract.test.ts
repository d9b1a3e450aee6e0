// Guards that the conformance suite passes a sound environment and notices every broken one.
import { describe, expect, it } from 'vitest'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD, mockTask } from '../mock/task.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { checkConformance } from './contract.ts'

const tasks = [0, 1, 2].map((index) => mockTask('train', index))

function failuresOf(change: Partial<AnyEnvironment>): string[] {
  const environment = { ...mock, ...change }
  return checkConformance({ environment, world: MOCK_WORLD, tasks, seed: 1 })
    .filter((check) => check.failures.length > 0)
    .map((check) => check.name)
}

let draws = 0
let steps = 0

/** The mock environment, whose steps return these members in addition. */
const stepping = (change: (number: number) => object): Partial<AnyEnvironment> => ({
  open(context) {
    steps = 0
    return mock.open(context)
  },
  *step(state, turn, context) {
    const played = mock.step(state, turn, context)
    const transition = 'next' in played ? yield* played : played
    steps += 1
    return { ...transition, ...change(steps) }
  },
})

const DETERMINISM = 'the same actions give the same episode'
const STATES = 'states are plain JSON and never changed in place'
const FORMS = 'messages are text, events have a kind, and ends have a known reason'
const TEACHING = 'every attempt can be described to later ones'

describe('checkConformance', () => {
  it('finds nothing wrong with the locked box', () => {
    expect(failuresOf({})).toEqual([])
  })

  it.each<[string, Partial<AnyEnvironment>]>([
    ['the declarations are complete', { metrics: ['wrong_codes'] }],
    [
      'the task and the world fit their schemas',
      { data: { ...mock.data, publicTask: () => ({ id: 'other' }) } },
    ],
    ['the opening has messages and no reward', { score: () => ({ opened: 5 }) }],
    [
      'the same actions give the same episode',
      { score: (state) => ({ opened: state.wrong === 0 ? 0 : draws++ }) },
    ],
    [
      'states are plain JSON and never changed in place',
      {
        step: (state) => {
          Object.assign(state, { wrong: 7 })
          return { state, messages: [] }
        },
      },
    ],
    [
      'words such as "constructor" are ordinary text',
      {
        step: (state, { calls: [call] }) => {
          const { code: word } = (call as { arguments: { code: string } }).arguments
          const answers: Readonly<Record<string, string>> = { yes: 'good' }
          answers[word]?.toUpperCase()
          return { state, messages: [{ role: 'user', content: 'go on' }] }
        },
      },
    ],
    [
      'rewards have known parts, whole thousandths and stay in bounds',
      { score: ({ wrong }) => ({ opened: (wrong as number) * 2000 }) },
    ],
    [
      'a closed episode reports exactly the declared metrics',
      { measure: () => ({ success: 0, luck: 1 }) },
    ],
    ['the oracle wins', { audit: { ...mock.audit, solve: () => ({ content: 'I give up.' }) } }],
    [
      'a hidden fact changes nothing before it is revealed',
      {
        step: (state, _, { task }) => ({
          state,
          messages: [
            { role: 'user', content: `psst: ${String((task as { code?: string }).code)}` },
          ],
        }),
      },
    ],
    [
      'a hidden fact changes nothing before it is revealed',
      {
        data: {
          ...mock.data,
          publicTask: (task) => {
            const { code } = task as unknown as { code: string }
            return { ...mock.data.publicTask(task), digits: Number(code) % 9 }
          },
        },
      },
    ],
  ])('notices when not: %s', (name, change) => {
    expect(failuresOf(change)).toContain(name)
  })

  it.each<[string, string, Partial<AnyEnvironment>]>([
    ['a variable of the module', DETERMINISM, stepping((number) => ({ notes: [{ number }] }))],
    ['a Map in a state', STATES, stepping(() => ({ state: { seen: new Map() } }))],
    ['a number in a state that is none', STATES, stepping(() => ({ state: { mean: Number.NaN } }))],
    [
      'a task that a step changes',
      STATES,
      {
        step(state, _, { task }) {
          Object.assign(task, { tries: 1 })
          return { state, messages: [] }
        },
      },
    ],
    ['a message without content', FORMS, stepping(() => ({ messages: [{ role: 'user' }] }))],
    ['an unknown role', FORMS, stepping(() => ({ messages: [{ role: 'voice', content: '' }] }))],
    ['an event without a kind', FORMS, stepping(() => ({ events: [{ number: 1 }] }))],
    ['an end of its own', FORMS, stepping(() => ({ end: { kind: 'terminated', reason: 'hm' } }))],
    ['a critique that fails', TEACHING, { teaching: { critique: () => Object.create(null).x.y } }],
    ['a critique of another type', TEACHING, { teaching: { critique: () => 5 as never } }],
    [
      'a second tool of a name',
      'the declarations are complete',
      { tools: [...mock.tools, ...mock.tools] },
    ],
    [
      'an unknown reference',
      'the declarations are complete',
      { teaching: { reference: 'nobody' } },
    ],
  ])('notices %s', (_, name, change) => {
    expect(failuresOf(change)).toContain(name)
  })

  it.each<[string, string, Partial<AnyEnvironment>]>([
    ['an asynchronous step', 'step returned a promise', { step: (async () => ({})) as never }],
    ['a step without a result', 'step returned undefined', { step: () => undefined as never }],
    [
      'a reward that is no number',
      'score returned NaN for "opened"',
      { score: () => ({ opened: Number.NaN }) },
    ],
    [
      'an observation too large to send',
      'open returned messages of more than',
      { open: () => ({ state: {}, messages: [{ role: 'user', content: 'x'.repeat(1e6 + 1) }] }) },
    ],
    [
      'an exception',
      'step: the door is stuck',
      {
        step() {
          throw new Error('the door is stuck')
        },
      },
    ],
  ])('names the function behind %s', (_, text, change) => {
    const environment = { ...mock, ...change }
    const checks = checkConformance({ environment, world: MOCK_WORLD, tasks, seed: 1 })
    expect(checks.flatMap(({ failures }) => failures).join('\n')).toContain(`train-000001: ${text}`)
  })

  it('plays raw text again as raw text', () => {
    const raw = { text: '<think>Which code' }
    const audit = { ...mock.audit, sampleActions: () => [raw] }
    const checks = checkConformance({
      ...{ environment: { ...mock, audit }, world: MOCK_WORLD, tasks, seed: 1 },
      only: [DETERMINISM, STATES],
    })
    expect(checks.flatMap(({ failures }) => failures)).toEqual([])
  })

  it('stops soon if calls do not end in time, and says that of each check', () => {
    let calls = 0
    const host = { endsInTime: () => ++calls === 0, locate: () => undefined }
    const checks = checkConformance({ environment: mock, world: MOCK_WORLD, tasks, seed: 1, host })
    expect(calls).toBe(2)
    for (const { failures, isLate } of checks.slice(1)) {
      expect(isLate).toBe(true)
      expect(failures.at(-1)).toMatch(/skipped, because calls do not end in time$/)
    }
  })
})
