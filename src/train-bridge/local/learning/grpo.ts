import { centered, type Loss, type LossOptions, standardised } from './loss.ts'
import { clipped } from './surrogate.ts'

/**
 * GRPO (Shao et al. 2024, arXiv:2402.03300, equation 3 with β = 0): maximises
 * (1/G) Σᵢ (1/|oᵢ|) Σₜ min(rᵢₜ Aᵢ, clip(rᵢₜ, 1 − ε, 1 + ε) Aᵢ) with Aᵢ = Rᵢ − mean(R), over the
 * decisions |oᵢ| of each rollout. The division of Aᵢ by the deviation of R is off unless asked for
 * (Liu et al. 2025, arXiv:2503.20783, on why it biases).
 */
export const grpo = ({ clipLow, clipHigh, divideByDeviation }: LossOptions): Loss => ({
  shape: ({ reward }) => reward,
  advantages: divideByDeviation ? standardised : centered,
  surrogate: clipped(clipLow, clipHigh),
  weight: (decisions, { episodes }) => 1 / (episodes * decisions),
  redraws: false,
})
