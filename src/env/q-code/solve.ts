import type { QTask } from '../../sim/q-problems/task.ts'
import { qSandbox } from '../../tools/q-sandbox.ts'
import type { Action } from '../message.ts'
import { answerText } from './prompts.ts'

/** The turn of a player who knows a solution, if there is one. */
export const solveQ = ({ solution }: QTask): Action | undefined =>
  solution === null ? undefined : { content: answerText(solution) }

/** A turn with one sandbox run; the number makes its id unique. */
export function sandboxTurn(code: string, number: number): Action {
  const called = { name: qSandbox.name, arguments: { code } }
  return {
    content: '',
    tool_calls: [{ id: `call_${number}`, type: 'function', function: called }],
  }
}
