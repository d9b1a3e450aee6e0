import type { QTask } from '../../sim/q-problems/task.ts'
import { qSandbox } from '../../tools/q-sandbox.ts'
import type { Action } from '../message.ts'
import { answerText } from './prompts.ts'

/** The turn of a player who knows a solution, if there is one: it gives it at once. */
export const solveQ = ({ solution }: QTask): Action | undefined =>
  solution === null ? undefined : { content: answerText(solution) }

/** One run in the sandbox as a turn; the number makes its id new. */
export function sandboxTurn(code: string, number: number): Action {
  const called = { name: qSandbox.name, arguments: { code } }
  return {
    content: '',
    tool_calls: [{ id: `call_${number}`, type: 'function', function: called }],
  }
}
