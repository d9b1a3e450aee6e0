/** What an attempt without success came to, as later ones are told. */
export const ATTEMPT_OUTCOMES = ['failed', 'partly_done'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** An attempt without success, as later ones may be told of it. */
export interface Attempt {
  readonly episode: string
  /** Number of the rollout within its group. */
  readonly index: number
  readonly outcome: AttemptOutcome
  /** What it did; empty if there is nothing to tell. */
  readonly did: string
  readonly critique: string
}
