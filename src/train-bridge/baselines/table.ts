import { estimateText, markdownTable, percent, shareText } from '../evaluation/markdown.ts'
import type { BaselineRow } from './row.ts'

/** What a model's tokens cost, in any currency, per million. */
export interface Prices {
  readonly prompt: number
  readonly completion: number
}

const HEAD = [
  ...['world', 'level', 'policy', 'tasks', 'first try', 'all of k'],
  ...['after one critique', 'tokens per episode', 'cost of 1,000 episodes'],
]

/** The rows as a table of Markdown, by world, level and policy. */
export function baselinesTable(rows: readonly BaselineRow[], prices?: Prices): string {
  const worlds = [...new Set(rows.map(({ cell }) => cell))]
  const sortedRows = rows.toSorted(
    (left, right) =>
      worlds.indexOf(left.cell) - worlds.indexOf(right.cell) ||
      left.level - right.level ||
      (left.policy < right.policy ? -1 : 1),
  )
  return markdownTable(
    HEAD,
    sortedRows.map((row) => [
      ...[row.cell, String(row.level), row.policy, String(row.tasks), shareText(row.first_try)],
      row.all_of_k === null ? '–' : `${estimateText(row.all_of_k, percent)}, k = ${row.all_of_k.k}`,
      shareText(row.after_critique),
      perEpisode(row),
      costText(row, prices),
    ]),
    ['world', 'policy'],
  )
}

const perEpisode = ({ tokens, episodes }: BaselineRow): string =>
  tokens === null || episodes === 0
    ? '–'
    : `${Math.round(tokens.prompt / episodes)} + ${Math.round(tokens.completion / episodes)}`

function costText({ tokens, episodes }: BaselineRow, prices: Prices | undefined): string {
  if (tokens === null || episodes === 0 || prices === undefined) return '–'
  const millions = tokens.prompt * prices.prompt + tokens.completion * prices.completion
  return ((millions / 1e6 / episodes) * 1_000).toFixed(2)
}
