import type { Finding } from './finding.ts'

/** What the leak guard did to a feedback text before it was given out. */
type Leak = 'none' | 'masked' | 'fallback'

/** One request for feedback and its answer. JSON-plain. */
export interface Attempt {
  /** What was submitted, cut to `ANSWER_CHARACTERS_MAX`. */
  readonly answer: string
  /** The final answer that was found in it; null if there was none. */
  readonly extracted: string | null
  readonly reasoning: string
  /** Whether it is right and worked out. */
  readonly right: boolean
  /** What the tutor made known of the answer, whoever worded it. */
  readonly finding: Finding
  /** The feedback without the counting around it; the same answer gets the same again. */
  readonly feedback: string
  /** Whether the same answer had been submitted before; then nobody was asked. */
  readonly repeated: boolean
  /** Who worded the feedback. */
  readonly source: 'rule' | 'model'
  readonly leak: Leak
  /** Replies of the model that were thrown away because they gave the answer away. */
  readonly discarded: number
  /** Why a model that should have worded it did not; null if nothing went wrong. */
  readonly error: string | null
}

/** Characters of a submitted answer that are kept and told on. */
export const ANSWER_CHARACTERS_MAX = 6_000
