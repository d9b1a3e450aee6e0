import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import { qSandbox } from '../../tools/q-sandbox.ts'
import type { Action } from '../message.ts'
import { answerText } from './prompts.ts'

/** The turn of a player who knows a solution: it gives it at once. */
export const solveQ = ({ solution, entry }: QTask, _world: QWorld): Action => ({
  content: answerText(solution ?? `${entry}:{'\`unknown}`),
})

/** One run in the sandbox as a turn; the number makes its id new. */
export function sandboxTurn(code: string, number: number): Action {
  const called = { name: qSandbox.name, arguments: { code } }
  return {
    content: '',
    tool_calls: [{ id: `call_${number}`, type: 'function', function: called }],
  }
}
