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
})
