import { gradeAnswer } from '../../sim/math/grading/index.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { Attempt } from '../../sim/math/tutor/attempt.ts'

/** The answer that the episode is judged by. */
export interface FinalAnswer {
  readonly right: boolean
  /** Whether an answer was found in the text at all. */
  readonly found: boolean
}

/** Where an episode stands. JSON-plain and never changed in place. */
export interface MathState {
  /** Every request for feedback that was answered, in order. */
  readonly attempts: readonly Attempt[]
  /** Null until the model answered, and for good if it never did. */
  readonly final: FinalAnswer | null
}

export const OPENING_STATE: MathState = { attempts: [], final: null }

/** The state after a request for feedback was answered. */
export const afterAttempt = (state: MathState, attempt: Attempt): MathState => ({
  attempts: [...state.attempts, attempt],
  final: state.final,
})

/** The state after the last turn, graded on its text and on nothing else. */
export function afterAnswer(state: MathState, task: MathTask, content: string): MathState {
  const { correct, extracted } = gradeAnswer(task.answer, content)
  return { attempts: state.attempts, final: { right: correct, found: extracted !== null } }
}

/** Whether the episode ended with a right answer. */
export const isRight = ({ final }: MathState): boolean => final?.right === true

/** Whether the first answer was right, wherever it was given. */
export const firstRight = (state: MathState): boolean => state.attempts[0]?.right ?? isRight(state)
