import type { Label } from '../../../env/learner/learner.ts'
import { DECISIONS_MAX, type LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'

/** Labels from the critiques of failed rollouts; empty if the trainer gets no critiques. */
export function collectLabels(
  { learner }: LocalPolicy,
  episodes: readonly PolicyRollout[],
): Label[] {
  return episodes.flatMap(({ critique, acts }) => {
    const label = critique === undefined ? undefined : learner.labelOf?.(acts, critique)
    return label === undefined ? [] : [label]
  })
}

const logProbs = new Float64Array(DECISIONS_MAX)
const coefficients = new Float64Array(DECISIONS_MAX)

/**
 * Adds to the policy's gradient: weight × mean over labels of the gradient of the log-probability
 * of the labelled lines under the clean prompt. This is supervised learning from critiques, without
 * groups.
 */
export function addLabels(policy: LocalPolicy, labels: readonly Label[], weight: number): void {
  for (const { act, lines, share } of labels) {
    policy.evaluate(act, true, logProbs)
    for (let line = 0; line < act.logProbs.length; line++) {
      coefficients[line] = lines & (1 << line) ? (weight * share) / labels.length : 0
    }
    policy.accumulate(act, true, coefficients)
  }
}
