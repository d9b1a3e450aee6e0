import type { Surrogate } from './surrogate.ts'

/** What a loss needs to know of a rollout. */
interface Scored {
  /** 0 to 1, as the environment gave it. */
  readonly reward: number
  readonly success: boolean
  readonly turns: number
}

/** How rewards become gradients. Losses differ in nothing else. */
export interface Loss {
  /** The reward that is learnt from. */
  shape(scored: Scored): number
  /** Advantages of a group's shaped rewards, in the same order. */
  advantages(rewards: readonly number[]): number[]
  readonly surrogate: Surrogate
  /**
   * The weight of each decision of an episode in the sum that is maximised.
   *
   * @param decisions in this episode
   * @param total over the episodes of the update, and of all their decisions
   */
  weight(
    decisions: number,
    total: { readonly episodes: number; readonly decisions: number },
  ): number
  /** Whether tasks are drawn until the batch is full of groups with mixed success. */
  readonly redraws: boolean
}

/** Settings of the losses; each uses what it knows. */
export interface LossOptions {
  /** How far a ratio may fall below 1. */
  readonly clipLow: number
  /** How far it may rise above 1. */
  readonly clipHigh: number
  /** Whether GRPO divides by the group's deviation. Off: it lets tiny differences weigh a lot. */
  readonly divideByDeviation: boolean
  /** Turns after which DAPO begins to deduct, and at which it has deducted all; 0: never. */
  readonly overlongFrom: number
  readonly overlongAt: number
}

/** Each reward less the mean of them all. */
export function centered(rewards: readonly number[]): number[] {
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length
  return rewards.map((reward) => reward - mean)
}

/** Each reward less the mean, over the deviation of them all. */
export function standardised(rewards: readonly number[]): number[] {
  const centred = centered(rewards)
  const variance = centred.reduce((sum, value) => sum + value * value, 0) / centred.length
  return centred.map((value) => value / (Math.sqrt(variance) + 1e-6))
}
