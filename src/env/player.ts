import type { JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { ToolSchema } from '../tools/tool.ts'
import type { Action } from './message.ts'
import type { Conversation } from './public-event.ts'
import type { BaseTask } from './task-data.ts'

/** What a player sees when it is its turn. */
export interface Situation extends Conversation {
  readonly environment: string
  readonly tools: readonly ToolSchema[]
  /** Fresh draws for this turn, from the rollout's seed. */
  readonly random: RandomStream
  /** The whole task and world, hidden facts included: only for players that say they need it. */
  readonly hidden?: { readonly task: BaseTask & JsonObject; readonly world: JsonObject }
}

/** How a rollout ended, for players that learn from it. */
export interface RolloutResult extends Conversation {
  readonly environment: string
  readonly success: boolean
  readonly score: number
  readonly critique: string
}

/** A player of one environment, who knows its world. One object plays many rollouts. */
export interface Player {
  /** Whether it must be shown the hidden task and world (an admin's right). */
  readonly needsHidden: boolean
  act(situation: Situation): Action
  /** Called after each rollout by players with a memory. */
  learn?(result: RolloutResult): void
}

/** Players by the names that the command line knows them by; each call makes a fresh one. */
export type Players = Readonly<Record<string, () => Player>>
