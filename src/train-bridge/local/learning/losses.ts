import type { Loss, LossOptions } from './loss.ts'
import { centered, standardised } from './loss.ts'
import { clipped, reinforce } from './surrogate.ts'

export const LOSS_NAMES = ['grpo', 'dapo', 'rloo'] as const
export type LossName = (typeof LOSS_NAMES)[number]

/** Default bounds of ratios. DAPO's upper bound is wider. */
export const CLIP_LOW = 0.2
export const CLIP_HIGH: Readonly<Record<LossName, number>> = { grpo: 0.2, dapo: 0.28, rloo: 0 }

/**
 * GRPO (Shao et al. 2024, arXiv:2402.03300, equation 3 with β = 0): maximises (1/G) Σᵢ (1/|oᵢ|) Σₜ
 * min(rᵢₜ Aᵢ, clip(rᵢₜ, 1 − ε, 1 + ε) Aᵢ) with Aᵢ = Rᵢ − mean(R), over the decisions |oᵢ| of each
 * rollout. Division of Aᵢ by the deviation of R is optional (Liu et al. 2025, arXiv:2503.20783, on
 * its bias).
 */
const grpo = ({ clipLow, clipHigh, divideByDeviation }: LossOptions): Loss => ({
  shape: ({ reward }) => reward,
  advantages: divideByDeviation ? standardised : centered,
  surrogate: clipped(clipLow, clipHigh),
  weight: (decisions, { episodes }) => 1 / (episodes * decisions),
  redraws: false,
})

/**
 * DAPO (Yu et al. 2025, arXiv:2503.14476, equation 8): maximises (1/Σᵢ|oᵢ|) Σᵢ Σₜ min(rᵢₜ Aᵢ,
 * clip(rᵢₜ, 1 − εₗ, 1 + εₕ) Aᵢ) over groups with both successes and failures, and draws tasks until
 * there are enough such groups. Long rollouts are penalised (equation 13): nothing up to
 * `overlongFrom` turns, 1 from `overlongAt` on, and linearly in between.
 */
const dapo = (options: LossOptions): Loss => ({
  shape: ({ reward, turns }) => reward - overlong(turns, options),
  advantages: options.divideByDeviation ? standardised : centered,
  surrogate: clipped(options.clipLow, options.clipHigh),
  weight: (_, { decisions }) => 1 / decisions,
  redraws: true,
})

/** The penalty of a rollout with this many turns, 0 to 1. */
export function overlong(
  turns: number,
  { overlongFrom, overlongAt }: Pick<LossOptions, 'overlongFrom' | 'overlongAt'>,
): number {
  if (overlongAt === 0 || turns <= overlongFrom) return 0
  return Math.min(1, (turns - overlongFrom) / (overlongAt - overlongFrom))
}

/**
 * RLOO (Ahmadian et al. 2024, arXiv:2402.14740, equation 8, after Kool et al. 2019): maximises
 * (1/G) Σᵢ (Rᵢ − mean of Rⱼ over j ≠ i) log π(yᵢ | x), where a rollout's log-probability is the sum
 * over its decisions. Without the KL term to the starting policy.
 */
const rloo = (): Loss => ({
  shape: ({ reward }) => reward,
  advantages: leaveOneOut,
  surrogate: reinforce,
  weight: (_, { episodes }) => 1 / episodes,
  redraws: false,
})

/** Each reward minus the mean of the others; 0 for a single one. */
export function leaveOneOut(rewards: readonly number[]): number[] {
  const total = rewards.reduce((sum, reward) => sum + reward, 0)
  const otherCount = rewards.length - 1
  return rewards.map((reward) => (otherCount === 0 ? 0 : reward - (total - reward) / otherCount))
}

const MAKERS: Readonly<Record<LossName, (options: LossOptions) => Loss>> = { grpo, dapo, rloo }

/** The loss with a name. */
export const makeLoss = (name: LossName, options: LossOptions): Loss => MAKERS[name](options)
