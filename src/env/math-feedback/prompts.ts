import type { AnswerKind, MathTask } from '../../sim/math/problem.ts'
import { type ChatMessage, system, user } from '../message.ts'
import { ANSWER_FORMAT_TEXTS, ROLES, ROLES_BY_KIND } from './tables/roles.ts'
import { feedbackMax, type Settings } from './task.ts'

const WORKING_RULE = `Work the problem out step by step, in writing, before you answer.`

const FEEDBACK = `Before you answer, you may ask a tutor with the tool get_feedback: submit the \
answer you have, and the tutor says what seems wrong with it and where to look, never what the \
right answer is. After feedback, work the whole problem through again instead of patching the old \
answer, then`

const NO_FEEDBACK = 'There is no feedback on this problem: a call of get_feedback gets none.'

const CLOSE = `A message without a tool call is your answer, and the last thing you say. Only what \
it states in the form that the problem asks for counts, not what you submitted to the tutor. If it \
states no answer in that form, you are asked for it once, at no cost. Feedback costs a \
little, so ask for it only if you doubt your answer; never submit the same answer twice.`

/** The first messages of an episode: the role, the rules and the problem. */
export function openingMessages(task: MathTask, settings: Settings): readonly ChatMessage[] {
  const { assistant_turns: turns } = settings
  const calls = Math.min(feedbackMax(task, settings), turns - 1)
  const next = calls > 1 ? 'ask once more or answer' : 'answer'
  const help = calls > 0 ? `${FEEDBACK} ${next}. You may ask ${times(calls)}.` : NO_FEEDBACK
  const limit = `You have ${turns === 1 ? 'one message' : `${turns} messages`} in all; a tool call \
in the last one is not answered.`
  return [
    system([chooseRole(task), WORKING_RULE, help, `${CLOSE} ${limit}`].join('\n\n')),
    user(problemText(task)),
  ]
}

const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

const chooseRole = ({ dataset, answer }: MathTask): string =>
  ROLES.get(dataset) ?? ROLES_BY_KIND[answer.kind]

/** The question, its options and the required answer format. */
function problemText({ question, answer }: MathTask): string {
  const blocks = [question, ...(answer.kind === 'choice' ? [optionLines(answer.options)] : [])]
  return [...blocks, ANSWER_FORMAT_TEXTS[answer.kind]].join('\n\n')
}

export const optionLines = (options: readonly string[]): string =>
  options.map((option, index) => `${optionLetter(index)}. ${option}`).join('\n')

/** `A` for 0, `B` for 1, … */
export const optionLetter = (index: number): string => String.fromCharCode(65 + index)

/** A text that states this answer in the required format. */
export function answerText(kind: AnswerKind, answer: string): string {
  if (kind === 'choice') return `The answer is (${answer}).`
  return kind === 'text' ? `Answer: ${answer}` : `The answer is \\boxed{${answer}}.`
}

/** Sent once to an agent whose message is empty or cannot be read. */
export const NUDGE =
  'Please answer the problem in the form that it asks for, or ask for feedback with get_feedback.'

/** The reply to an unfinished answer, whatever its value. */
export const NOT_WORKED_OUT = `Your answer is not worked out yet, so it is not taken as the last \
one. Carry out what is left to do in it, and give what you get.`

/** Asks once for the answer, if a message states none in the required form. */
export const stateIt = (kind: AnswerKind): string => `Your message states no answer in the form \
that the problem asks for. ${ANSWER_FORMAT_TEXTS[kind]} State your answer in that form now. This \
message costs you nothing.`

/** The reply to a call in the last turn. */
export const TOO_LATE = 'No feedback: this was the last message, and it was taken as the answer.'

/** The reply to a call when no feedback requests are left. */
export const NONE_LEFT =
  'No feedback is left for this problem. Answer it now, in a message without a tool call.'
