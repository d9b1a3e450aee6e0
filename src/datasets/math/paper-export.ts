import type { OpenedPayload, SteppedPayload } from '../../env/log.ts'
import { readLimits } from '../../env/log.ts'
import { NONE_LEFT, TOO_LATE } from '../../env/math-feedback/prompts.ts'
import { argumentsOf, readTurn } from '../../env/turn.ts'
import type { JsonObject } from '../../sim/json.ts'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import { readProse } from '../../sim/math/grading/prose/read-prose.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { getFeedback } from '../../tools/get-feedback.ts'

/** Environments of lower revisions read answers in prose, too. */
const STRICT_REVISION = 3

/** What is read of an episode's log. */
export interface EpisodeLog {
  readonly id: string
  readonly opened: OpenedPayload
  /** Its steps in order. */
  readonly steps: readonly SteppedPayload[]
}

/** An attempt at the problem: an answer that was shown to the tutor, or the last one. */
interface Attempt {
  /** The whole turn. */
  readonly text: string
  /** What is graded. */
  readonly answer: string
  /** What the tutor said; null if it was not asked, or gave nothing. */
  readonly feedback: string | null
}

/**
 * The attempts of an episode of math-feedback-v1 in the JSON lines of the Feedback-Friction
 * pipeline, one per attempt, hidden facts included. Every attempt is there, also those after a
 * right one, which that pipeline never makes. `unique_id` names episode and task, since a task may
 * have been played many times. Turns that were neither an answer nor a call that could be read are
 * not attempts.
 */
export function paperLinesOf({ id, opened, steps }: EpisodeLog): JsonObject[] {
  const task = opened.task as unknown as MathTask
  const clean = opened.messages.findLast(({ role }) => role === 'user')?.content ?? task.question
  const tried = new Set<string>()
  let history = ''
  const prose = (opened.revision ?? 0) < STRICT_REVISION ? readProse : undefined
  return attemptsOf(opened, steps).map((attempt, iteration) => {
    const { verdict, extracted } = judgeAnswer(task, attempt.answer, prose)
    const correct = verdict === 'right'
    if (!correct) {
      tried.add(extracted ?? '')
      history += historyOf(attempt, iteration)
    }
    const attempts = tried.size === 0 ? {} : { all_attempts: [...tried] }
    return {
      ...factsOf(task),
      unique_id: `${id}/${task.id}`,
      [questionKey(task.dataset)]: withHistory(clean, history),
      normalized_answer: task.answer.gold,
      normalized_prediction: extracted === null ? [] : [extracted],
      full_response: [attempt.text],
      feedback: attempt.feedback === null ? '' : [attempt.feedback, null],
      response_probs: null,
      original_question: clean,
      is_correct: correct,
      iteration,
      ...attempts,
    }
  })
}

/** The facts of the data set, by the names that the public files give them. */
function factsOf({ id, dataset, difficulty, solution, answer }: MathTask): JsonObject {
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

function attemptsOf(opened: OpenedPayload, steps: readonly SteppedPayload[]): Attempt[] {
  const limits = readLimits(opened.limits)
  return steps.flatMap((step) => {
    const { content, calls } = readTurn(step.action, [getFeedback], limits, opened.dialect)
    const [asked] = calls.flatMap((call) => {
      const args = argumentsOf(getFeedback, call)
      return args === undefined ? [] : [{ id: call.id, given: args.current_answer }]
    })
    if (asked !== undefined) return [submitted(content, asked, step)]
    const isAnswer = calls.length === 0 && content.trim() !== ''
    return isAnswer ? [{ text: content, answer: content, feedback: null }] : []
  })
}

interface Asked {
  /** Of the call. */
  readonly id: string
  readonly given: string
}

function submitted(content: string, { id, given }: Asked, step: SteppedPayload): Attempt {
  const said = step.messages.find((message) => message.tool_call_id === id)?.content
  // A call in the last turn is not answered, and the episode is graded on the turn's text.
  if (said === TOO_LATE) return { text: content, answer: content, feedback: null }
  const whole = content.includes(given) ? content : `${content}\n\n${given}`.trim()
  const feedback = said === undefined || said === NONE_LEFT ? null : said
  return { text: whole, answer: given, feedback }
}

const HISTORY =
  'This is the whole history of attempts so far, with the feedback on each.\n\nHistory:'

function historyOf({ text, feedback }: Attempt, iteration: number): string {
  const said = feedback === null ? '' : `Here is the feedback:\n${feedback}\n`
  return (
    `\n\nAttempt at (iteration ${iteration}) and the corresponding feedback:\n` +
    `Answer:\n${text}\nYour answer was incorrect.\n${said}Please answer the question again.`
  )
}

const withHistory = (question: string, history: string): string =>
  history === '' ? question : `${question}\n\n${HISTORY}${history}\n\n${question}`
