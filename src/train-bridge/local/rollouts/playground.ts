import type { Condition, Feedback } from '../../../env/group.ts'
import type { Action, Transcript } from '../../../env/message.ts'
import type { PublicEvent } from '../../../env/public-event.ts'

export type { Condition } from '../../../env/group.ts'

/** A rollout as a member of a group, which has the rollouts of one task. */
export interface RolloutMember {
  readonly run: string
  readonly id: string
  /** From 0 to `size` - 1. */
  readonly index: number
  readonly size: number
  readonly mode: 'independent' | 'feedback'
  /** An opaque id. A new generation starts with an empty memory. */
  readonly generation: string
  /** Differences from the default schedule. */
  readonly feedback?: Partial<Feedback>
}

/** The task to play. */
export interface RolloutRequest {
  readonly split: string
  /** Number of the task within its split. */
  readonly index: number
  readonly group?: RolloutMember
  /** The training step, by which hints shrink. */
  readonly step?: number
}

/** An opened rollout: its opening messages and its condition. */
export interface OpenedRollout {
  readonly messages: Transcript
  readonly events: readonly PublicEvent[]
  readonly condition: Condition
  readonly attemptsShown: number
}

/** How a rollout ended. */
export interface PlaygroundResult {
  /** Sum of the rewards, 0 to 1. */
  readonly reward: number
  readonly success: boolean
  readonly endReason: string
  readonly turns: number
  /** Metrics of the closed episode, including `success`. */
  readonly metrics: Readonly<Record<string, number>>
  /** The critique of a failed rollout, if the playground sends it to the trainer. */
  readonly critique?: string
}

/** The result of a turn: the world's answer, the end, or a lost episode. */
export type TurnOutcome =
  | {
      readonly kind: 'open'
      readonly messages: Transcript
      readonly events: readonly PublicEvent[]
    }
  | { readonly kind: 'over'; readonly result: PlaygroundResult }
  | { readonly kind: 'lost'; readonly why: string }

/** A turn to be played. */
export interface RolloutTurn<Rollout extends OpenedRollout> {
  readonly rollout: Rollout
  readonly action: Action
}

/** Where rollouts are played: on a server, or in this process. */
export interface Playground<Rollout extends OpenedRollout = OpenedRollout> {
  /** Opens a rollout. In a feedback group, this may wait until others of the group end. */
  open(request: RolloutRequest): Promise<Rollout>
  /** Plays one turn in each of many rollouts. Results have the same order. */
  step(turns: readonly RolloutTurn<Rollout>[]): Promise<readonly TurnOutcome[]>
  /** Drops rollouts that will not end normally, so that nobody waits for them. */
  drop(rollouts: readonly Rollout[]): Promise<void>
}
