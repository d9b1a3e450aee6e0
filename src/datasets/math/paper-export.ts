import { withoutAttempts } from '../../env/group-block.ts'
import type { OpenedPayload, SteppedPayload } from '../../env/log.ts'
import { readLimits } from '../../env/log.ts'
import { NONE_LEFT, TOO_LATE } from '../../env/math-feedback/prompts.ts'
import { checkedArguments, readTurn } from '../../env/turn.ts'
import type { JsonObject } from '../../sim/json.ts'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import { readProse } from '../../sim/math/grading/prose/read-prose.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'

/** Lower revisions of the environment also read answers in prose. */
const STRICT_REVISION = 3

/** The parts of an episode's log that are read. */
export interface PaperLog {
  readonly id: string
  readonly opened: OpenedPayload
  /** Its steps in order. */
  readonly steps: readonly SteppedPayload[]
}

/** An attempt at the problem: an answer that the tutor saw, or the last one. */
interface Attempt {
  /** The whole turn. */
  readonly text: string
  /** The graded part. */
  readonly answer: string
  /** The tutor's feedback; null if it was not asked, or gave none. */
  readonly feedback: string | null
}

/**
 * The attempts of a math-feedback-v1 episode as JSON lines of the Feedback-Friction pipeline, one
 * per attempt, including hidden facts. Attempts after a right one are included, although that
 * pipeline never makes any. `unique_id` names episode and task, because a task may be played many
 * times. Turns without an answer or a readable call are not attempts.
 */
export function toPaperLines({ id, opened, steps }: PaperLog): JsonObject[] {
  const task = opened.task as unknown as MathTask
  // Critiques of earlier rollouts are not part of the question.
  const messages = withoutAttempts(opened.messages, opened.attempts_shown)
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? task.question
  const seenAnswers = new Set<string>()
  let history = ''
  const prose = (opened.revision ?? 0) < STRICT_REVISION ? readProse : undefined
  return listAttempts(opened, steps).map((attempt, iteration) => {
    const { verdict, extracted } = judgeAnswer(task, attempt.answer, prose)
    const correct = verdict === 'right'
    if (!correct) {
      seenAnswers.add(extracted ?? '')
      history += historyText(attempt, iteration)
    }
    const attempts = seenAnswers.size === 0 ? {} : { all_attempts: [...seenAnswers] }
    return {
      ...taskFacts(task),
      unique_id: `${id}/${task.id}`,
      [questionKey(task.dataset)]: withHistory(question, history),
      normalized_answer: task.answer.gold,
      normalized_prediction: extracted === null ? [] : [extracted],
      full_response: [attempt.text],
      feedback: attempt.feedback === null ? '' : [attempt.feedback, null],
      response_probs: null,
      original_question: question,
      is_correct: correct,
      iteration,
      ...attempts,
    }
  })
}

/** Facts of the data set, with the names that the public files use. */
function taskFacts({ id, dataset, difficulty, solution, answer }: MathTask): JsonObject {
  const { options, aliases, gold } = answer
  return {
    task_id: id,
    dataset,
    answer: gold,
    level: difficulty,
    ...(solution === null ? {} : { solution }),
    ...(options.length === 0 ? {} : { choices: options }),
    ...(aliases.length === 0 ? {} : { aliases }),
  }
}

const questionKey = (dataset: string): string =>
  dataset === 'math' ? 'problem' : dataset === 'aime' ? 'Problem' : 'question'

function listAttempts(opened: OpenedPayload, steps: readonly SteppedPayload[]): Attempt[] {
  const limits = readLimits(opened.limits)
  return steps.flatMap((step) => {
    const { content, calls } = readTurn(step.action, [getFeedback], limits, opened.dialect)
    const [asked] = calls.flatMap((call) => {
      const args = checkedArguments(getFeedback, call)
      return args === undefined ? [] : [{ id: call.id, answer: args.current_answer }]
    })
    if (asked !== undefined) return [submitted(content, asked, step)]
    const isAnswer = calls.length === 0 && content.trim() !== ''
    return isAnswer ? [{ text: content, answer: content, feedback: null }] : []
  })
}

interface Asked {
  /** Of the call. */
  readonly id: string
  readonly answer: string
}

function submitted(content: string, { id, answer }: Asked, step: SteppedPayload): Attempt {
  const feedbackText = step.messages.find((message) => message.tool_call_id === id)?.content
  // A call in the last turn gets no answer; the episode is graded on the turn's text.
  if (feedbackText === TOO_LATE) return { text: content, answer: content, feedback: null }
  const fullText = content.includes(answer) ? content : `${content}\n\n${answer}`.trim()
  const feedback = feedbackText === undefined || feedbackText === NONE_LEFT ? null : feedbackText
  return { text: fullText, answer, feedback }
}

const HISTORY =
  'This is the whole history of attempts so far, with the feedback on each.\n\nHistory:'

function historyText({ text, feedback }: Attempt, iteration: number): string {
  const feedbackText = feedback === null ? '' : `Here is the feedback:\n${feedback}\n`
  return (
    `\n\nAttempt at (iteration ${iteration}) and the corresponding feedback:\n` +
    `Answer:\n${text}\nYour answer was incorrect.\n${feedbackText}Please answer the question again.`
  )
}

const withHistory = (question: string, history: string): string =>
  history === '' ? question : `${question}\n\n${HISTORY}${history}\n\n${question}`
