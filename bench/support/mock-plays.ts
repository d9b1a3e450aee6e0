import { mockTask } from '../../src/env/mock/task.ts'
import type { Play, PlayBook } from './plays.ts'

const WRONG_CODES = 9
const TASKS = 1_000

/**
 * Plays of locked boxes: some wrong codes, then the right one. The world does almost nothing, so
 * this measures the server.
 */
export function mockPlays(): PlayBook {
  const enter = (turn: number, code: string): string =>
    JSON.stringify({
      tool_calls: [
        {
          id: `call_${turn}`,
          type: 'function',
          function: { name: 'enter_code', arguments: JSON.stringify({ code }) },
        },
      ],
    })
  const wrongActions = Array.from({ length: WRONG_CODES }, (_, turn) =>
    enter(turn + 1, String(turn)),
  )
  const play = (number: number): Play => {
    const index = number % TASKS
    const rightAction = enter(WRONG_CODES + 1, mockTask('train', index).code)
    return { env: 'mock-v1', split: 'train', index, actions: [...wrongActions, rightAction] }
  }
  return { play, mix: `mock-v1, ${WRONG_CODES} wrong codes and the right one` }
}
