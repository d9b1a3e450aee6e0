/** What became of one rollout that was played to its end. */
export interface RolloutRecord {
  readonly episode_id: string
  readonly task: string
  /** Level of difficulty, from 1. */
  readonly difficulty: number
  readonly success: boolean
  /** Sum of the rewards. */
  readonly score: number
  readonly end_reason: string
  readonly turns: number
}

/** A rollout that was not played because something under it failed; never a score. */
export interface RolloutFailure {
  readonly episode_id: string | null
  readonly index: number
  readonly reason: string
  readonly message: string
}

/** A share with its 95 % confidence interval. */
export interface Share {
  readonly episodes: number
  readonly successes: number
  /** Null if there were no episodes. */
  readonly success_rate: number | null
  readonly success_low: number
  readonly success_high: number
  readonly mean_score: number | null
}

export interface RolloutSummary extends Share {
  readonly mean_turns: number | null
  /** By level, as text. */
  readonly by_difficulty: Readonly<Record<string, Share>>
  readonly end_reasons: Readonly<Record<string, number>>
  readonly infrastructure_failures: number
  readonly failure_reasons: Readonly<Record<string, number>>
}

/** The standard normal quantile that leaves 95 % in the middle. */
const Z_95 = 1.959964

/**
 * The Wilson score interval of a share, which holds up for few episodes and for shares of 0 and 1.
 *
 * @returns bounds from 0 to 1; everything is possible without episodes
 */
export function wilson(successes: number, episodes: number): readonly [number, number] {
  if (episodes === 0) return [0, 1]
  const share = successes / episodes
  const z2 = Z_95 ** 2
  const centre = share + z2 / (2 * episodes)
  const spread = Z_95 * Math.sqrt((share * (1 - share) + z2 / (4 * episodes)) / episodes)
  const scale = 1 + z2 / episodes
  const bound = (value: number): number => Math.min(1, Math.max(0, value / scale))
  return [bound(centre - spread), bound(centre + spread)]
}

/** Sums up rollouts. Failures are counted apart from everything else. */
export function summarise(
  records: readonly RolloutRecord[],
  failures: readonly RolloutFailure[],
): RolloutSummary {
  const levels = [...new Set(records.map((record) => record.difficulty))].sort((a, b) => a - b)
  const byDifficulty = levels.map((level) => {
    const those = records.filter((record) => record.difficulty === level)
    return [String(level), shareOf(those)] as const
  })
  return {
    ...shareOf(records),
    mean_turns: mean(records.map((record) => record.turns)),
    by_difficulty: Object.fromEntries(byDifficulty),
    end_reasons: tally(records.map((record) => record.end_reason)),
    infrastructure_failures: failures.length,
    failure_reasons: tally(failures.map((failure) => failure.reason)),
  }
}

function shareOf(records: readonly RolloutRecord[]): Share {
  const successes = records.filter((record) => record.success).length
  const [low, high] = wilson(successes, records.length)
  return {
    episodes: records.length,
    successes,
    success_rate: records.length === 0 ? null : successes / records.length,
    success_low: low,
    success_high: high,
    mean_score: meanScore(records),
  }
}

/** Scores are whole thousandths: adding them as such leaves no rounding errors to show. */
function meanScore(records: readonly RolloutRecord[]): number | null {
  const score = mean(records.map((record) => Math.round(1000 * record.score)))
  return score === null ? null : score / 1000
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** How often each word occurs, the most frequent first. */
function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort((left, right) => right[1] - left[1]))
}

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

const row = (first: string, ...others: readonly string[]): string =>
  first.padEnd(12) + others.map((cell, at) => cell.padStart(at === 2 ? 18 : 11)).join('')

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([word, number]) => `${word} ${number}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
