import type { Loss } from './loss.ts'
import { reinforce } from './surrogate.ts'

/**
 * RLOO (Ahmadian et al. 2024, arXiv:2402.14740, equation 8, after Kool et al. 2019): maximises
 * (1/G) Σᵢ (Rᵢ − mean of Rⱼ over j ≠ i) log π(yᵢ | x), a rollout's log-probability being the sum
 * over its decisions. Without the term that holds the policy near where it began.
 */
export const rloo = (): Loss => ({
  shape: ({ reward }) => reward,
  advantages: leaveOneOut,
  surrogate: reinforce,
  weight: (_, { episodes }) => 1 / episodes,
  redraws: false,
})

/** Each reward less the mean of the others; 0 for one that is alone. */
export function leaveOneOut(rewards: readonly number[]): number[] {
  const total = rewards.reduce((sum, reward) => sum + reward, 0)
  const others = rewards.length - 1
  return rewards.map((reward) => (others === 0 ? 0 : reward - (total - reward) / others))
}
