import { type Feedback, waveStart } from '../../../env/group.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'
import { type BaselineName, type ConditionMeans, lessClean, lessCondition } from './baseline.ts'
import type { Loss } from './loss.ts'
import type { Sample } from './update.ts'

/** The rollouts of one task, without lost ones. */
export type RolloutGroup = readonly PolicyRollout[]

/** Whether a group has both successes and failures. Other groups teach nothing. */
export const isMixed = (group: RolloutGroup): boolean =>
  group.some(({ success }) => success) && group.some(({ success }) => !success)

/**
 * What gives a rollout a positive weight. `reward`: a better result than others. `distillation`:
 * critiques in its prompt, whatever the result, so that the guided policy teaches the clean one.
 * Trained under the clean prompt without weights, the expected gradient is that of -KL(π(· | shown)
 * ‖ π(· | clean)) over the states that the guided policy visits.
 */
export const SIGNALS = ['reward', 'distillation'] as const
export type Signal = (typeof SIGNALS)[number]

/** The samples of distillation: every guided rollout, with equal weight. */
export const distilled = (group: RolloutGroup): Sample[] =>
  group
    .filter(({ attemptsShown }) => attemptsShown > 0)
    .map((episode) => ({ episode, advantage: 1 }))

/** The samples of a group: each rollout with its advantage over the baseline. */
export function toSamples(
  group: RolloutGroup,
  loss: Loss,
  baseline: BaselineName,
  means: ConditionMeans,
): Sample[] {
  const rewards = group.map((episode) =>
    lessCondition(baseline, means, episode.condition, loss.shape(episode)),
  )
  const isClean = group.map(({ condition }) => condition === 'clean')
  const advantages = baseline === 'clean' ? lessClean(rewards, isClean) : loss.advantages(rewards)
  return group.map((episode, at) => ({ episode, advantage: advantages[at] as number }))
}

/**
 * Number of turns that a group plays in sequence, if everything else runs in parallel: the cost of
 * waiting for earlier rollouts.
 */
export function groupDepth(group: RolloutGroup, waves: Feedback['waves']): number {
  const ends: number[] = []
  let depth = 0
  for (const { request, condition, turns } of group) {
    const index = request.group?.index ?? 0
    const firstIndex = condition === 'clean' ? 0 : waveStart(waves, index)
    const begin = ends.slice(0, firstIndex).reduce((most, end) => Math.max(most, end ?? 0), 0)
    ends[index] = begin + turns
    depth = Math.max(depth, begin + turns)
  }
  return depth
}

/** Splits a list of rollouts into groups of a size, in order, without lost ones. */
export function toGroups(
  episodes: readonly (PolicyRollout | undefined)[],
  size: number,
): RolloutGroup[] {
  const groups: PolicyRollout[][] = []
  episodes.forEach((episode, index) => {
    const number = Math.floor(index / size)
    const group = groups[number] ?? []
    groups[number] = group
    if (episode !== undefined) group.push(episode)
  })
  return groups
}
