import { wilson } from '../../sim/wilson.ts'
import type { RolloutFailure, RolloutRecord } from '../../train-bridge/rollouts/record.ts'
import { meanOrNull, meanReward } from '../../train-bridge/statistics/mean.ts'
import { countsText, tally } from '../../train-bridge/statistics/tally.ts'

/** A share with its 95 % confidence interval. */
interface Share {
  readonly episodes: number
  readonly successes: number
  /** Null if there were no episodes. */
  readonly success_rate: number | null
  readonly success_low: number
  readonly success_high: number
  readonly mean_score: number | null
}

interface RolloutSummary extends Share {
  readonly mean_turns: number | null
  /** Mean of each metric over the episodes that reported it, by name. */
  readonly mean_metrics: Readonly<Record<string, number>>
  /** By level, as text. */
  readonly by_difficulty: Readonly<Record<string, Share>>
  readonly end_reasons: Readonly<Record<string, number>>
  readonly infrastructure_failures: number
  readonly failure_reasons: Readonly<Record<string, number>>
}

/** Sums up rollouts. Failures are counted separately. */
export function summarise(
  records: readonly RolloutRecord[],
  failures: readonly RolloutFailure[],
  metrics: readonly Readonly<Record<string, number>>[],
): RolloutSummary {
  const levels = [...new Set(records.map((record) => record.difficulty))].sort((a, b) => a - b)
  const byDifficulty = levels.map((level) => {
    const levelRecords = records.filter((record) => record.difficulty === level)
    return [String(level), successShare(levelRecords)] as const
  })
  return {
    ...successShare(records),
    mean_turns: meanOrNull(records.map((record) => record.turns)),
    mean_metrics: meanMetrics(metrics),
    by_difficulty: Object.fromEntries(byDifficulty),
    end_reasons: tally(records.map((record) => record.end_reason)),
    infrastructure_failures: failures.length,
    failure_reasons: tally(failures.map((failure) => failure.reason)),
  }
}

function meanMetrics(
  metrics: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, number>> {
  const names = [...new Set(metrics.flatMap(Object.keys))]
  const valuesOf = (name: string): number[] => metrics.flatMap((each) => each[name] ?? [])
  return Object.fromEntries(names.map((name) => [name, meanOrNull(valuesOf(name)) ?? 0]))
}

function successShare(records: readonly RolloutRecord[]): Share {
  const successes = records.filter((record) => record.success).length
  const [low, high] = wilson(successes, records.length)
  return {
    episodes: records.length,
    successes,
    success_rate: records.length === 0 ? null : successes / records.length,
    success_low: low,
    success_high: high,
    mean_score: meanReward(records.map((record) => record.score)),
  }
}

/** Metrics that other lines of the summary already show. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['success', 'score', 'turns'])

/** The summary as a table for people. */
export function summaryText(summary: RolloutSummary): string {
  const lines = [row('difficulty', 'episodes', 'success', '95 % interval', 'mean score')]
  for (const [level, share] of Object.entries(summary.by_difficulty)) {
    lines.push(shareRow(level, share))
  }
  lines.push(shareRow('all', summary))
  const { mean_turns: turns } = summary
  if (turns !== null) lines.push('', `turns per episode: ${turns.toFixed(1)}`)
  lines.push(`end reasons: ${countsText(summary.end_reasons)}`)
  const shownMetrics = Object.entries(summary.mean_metrics).filter(
    ([name]) => !SHOWN_ELSEWHERE.has(name),
  )
  const means = shownMetrics.map(([name, mean]) => `${name} ${Number(mean.toFixed(3))}`)
  if (means.length > 0) lines.push(`means: ${means.join(', ')}`)
  if (summary.infrastructure_failures > 0) {
    const reasons = countsText(summary.failure_reasons)
    lines.push(`not played, not scored: ${summary.infrastructure_failures} (${reasons})`)
  }
  return lines.join('\n')
}

function shareRow(name: string, share: Share): string {
  const { success_rate: rate, mean_score: score } = share
  const interval = `${percent(share.success_low)} to ${percent(share.success_high)}`
  return row(
    name,
    String(share.episodes),
    rate === null ? '-' : percent(rate),
    interval,
    score === null ? '-' : score.toFixed(3),
  )
}

const row = (first: string, ...cells: readonly string[]): string =>
  first.padEnd(12) + cells.map((cell, at) => cell.padStart(at === 2 ? 18 : 11)).join('')

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
