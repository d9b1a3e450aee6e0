import type { Act } from '../../../env/learner/acts.ts'

/** The weights of a policy and the gradient of its objective, in one array each. */
export interface PolicyParameters {
  readonly weights: Float64Array
  readonly gradient: Float64Array
}

/**
 * A part of the policy that decides acts of one kind. `evaluate` stores what `accumulate` and
 * `entropy` need, so both refer to the last evaluated act.
 */
export interface Head<OwnAct extends Act> {
  readonly size: number
  initialise(weights: Float64Array, draw: () => number): void
  /** Samples the act, and writes choice and log-probabilities into it. `draw` is in [0, 1). */
  decide(act: OwnAct, draw: () => number): void
  /**
   * Writes the log-probability of each decision of an act under the current weights.
   *
   * @param isClean whether to use the prompt without `<previous_attempts>`
   */
  evaluate(act: OwnAct, isClean: boolean, logProbs: Float64Array): void
  /** Adds the sum of coefficient × gradient of log-probability over the act's decisions. */
  accumulate(act: OwnAct, isClean: boolean, coefficients: Float64Array): void
  /** The entropy of the decisions along the chosen path, in nats. */
  entropy(act: OwnAct): number
}
