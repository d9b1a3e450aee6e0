import type { JsonObject } from '../sim/json.ts'
import type { Effectful } from '../tools/effect.ts'
import type { AttemptOutcome } from './attempt.ts'
import type { End } from './end.ts'
import type { Learner } from './learner/learner.ts'
import type { Transcript } from './message.ts'
import type { Players } from './player.ts'
import type { PublicEvent } from './public-event.ts'
import type { BaseTask } from './task-data.ts'
import type { Turn } from './turn.ts'

/** What is learnt from episodes: groups, training data and the local engine read it. */
export interface Teaching<Task extends BaseTask = BaseTask & JsonObject> {
  /**
   * What a later attempt should know, from the events of an attempt; empty if there is nothing.
   * Left out or undefined, as for a log without events: the last answer of a failed attempt.
   *
   * @param transcript for an environment that has no events
   */
  critique?(
    events: readonly PublicEvent[],
    outcome: Outcome,
    transcript: Transcript,
  ): Effectful<string | undefined>
  /** How a failed attempt is described to later ones. Left out: its calls and its last words. */
  account?(events: readonly PublicEvent[], outcome: Outcome, transcript: Transcript): Account
  /**
   * How many failed attempts at a task one group may show, for tasks where each of them rules an
   * answer out. Left out: any number.
   */
  attemptsShownMax?(task: Task): number
  /**
   * Whether a turn failed in a way that this world alone knows of, such as a wrong answer that was
   * shown to a tutor: training leaves such turns out. Left out: none do.
   */
  isFailedTurn?(task: Task, turn: Turn): boolean
  /** How a small policy learns this world. Left out: the local engine cannot train on it. */
  readonly learner?: Learner
  /** Players who know this world. */
  readonly players?: Players
  /** The honest one among them to whom adversaries are compared. Left out: `solve` of the audit. */
  readonly reference?: string
}

/** How `critique` gets a finished episode. */
export interface Outcome {
  readonly end: End
  readonly success: boolean
  readonly metrics: Readonly<Record<string, number>>
}

/** How later attempts see an attempt without success, besides its critique. */
export interface Account {
  readonly outcome: AttemptOutcome
  /** What it did, in a line or two, from what the agent could see. */
  readonly did: string
}
