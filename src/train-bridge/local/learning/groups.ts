import { type Feedback, waveStart } from '../../../env/group.ts'
import type { Episode } from '../rollouts/collect.ts'
import { type BaselineName, type ConditionMeans, lessClean, lessCondition } from './baseline.ts'
import type { Loss } from './loss.ts'
import type { Sample } from './update.ts'

/** The rollouts of one task, without those that were lost. */
export type Group = readonly Episode[]

/** Whether some rollouts of a group succeeded and some did not: nothing else can be learnt from. */
export const isMixed = (group: Group): boolean =>
  group.some(({ success }) => success) && group.some(({ success }) => !success)

/**
 * What rollouts are praised for: `reward`, that they went better than others. `distillation`, that
 * they were shown critiques, however they went: the policy that was is the teacher of the one that
 * was not. Trained under the clean prompt without weights the expected gradient is that of
 * -KL(π(· | shown) ‖ π(· | clean)) over the states that the shown policy comes through.
 */
export const SIGNALS = ['reward', 'distillation'] as const
export type Signal = (typeof SIGNALS)[number]

/** The samples of distillation: every rollout that was shown something, all alike. */
export const distilled = (group: Group): Sample[] =>
  group
    .filter(({ attemptsShown }) => attemptsShown > 0)
    .map((episode) => ({ episode, advantage: 1 }))

/** The samples of a group: each rollout with its advantage over the baseline. */
export function samplesOf(
  group: Group,
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
 * How many turns a group takes one after another, if all that need not wait goes at once: the price
 * of waiting for earlier rollouts.
 */
export function depthOf(group: Group, waves: Feedback['waves']): number {
  const ends: number[] = []
  let depth = 0
  for (const { request, condition, turns } of group) {
    const index = request.group?.index ?? 0
    const after = condition === 'clean' ? 0 : waveStart(waves, index)
    const begin = ends.slice(0, after).reduce((most, end) => Math.max(most, end ?? 0), 0)
    ends[index] = begin + turns
    depth = Math.max(depth, begin + turns)
  }
  return depth
}

/** Cuts a list of rollouts into groups of a size, in order; lost ones are left out. */
export function groupsOf(episodes: readonly (Episode | undefined)[], size: number): Group[] {
  const groups: Episode[][] = []
  episodes.forEach((episode, at) => {
    const number = Math.floor(at / size)
    const group = groups[number] ?? []
    groups[number] = group
    if (episode !== undefined) group.push(episode)
  })
  return groups
}
