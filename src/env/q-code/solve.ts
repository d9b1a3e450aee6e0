import type { QTask } from '../../sim/q-problems/task.ts'
import { qSandbox } from '../../tools/q-sandbox.ts'
import { type Action, oneCall } from '../message.ts'
import { answerText } from './prompts.ts'

/** The turn of a player who knows a solution, if there is one. */
export const solveQ = ({ solution }: QTask): Action | undefined =>
  solution === null ? undefined : { content: answerText(solution) }

/** A turn with one sandbox run; the number makes its id unique. */
export const sandboxTurn = (code: string, number: number): Action => ({
  content: '',
  ...oneCall(qSandbox.name, { code }, number),
})
