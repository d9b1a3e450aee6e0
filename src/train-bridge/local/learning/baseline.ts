import type { Condition } from '../rollouts/playground.ts'

/**
 * `group`: the group's mean alone. `per_condition`: subtracts the condition's mean first. `clean`:
 * the mean of the group's clean rollouts.
 */
export const BASELINES = ['group', 'per_condition', 'clean'] as const
export type BaselineName = (typeof BASELINES)[number]

/** Decay of the running mean per batch. */
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

/** The running means after a batch: exponential, with full weight for the first batch. */
export function afterBatch(
  means: ConditionMeans,
  rollouts: readonly { readonly condition: Condition; readonly reward: number }[],
): ConditionMeans {
  const updatedMean = (condition: Condition): RunningMean => {
    const sameCondition = rollouts.filter((rollout) => rollout.condition === condition)
    const previous = means[condition]
    if (sameCondition.length === 0) return previous
    const mean = sameCondition.reduce((sum, { reward }) => sum + reward, 0) / sameCondition.length
    const decay = previous.batches === 0 ? 0 : MEAN_DECAY
    return { mean: decay * previous.mean + (1 - decay) * mean, batches: previous.batches + 1 }
  }
  return { clean: updatedMean('clean'), guided: updatedMean('guided') }
}

/**
 * The reward minus the mean of its condition. Guided rollouts succeed more often, and the group's
 * plain mean would penalise the clean ones for that.
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
 * Each reward of a group minus the mean of its clean rollouts: the first-turn baseline of RLTF-SD
 * (Song et al. 2026, arXiv:2602.02482). If all guided answers succeed and clean ones fail, guided
 * answers keep a positive advantage, where the group's own mean would give none. A group without a
 * clean rollout has no such mean and teaches nothing.
 */
export function lessClean(
  rewards: readonly number[],
  isClean: readonly boolean[],
): readonly number[] {
  const cleanRewards = rewards.filter((_, at) => isClean[at])
  if (cleanRewards.length === 0) return rewards.map(() => 0)
  const mean = cleanRewards.reduce((sum, reward) => sum + reward, 0) / cleanRewards.length
  return rewards.map((reward) => reward - mean)
}
