import type { Surrogate } from './surrogate.ts'

/** The part of a rollout that a loss uses. */
interface Scored {
  /** 0 to 1, from the environment. */
  readonly reward: number
  readonly success: boolean
  readonly turns: number
}

/** How rewards become gradients. Losses differ only in these members. */
export interface Loss {
  /** The reward to learn from. */
  shape(scored: Scored): number
  /** Advantages of a group's shaped rewards, in the same order. */
  advantages(rewards: readonly number[]): number[]
  readonly surrogate: Surrogate
  /**
   * The weight of each decision of an episode in the maximised sum.
   *
   * @param decisions in this episode
   * @param total episodes of the update, and all their decisions
   */
  weight(
    decisions: number,
    total: { readonly episodes: number; readonly decisions: number },
  ): number
  /** Whether to draw tasks until the batch is full of groups with mixed success. */
  readonly redraws: boolean
}

/** Settings of the losses. Each loss uses some of them. */
export interface LossOptions {
  /** How far a ratio may fall below 1 before it is clipped. */
  readonly clipLow: number
  /** How far a ratio may rise above 1 before it is clipped. */
  readonly clipHigh: number
  /**
   * Whether GRPO divides by the group's deviation. Off by default: division amplifies tiny
   * differences.
   */
  readonly divideByDeviation: boolean
  /** Turns from which DAPO deducts, and at which it deducts everything; 0: never. */
  readonly overlongFrom: number
  readonly overlongAt: number
}

/** Each reward minus the mean. */
export function centered(rewards: readonly number[]): number[] {
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length
  return rewards.map((reward) => reward - mean)
}

/** Each reward minus the mean, divided by the standard deviation. */
export function standardised(rewards: readonly number[]): number[] {
  const centred = centered(rewards)
  const variance = centred.reduce((sum, value) => sum + value * value, 0) / centred.length
  return centred.map((value) => value / (Math.sqrt(variance) + 1e-6))
}
