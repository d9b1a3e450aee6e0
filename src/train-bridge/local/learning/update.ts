import { decisionsIn } from '../../../env/learner/acts.ts'
import { DECISIONS_MAX, type LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'
import type { Loss } from './loss.ts'
import type { ObjectiveTerm, Surrogate } from './surrogate.ts'

/** A rollout to learn from, and its advantage. */
export interface Sample {
  readonly episode: PolicyRollout
  readonly advantage: number
}

/** The prompt under which a guided rollout is trained: the one it saw, or the clean one. */
export const TRAIN_PROMPTS = ['guided', 'clean'] as const
export type TrainPrompt = (typeof TRAIN_PROMPTS)[number]

/** The value of the objective, with statistics. */
export interface Objective {
  readonly value: number
  readonly decisions: number
  /** Shares and means per decision. */
  readonly cutShare: number
  readonly ratioMean: number
  readonly entropy: number
}

const logProbs = new Float64Array(DECISIONS_MAX)
const coefficients = new Float64Array(DECISIONS_MAX)
const term: ObjectiveTerm = { value: 0, slope: 0, isCut: false }

/**
 * Sets the policy's gradient to that of the loss's objective over the samples. With the prompt
 * `clean`, every decision is evaluated without `<previous_attempts>`.
 *
 * @param surrogate the loss's own, or truncated weights if the prompts differ
 */
export function setGradient(
  policy: LocalPolicy,
  samples: readonly Sample[],
  loss: Loss,
  prompt: TrainPrompt,
  surrogate: Surrogate = loss.surrogate,
): Objective {
  const isClean = prompt === 'clean'
  const counts = samples.map(({ episode }) => countDecisions(episode))
  const decisions = counts.reduce((sum, count) => sum + count, 0)
  const total = { episodes: samples.length, decisions }
  let value = 0
  let cut = 0
  let ratios = 0
  let entropy = 0
  policy.gradient.fill(0)
  samples.forEach(({ episode, advantage }, position) => {
    const weight = loss.weight(counts[position] as number, total)
    for (const act of episode.acts) {
      policy.evaluate(act, isClean, logProbs)
      entropy += policy.entropy(act)
      for (let index = 0; index < decisionsIn(act); index++) {
        const oldLogProb = act.logProbs[index] as number
        const newLogProb = logProbs[index] as number
        surrogate(newLogProb, oldLogProb, advantage, term)
        coefficients[index] = weight * term.slope
        value += weight * term.value
        if (term.isCut) cut += 1
        ratios += Math.exp(newLogProb - oldLogProb)
      }
      if (advantage !== 0) policy.accumulate(act, isClean, coefficients)
    }
  })
  const perDecision = Math.max(decisions, 1)
  return {
    value,
    decisions,
    cutShare: cut / perDecision,
    ratioMean: ratios / perDecision,
    entropy: entropy / perDecision,
  }
}

/** Number of decisions in an episode. */
const countDecisions = ({ acts }: PolicyRollout): number =>
  acts.reduce((sum, act) => sum + decisionsIn(act), 0)
