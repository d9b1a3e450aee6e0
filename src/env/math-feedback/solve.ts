import type { JsonObject } from '../../sim/json.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import { getFeedback } from '../../tools/get-feedback.ts'
import { type Action, oneCall } from '../message.ts'
import { answerText } from './prompts.ts'

/** The turn of a player who knows the answer. */
export const solveMath = ({ answer }: MathTask, _world: MathWorld): Action => ({
  content: answerText(answer.kind, answer.gold),
})

/** A turn with one feedback request; the number makes its id unique. */
export const feedbackTurn = (
  answer: string,
  number: number,
  extraArguments: JsonObject = {},
): Action => ({
  content: answer,
  ...oneCall(getFeedback.name, { current_answer: answer, ...extraArguments }, number),
})
