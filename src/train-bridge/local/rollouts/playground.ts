import type { Condition, Feedback } from '../../../env/group.ts'
import type { Action, Transcript } from '../../../env/message.ts'
import type { PublicEvent } from '../../../env/public-event.ts'

export type { Condition } from '../../../env/group.ts'

/** A rollout's place in the group of rollouts of one task. */
export interface GroupMember {
  readonly run: string
  readonly id: string
  /** From 0 to `size` - 1. */
  readonly index: number
  readonly size: number
  readonly mode: 'independent' | 'feedback'
  /** An opaque word; another one means a fresh memory. */
  readonly generation: string
  /** What is to differ from the usual schedule. */
  readonly feedback?: Partial<Feedback>
}

/** Which task to play. */
export interface RolloutRequest {
  readonly split: string
  /** Number of the task within its split. */
  readonly index: number
  readonly group?: GroupMember
  /** The training step, by which hints shrink. */
  readonly step?: number
}

/** A rollout that was opened: what it is shown, and under which condition. */
export interface OpenedRollout {
  readonly messages: Transcript
  readonly events: readonly PublicEvent[]
  readonly condition: Condition
  readonly attemptsShown: number
}

/** How a rollout ended. */
export interface RolloutResult {
  /** Sum of the rewards, 0 to 1. */
  readonly reward: number
  readonly success: boolean
  readonly endReason: string
  readonly turns: number
  /** What the environment reports of every closed episode, `success` among it. */
  readonly metrics: Readonly<Record<string, number>>
  /** What a failed rollout taught, where the playground tells the trainer. */
  readonly critique?: string
}

/** What a turn came to: the world's answer, the end, or that the episode cannot go on. */
export type TurnOutcome =
  | {
      readonly kind: 'open'
      readonly messages: Transcript
      readonly events: readonly PublicEvent[]
    }
  | { readonly kind: 'over'; readonly result: RolloutResult }
  | { readonly kind: 'lost'; readonly why: string }

/** A turn to be played. */
export interface RolloutTurn<Rollout extends OpenedRollout> {
  readonly rollout: Rollout
  readonly action: Action
}

/** Where rollouts are played: a server, or the same environment in this process. */
export interface Playground<Rollout extends OpenedRollout = OpenedRollout> {
  /** Opens a rollout; in a feedback group this may wait for others of the group to end. */
  open(request: RolloutRequest): Promise<Rollout>
  /** Plays one turn in each of many rollouts, and answers in the same order. */
  step(turns: readonly RolloutTurn<Rollout>[]): Promise<readonly TurnOutcome[]>
  /** Gives up rollouts that will not be played to their end: nobody is to wait for them. */
  drop(rollouts: readonly Rollout[]): Promise<void>
}
