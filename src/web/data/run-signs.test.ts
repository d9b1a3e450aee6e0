// Guards the signs of why a run does not learn: end reasons, and groups with equal rewards.
import { expect, it } from 'vitest'
import { findSigns } from './run-signs.ts'

const interval = (mean: number) => ({ n: 100, mean, low: mean, high: mean })
const runOf = (success: number, ends: Record<string, number>) => ({
  ends,
  conditions: [
    {
      ...{ condition: 'clean' as const, success: interval(success) },
      ...{ reward: interval(0), steps: interval(5) },
    },
  ],
})
const reportOf = (name: string, ...means: readonly number[]) => ({
  configuration: { groups: 16 },
  series: [
    { name, points: means.map((mean, step) => ({ step, at_ms: 0, mean, low: mean, high: mean })) },
  ],
})

it('names the end reason of almost all attempts, unless they succeed', () => {
  const ends = { gave_up: 96, completed: 4 }
  expect(findSigns(runOf(0.04, ends), null)).toEqual(['96 % of attempts ended with “gave up”.'])
  expect(findSigns(runOf(0.9, { completed: 96, gave_up: 4 }), null)).toEqual([])
  expect(findSigns(runOf(0.1, { gave_up: 5, turn_limit: 5 }), null)).toEqual([])
  expect(findSigns(runOf(0, {}), undefined)).toEqual([])
})

it('counts groups that teach, as either trainer reports them', () => {
  const run = runOf(0.1, {})
  expect(findSigns(run, reportOf('groups_trained', 0, 1))[0]).toContain('on 0.50 of its 16 groups')
  expect(findSigns(run, reportOf('groups_trained', 12, 14))).toEqual([])
  expect(findSigns(run, reportOf('frac_reward_zero_std', 0.9, 0.8))[0]).toContain('85 % of groups')
  expect(findSigns(run, reportOf('frac_reward_zero_std', 0.2))).toEqual([])
})
