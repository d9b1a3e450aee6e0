import { centered, type Loss, type LossOptions, standardised } from './loss.ts'
import { clipped } from './surrogate.ts'

/**
 * DAPO (Yu et al. 2025, arXiv:2503.14476, equation 8): maximises
 * (1/Σᵢ|oᵢ|) Σᵢ Σₜ min(rᵢₜ Aᵢ, clip(rᵢₜ, 1 − εₗ, 1 + εₕ) Aᵢ) over groups of which some rollouts but
 * not all succeed, drawing tasks until there are enough such groups. Long rollouts cost
 * (equation 13): nothing up to `overlongFrom` turns, 1 from `overlongAt` on, in proportion between.
 */
export const dapo = (options: LossOptions): Loss => ({
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
