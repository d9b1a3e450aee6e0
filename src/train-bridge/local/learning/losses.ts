import type { Loss, LossOptions } from './loss.ts'
import { centered, standardised } from './loss.ts'
import { clipped, reinforce } from './surrogate.ts'

export const LOSS_NAMES = ['grpo', 'dapo', 'rloo'] as const
export type LossName = (typeof LOSS_NAMES)[number]

/** How far ratios may go where nothing else is said; DAPO's upper bound is the wider one. */
export const CLIP_LOW = 0.2
export const CLIP_HIGH: Readonly<Record<LossName, number>> = { grpo: 0.2, dapo: 0.28, rloo: 0 }

/**
 * GRPO (Shao et al. 2024, arXiv:2402.03300, equation 3 with β = 0): maximises
 * (1/G) Σᵢ (1/|oᵢ|) Σₜ min(rᵢₜ Aᵢ, clip(rᵢₜ, 1 − ε, 1 + ε) Aᵢ) with Aᵢ = Rᵢ − mean(R), over the
 * decisions |oᵢ| of each rollout. The division of Aᵢ by the deviation of R is off unless asked for
 * (Liu et al. 2025, arXiv:2503.20783, on why it biases).
 */
const grpo = ({ clipLow, clipHigh, divideByDeviation }: LossOptions): Loss => ({
  shape: ({ reward }) => reward,
  advantages: divideByDeviation ? standardised : centered,
  surrogate: clipped(clipLow, clipHigh),
  weight: (decisions, { episodes }) => 1 / (episodes * decisions),
  redraws: false,
})

/**
 * DAPO (Yu et al. 2025, arXiv:2503.14476, equation 8): maximises
 * (1/Σᵢ|oᵢ|) Σᵢ Σₜ min(rᵢₜ Aᵢ, clip(rᵢₜ, 1 − εₗ, 1 + εₕ) Aᵢ) over groups of which some rollouts but
 * not all succeed, drawing tasks until there are enough such groups. Long rollouts cost
 * (equation 13): nothing up to `overlongFrom` turns, 1 from `overlongAt` on, in proportion between.
 */
const dapo = (options: LossOptions): Loss => ({
  shape: ({ reward, turns }) => reward - overlong(turns, options),
  advantages: options.divideByDeviation ? standardised : centered,
  surrogate: clipped(options.clipLow, options.clipHigh),
  weight: (_, { decisions }) => 1 / decisions,
  redraws: true,
})

/** What a rollout of this many turns is charged, 0 to 1. */
export function overlong(
  turns: number,
  { overlongFrom, overlongAt }: Pick<LossOptions, 'overlongFrom' | 'overlongAt'>,
): number {
  if (overlongAt === 0 || turns <= overlongFrom) return 0
  return Math.min(1, (turns - overlongFrom) / (overlongAt - overlongFrom))
}

/**
 * RLOO (Ahmadian et al. 2024, arXiv:2402.14740, equation 8, after Kool et al. 2019): maximises
 * (1/G) Σᵢ (Rᵢ − mean of Rⱼ over j ≠ i) log π(yᵢ | x), a rollout's log-probability being the sum
 * over its decisions. Without the term that holds the policy near where it began.
 */
const rloo = (): Loss => ({
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

const MAKERS: Readonly<Record<LossName, (options: LossOptions) => Loss>> = { grpo, dapo, rloo }

/** The loss of a name. */
export const makeLoss = (name: LossName, options: LossOptions): Loss => MAKERS[name](options)
