import type { Finding } from './finding.ts'

/** What the leak guard did to the feedback. */
type Leak = 'none' | 'masked' | 'fallback'

/** One feedback request and its answer. Plain JSON. */
export interface FeedbackRequest {
  /** The submitted text, cut to `ANSWER_CHARACTERS_MAX`. */
  readonly answer: string
  /** The final answer in it; null if there was none. */
  readonly extracted: string | null
  readonly reasoning: string
  /** Whether it is right and worked out. */
  readonly right: boolean
  /** The part of the finding that the agent saw, whoever worded it. */
  readonly finding: Finding
  /** The feedback without the remaining count. The same answer gets the same text again. */
  readonly feedback: string
  /** Whether the same answer was submitted before. Then no model was asked. */
  readonly repeated: boolean
  /** The author of the feedback. */
  readonly source: 'rule' | 'model'
  readonly leak: Leak
  /** The number of model replies that were discarded because they revealed the answer. */
  readonly discarded: number
  /** Why the model failed; null if it did not. */
  readonly error: string | null
}

/** The number of characters of a submitted answer that are kept and shown. */
export const ANSWER_CHARACTERS_MAX = 6_000
