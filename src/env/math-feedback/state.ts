import type { judgeAnswer, Verdict } from '../../sim/math/grading/form/judge.ts'
import type { FeedbackRequest } from '../../sim/math/tutor/attempt.ts'

/** The answer that decides the reward. */
interface FinalAnswer {
  readonly verdict: Verdict
  /** Whether the text stated an answer. */
  readonly found: boolean
}

/** The state of an episode: plain JSON, never changed in place. */
export interface MathState {
  /** Every answered feedback request, in order. */
  readonly attempts: readonly FeedbackRequest[]
  /** Answers that were returned to be worked out. */
  readonly returned: readonly string[]
  /** Whether the agent was asked to state its answer in the required form. */
  readonly asked: boolean
  /** Null until the model answers. */
  readonly final: FinalAnswer | null
}

export const OPENING_STATE: MathState = {
  attempts: [],
  returned: [],
  asked: false,
  final: null,
}

/** The state after a request for feedback was answered. */
export const afterAttempt = (state: MathState, attempt: FeedbackRequest): MathState => ({
  ...state,
  attempts: [...state.attempts, attempt],
})

/** The state after an answer was returned to the agent. */
export const afterReturn = (state: MathState, content: string): MathState => ({
  ...state,
  returned: [...state.returned, content],
})

/** The state after the agent was asked to state its answer. */
export const afterAsking = (state: MathState): MathState => ({ ...state, asked: true })

/** The state after the last turn, which is graded on its text only. */
export const afterAnswer = (
  state: MathState,
  { verdict, extracted }: ReturnType<typeof judgeAnswer>,
): MathState => ({ ...state, final: { verdict, found: extracted !== null } })

/** Whether the episode ended with a right answer. */
export const isRight = ({ final }: MathState): boolean => final?.verdict === 'right'

/** Whether the first answer was right, whether shown to the tutor or submitted. */
export const firstRight = (state: MathState): boolean =>
  state.attempts[0]?.right ?? (state.returned.length === 0 && isRight(state))
