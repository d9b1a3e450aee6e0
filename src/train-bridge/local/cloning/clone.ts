import { decisionsIn } from '../../../env/learner/acts.ts'
import { stream } from '../../../sim/random.ts'
import { Adam } from '../learning/adam.ts'
import { DECISIONS_MAX, type LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'

/** Options of behaviour cloning. */
interface CloneOptions {
  /** Number of updates; fewer leave a weaker policy. */
  readonly updates: number
  /** Demonstrations per update. */
  readonly batch: number
  readonly learningRate: number
  readonly seed: number
}

/**
 * Behaviour cloning: raises the mean log-probability of the demonstrated decisions,
 * L(θ) = (1/N) Σₜ log π(aₜ | sₜ), by Adam on batches drawn anew.
 *
 * @returns the mean log-probability per decision over the last batch
 */
export function clone(
  policy: LocalPolicy,
  demonstrations: readonly PolicyRollout[],
  { updates, batch, learningRate, seed }: CloneOptions,
): number {
  if (demonstrations.length === 0) throw new Error('cloning: there are no demonstrations')
  const adam = new Adam(policy.weights.length)
  let mean = 0
  for (let update = 0; update < updates; update++) {
    const random = stream(seed, update, 'cloning')
    const sampled = Array.from({ length: batch }, () => random.pick(demonstrations))
    mean = cloneGradient(policy, sampled)
    adam.step(policy.weights, policy.gradient, learningRate)
  }
  return mean
}

/** Sets the gradient of the mean log-probability per decision, and returns that mean. */
export function cloneGradient(policy: LocalPolicy, episodes: readonly PolicyRollout[]): number {
  const logProbs = new Float64Array(DECISIONS_MAX)
  const coefficients = new Float64Array(DECISIONS_MAX)
  const acts = episodes.flatMap((episode) => episode.acts)
  const decisions = acts.reduce((sum, act) => sum + decisionsIn(act), 0)
  coefficients.fill(1 / decisions)
  policy.gradient.fill(0)
  let total = 0
  for (const act of acts) {
    policy.evaluate(act, false, logProbs)
    for (let decision = 0; decision < decisionsIn(act); decision++)
      total += logProbs[decision] as number
    policy.accumulate(act, false, coefficients)
  }
  return total / decisions
}
