/** Guards the statistics of rollouts: known intervals, levels apart, failures never scored. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type RolloutRecord, summarise, summaryText, wilson } from './summary.ts'

it.each([
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [81, 263, 0.2553, 0.3662],
])('gives the Wilson interval of %i in %i', (successes, episodes, low, high) => {
  const [lower, upper] = wilson(successes, episodes)
  expect(lower).toBeCloseTo(low, 4)
  expect(upper).toBeCloseTo(high, 4)
})

it('always has the share inside the interval, and the interval inside 0 to 1', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), (one, other) => {
      const [successes, episodes] = [Math.min(one, other), Math.max(one, other)]
      const [low, high] = wilson(successes, episodes)
      const share = episodes === 0 ? 0.5 : successes / episodes
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low - 1e-12).toBeLessThanOrEqual(share)
      expect(high + 1e-12).toBeGreaterThanOrEqual(share)
    }),
  )
})

const record = (difficulty: number, success: boolean, score: number): RolloutRecord => ({
  episode_id: 'ep_1',
  task: 'val-000000',
  difficulty,
  success,
  score,
  end_reason: success ? 'completed' : 'turn_limit',
  turns: 4,
})

it('sums up by level and keeps failures apart', () => {
  const failure = { episode_id: null, index: 3, reason: 'policy/timeout', message: 'late' }
  const records = [record(10, true, 1), record(2, true, 0.9), record(2, false, -0.1)]
  const summary = summarise(records, [failure, failure])
  expect(summary).toMatchObject({
    episodes: 3,
    successes: 2,
    success_rate: 2 / 3,
    mean_score: 0.6,
    mean_turns: 4,
    by_difficulty: { 2: { episodes: 2, success_rate: 0.5, mean_score: 0.4 }, 10: { episodes: 1 } },
    end_reasons: { completed: 2, turn_limit: 1 },
    infrastructure_failures: 2,
    failure_reasons: { 'policy/timeout': 2 },
  })
  const text = summaryText(summary)
  expect(text).toMatch(/\n2 +2 +50\.0 % +9\.5 % to 90\.5 % +0\.400\n10 +1 +100\.0 %/)
  expect(text).toMatch(/not played, not scored: 2 \(policy\/timeout 2\)/)
})

it('has no rate without episodes', () => {
  const summary = summarise([], [])
  expect(summary).toMatchObject({ episodes: 0, success_rate: null, mean_score: null })
  expect(summaryText(summary)).toMatch(/all +0 +- +0\.0 % to 100\.0 % +-/)
})
