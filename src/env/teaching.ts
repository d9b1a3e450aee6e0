import type { AttemptOutcome } from './attempt.ts'
import type { End } from './end.ts'

/** How a finished episode is told to `critique`. */
export interface Outcome {
  readonly end: End
  readonly success: boolean
  readonly metrics: Readonly<Record<string, number>>
}

/** How an attempt without success is told to later ones, besides its critique. */
export interface Account {
  readonly outcome: AttemptOutcome
  /** What it did, in a line or two, from what the agent could see. */
  readonly did: string
}
