/** Guards the statistics of rollouts: separate levels, and failures that are never scored. */
import { expect, it } from 'vitest'
import type { RolloutRecord } from '../../train-bridge/rollouts/record.ts'
import { summarise, summaryText } from './summary.ts'

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
  const summary = summarise(
    records,
    [failure, failure],
    [
      { success: 1, leaks: 2 },
      { success: 0, leaks: 1, hints: 4 },
    ],
  )
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
    mean_metrics: { success: 0.5, leaks: 1.5, hints: 4 },
  })
  const text = summaryText(summary)
  expect(text).toMatch(/\n2 +2 +50\.0 % +9\.5 % to 90\.5 % +0\.400\n10 +1 +100\.0 %/)
  expect(text).toMatch(/\nmeans: leaks 1\.5, hints 4\n/)
  expect(text).toMatch(/not played, not scored: 2 \(policy\/timeout 2\)/)
})

it('has no rate without episodes', () => {
  const summary = summarise([], [], [])
  expect(summary).toMatchObject({ episodes: 0, success_rate: null, mean_score: null })
  expect(summaryText(summary)).toMatch(/all +0 +- +0\.0 % to 100\.0 % +-/)
})
