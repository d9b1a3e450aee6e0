/** The outcome of a failed attempt, as later attempts see it. */
export const ATTEMPT_OUTCOMES = ['failed', 'partly_done'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** A failed attempt that later attempts may see. */
export interface Attempt {
  readonly episode: string
  /** The member index of the rollout within its group. */
  readonly index: number
  readonly outcome: AttemptOutcome
  /** A summary of its actions. Empty if there is nothing to report. */
  readonly did: string
  readonly critique: string
}
