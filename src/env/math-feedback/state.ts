import type { judgeAnswer, Verdict } from '../../sim/math/grading/form/judge.ts'
import type { Attempt } from '../../sim/math/tutor/attempt.ts'

/** The answer that the episode is judged by. */
interface FinalAnswer {
  readonly verdict: Verdict
  /** Whether an answer was found in the text at all. */
  readonly found: boolean
}

/** Where an episode stands. JSON-plain and never changed in place. */
export interface MathState {
  /** Every request for feedback that was answered, in order. */
  readonly attempts: readonly Attempt[]
  /** Answers that were handed back to be worked out. */
  readonly returned: readonly string[]
  /** Whether the agent was asked to state its answer in an announced form. */
  readonly asked: boolean
  /** Null until the model answered, and for good if it never did. */
  readonly final: FinalAnswer | null
}

export const OPENING_STATE: MathState = {
  attempts: [],
  returned: [],
  asked: false,
  final: null,
}

/** The state after a request for feedback was answered. */
export const afterAttempt = (state: MathState, attempt: Attempt): MathState => ({
  ...state,
  attempts: [...state.attempts, attempt],
})

/** The state after an answer was handed back. */
export const afterReturn = (state: MathState, content: string): MathState => ({
  ...state,
  returned: [...state.returned, content],
})

/** The state after the agent was asked to state its answer. */
export const afterAsking = (state: MathState): MathState => ({ ...state, asked: true })

/** The state after the last turn, graded on its text and on nothing else. */
export const afterAnswer = (
  state: MathState,
  { verdict, extracted }: ReturnType<typeof judgeAnswer>,
): MathState => ({ ...state, final: { verdict, found: extracted !== null } })

/** Whether the episode ended with a right answer. */
export const isRight = ({ final }: MathState): boolean => final?.verdict === 'right'

/** Whether the first answer was right, wherever it was given. */
export const firstRight = (state: MathState): boolean =>
  state.attempts[0]?.right ?? (state.returned.length === 0 && isRight(state))
