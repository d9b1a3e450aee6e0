import type { BaseTask } from '../env/environment.ts'
import type { Action, Transcript } from '../env/message.ts'
import type { JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import type { ToolSchema } from '../tools/tool.ts'

/** What a policy sees when it is its turn. */
export interface Situation {
  readonly environment: string
  readonly transcript: Transcript
  readonly tools: readonly ToolSchema[]
  /** Fresh draws for this turn, from the rollout's seed. */
  readonly random: RandomStream
  /** The whole task and world, hidden facts included: only for policies that say they need it. */
  readonly hidden?: { readonly task: BaseTask & JsonObject; readonly world: JsonObject }
}

/** How a rollout ended, told to policies that learn from it. */
export interface RolloutResult {
  readonly environment: string
  readonly transcript: Transcript
  readonly success: boolean
  readonly score: number
  readonly critique: string
}

/** A player of episodes. One object plays many rollouts, several at once. */
export interface Policy {
  readonly name: string
  /** Whether it must be shown the hidden task and world (an admin's right). */
  readonly needsHidden: boolean
  /** The environments that it can play; left out: any. */
  readonly environments?: readonly string[]
  act(situation: Situation): Action | Promise<Action>
  /** Called after each rollout by policies with a memory. */
  learn?(result: RolloutResult): void
}
