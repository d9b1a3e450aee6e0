import type { Condition } from '../rollouts/playground.ts'

/** `group`: the group's mean alone. `per_condition`: less what the condition is worth first. */
export const BASELINES = ['group', 'per_condition'] as const
export type BaselineName = (typeof BASELINES)[number]

/** Share of the running mean that a batch leaves standing. */
const KEPT = 0.9

/** A running mean of rewards, as a checkpoint stores it. */
export interface RunningMean {
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
    const kept = before.batches === 0 ? 0 : KEPT
    return { mean: kept * before.mean + (1 - kept) * mean, batches: before.batches + 1 }
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
  return baseline === 'group' ? reward : reward - means[condition].mean
}
