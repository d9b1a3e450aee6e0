/** The objective of one decision: its value, and its derivative by the new log-probability. */
export interface ObjectiveTerm {
  value: number
  /** d value / d log π(a | s). Weights that count as constants are held constant. */
  slope: number
  /** Whether the ratio was clipped. */
  isCut: boolean
}

/** Computes the term of a decision with this advantage. `into` is reused between calls. */
export type Surrogate = (
  newLogProb: number,
  oldLogProb: number,
  advantage: number,
  term: ObjectiveTerm,
) => void

/**
 * The clipped surrogate (Schulman et al. 2017, arXiv:1707.06347, equation 7), with separate lower
 * and upper bounds ("clip-higher", Yu et al. 2025, arXiv:2503.14476, equation 8): min(r A, clip(r,
 * 1 − εₗ, 1 + εₕ) A) with r = π(a | s) / π_old(a | s).
 */
export const clipped =
  (low: number, high: number): Surrogate =>
  (newLogProb, oldLogProb, advantage, term) => {
    const ratio = Math.exp(newLogProb - oldLogProb)
    const bounded = Math.min(Math.max(ratio, 1 - low), 1 + high)
    const unclipped = ratio * advantage
    const clippedTerm = bounded * advantage
    term.isCut = clippedTerm < unclipped
    term.value = term.isCut ? clippedTerm : unclipped
    term.slope = term.isCut ? 0 : unclipped
  }

/**
 * Truncated importance weights (Ionides 2008; as ρ̄ in Espeholt et al. 2018, arXiv:1802.01561), one
 * per decision, for positive advantages only: min(r A, min(r, c) A) log π(a | s), with a constant
 * weight. For decisions that were sampled under another prompt than the trained one. Negative
 * advantages keep their whole weight, as in `clipped`. Truncation would raise what the trained
 * prompt prefers more than the sampled one did. Once nothing can be won any more, all decisions get
 * the same negative advantage. Whole weights then cancel out on average, while truncated ones
 * reinforce themselves.
 */
export const truncatedWeights =
  (cap: number): Surrogate =>
  (newLogProb, oldLogProb, advantage, term) => {
    const ratio = Math.exp(newLogProb - oldLogProb)
    term.isCut = advantage > 0 && ratio > cap
    term.slope = (term.isCut ? cap : ratio) * advantage
    term.value = term.slope * newLogProb
  }

/**
 * Weights of answers that are trained under the clean prompt: `none` treats them as sampled there.
 */
export const CLEAN_WEIGHTS = ['truncated', 'none'] as const
export type CleanWeights = (typeof CLEAN_WEIGHTS)[number]

/** The objective of decisions that are trained under another prompt. */
export const cleanSurrogate = (weights: CleanWeights, cap: number): Surrogate =>
  weights === 'truncated' ? truncatedWeights(cap) : reinforce

/** REINFORCE (Williams 1992): A log π(a | s). */
export const reinforce: Surrogate = (newLogProb, _, advantage, term) => {
  term.isCut = false
  term.value = advantage * newLogProb
  term.slope = advantage
}
