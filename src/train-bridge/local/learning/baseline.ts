import type { Condition } from '../rollouts/playground.ts'

/**
 * `group`: the group's mean alone. `per_condition`: less what the condition is worth first.
 * `clean`: the mean of those rollouts of the group that were shown nothing.
 */
export const BASELINES = ['group', 'per_condition', 'clean'] as const
export type BaselineName = (typeof BASELINES)[number]

/** Share of the running mean that a batch leaves standing. */
const MEAN_DECAY = 0.9

/** A running mean of rewards, as a checkpoint stores it. */
interface RunningMean {
  readonly mean: number
  readonly batches: number
}

export type ConditionMeans = Readonly<Record<Condition, RunningMean>>

export const NO_MEANS: ConditionMeans = {
  clean: { mean: 0, batches: 0 },
  guided: { mean: 0, batches: 0 },
}

/** The running means after a batch: exponential, the first batch counting whole. */
export function afterBatch(
  means: ConditionMeans,
  rollouts: readonly { readonly condition: Condition; readonly reward: number }[],
): ConditionMeans {
  const next = (condition: Condition): RunningMean => {
    const those = rollouts.filter((rollout) => rollout.condition === condition)
    const before = means[condition]
    if (those.length === 0) return before
    const mean = those.reduce((sum, { reward }) => sum + reward, 0) / those.length
    const decay = before.batches === 0 ? 0 : MEAN_DECAY
    return { mean: decay * before.mean + (1 - decay) * mean, batches: before.batches + 1 }
  }
  return { clean: next('clean'), guided: next('guided') }
}

/**
 * The reward less what its condition is worth: guided rollouts of a group succeed more often, and
 * its plain mean would blame the clean ones for that.
 */
export function lessCondition(
  baseline: BaselineName,
  means: ConditionMeans,
  condition: Condition,
  reward: number,
): number {
  return baseline === 'per_condition' ? reward - means[condition].mean : reward
}

/**
 * Each reward of a group less the mean of its clean rollouts: the first-turn baseline of RLTF-SD
 * (Song et al. 2026, arXiv:2602.02482). Guided answers that all succeed are praised for as long as
 * clean ones do not, where the group's own mean would leave nothing to learn. A group without a
 * clean rollout has no such mean, and teaches nothing.
 */
export function lessClean(
  rewards: readonly number[],
  isClean: readonly boolean[],
): readonly number[] {
  const clean = rewards.filter((_, at) => isClean[at])
  if (clean.length === 0) return rewards.map(() => 0)
  const mean = clean.reduce((sum, reward) => sum + reward, 0) / clean.length
  return rewards.map((reward) => reward - mean)
}
