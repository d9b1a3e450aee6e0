import { mockTask } from '../../src/env/mock/task.ts'

/** An episode that is known from beginning to end, for load generators that must not think. */
export interface Play {
  readonly env: string
  readonly split: string
  readonly index: number
  /** The JSON text of each action. */
  readonly actions: readonly string[]
}

/** A source of plays, and how its turns are made up. */
export interface PlayBook {
  /** The play of a number; numbers beyond the book begin again. */
  play(number: number): Play
  readonly mix: string
}

const TRAIN_TASKS = 1_000
const MOCK_TURNS = 20

const enterCode = (code: string): string =>
  JSON.stringify({
    content: 'Perhaps this one opens the box.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'enter_code', arguments: { code } } },
    ],
  })

/** Locked boxes: wrong codes, then the right one in the last turn. */
export const mockPlays = (): PlayBook => ({
  mix: `mock-v1, ${MOCK_TURNS} turns of enter_code`,
  play(number) {
    const index = number % TRAIN_TASKS
    const { code } = mockTask('train', index)
    const actions = Array.from({ length: MOCK_TURNS - 1 }, () => enterCode('000'))
    return { env: 'mock-v1', split: 'train', index, actions: [...actions, enterCode(code)] }
  },
})
