import type { Label } from '../../../env/learner/learner.ts'
import { DECISIONS_MAX, type LocalPolicy } from '../policy/policy.ts'
import type { Episode } from '../rollouts/collect.ts'

/** The labels that critiques of failed rollouts give; none where the trainer is told none. */
export function labelsOf({ learner }: LocalPolicy, episodes: readonly Episode[]): Label[] {
  return episodes.flatMap(({ critique, acts }) => {
    const label = critique === undefined ? undefined : learner.labelOf?.(acts, critique)
    return label === undefined ? [] : [label]
  })
}

const logProbs = new Float64Array(DECISIONS_MAX)
const coefficients = new Float64Array(DECISIONS_MAX)

/**
 * Adds to the policy's gradient that of weight × the mean over labels of the log-probability of the
 * labelled lines under the clean prompt: critiques as supervision, without any grouping.
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
