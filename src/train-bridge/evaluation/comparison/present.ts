import { barPlot } from '../../plots/bar-plot.ts'
import { countsText } from '../../statistics/tally.ts'
import { escapeCell, estimateText, fixed, markdownTable, percent } from '../markdown.ts'
import type { PlotFile } from '../plots.ts'
import type { ComparedRow } from './compare.ts'
import type { ComparisonReport } from './report.ts'

/** A comparison as a page for people. */
export function comparisonMarkdown(
  report: ComparisonReport,
  plots: readonly Pick<PlotFile, 'file' | 'title'>[] = [],
): string {
  const number = (value: number | null): string => value?.toFixed(3) ?? '–'
  const rows = [
    ['prompts', String(report.prompts)],
    ['scored for both', String(report.n_scored)],
    ['wins, ties, losses', `${report.wins}, ${report.ties}, ${report.losses}`],
    ['win rate', estimateText(report.win_rate, percent)],
    ['mean reward', number(report.mean_reward)],
    ['mean reference reward', number(report.mean_reference_reward)],
    ['improvement', estimateText(report.improvement, fixed(3))],
    ['length ratio', number(report.length_ratio)],
    ['mean length', `${number(report.mean_length_a)} and ${number(report.mean_length_b)}`],
    ['empty answers', `${report.empty_answers_a} and ${report.empty_answers_b}`],
    [
      'answers cut at the limit',
      [report.cut_answers_a, report.cut_answers_b].map((cut) => cut ?? '–').join(' and '),
    ],
    ['missing answers and scores', countsText(report.errors)],
    ['rows without a prompt', String(report.prompts_unreadable)],
  ]
  const parts = [
    `# ${escapeCell(report.model_a)} against ${escapeCell(report.model_b)}`,
    `Scored by ${escapeCell(report.reward_model)}, seed ${report.seed}; ` +
      'the second is the reference.',
    ...(report.partial ? ['**Stopped early: not all prompts were compared.**'] : []),
    markdownTable(['', ''], rows),
    'A tie counts as half a win. Only scores of answers to the same prompt can be compared: the ' +
      'improvement is the mean of such differences, and the two means beside it cover the same ' +
      'prompts. Missing scores never count as 0. In brackets: 95 % intervals ' +
      '(win rate: Wilson; improvement: bootstrap over prompts).',
    ...plots.map(({ file, title }) => `![${escapeCell(title)}](${file})`),
  ]
  return `${parts.join('\n\n')}\n`
}

const BINS = 12

/** The middle of a bin, with enough digits to differ from the next one. */
const binName = (middle: number, width: number): string =>
  middle.toFixed(Math.min(20, Math.max(1, Math.floor(-Math.log10(width)) + 1)))

/** The plot of a comparison: the distribution of reward differences. None without differences. */
export function comparisonPlots(
  report: ComparisonReport,
  rows: readonly ComparedRow[],
): PlotFile[] {
  const differences = rows.flatMap(({ difference }) => difference ?? [])
  if (differences.length === 0) return []
  const reach = differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const width = (2 * reach) / BINS
  const counts = new Array<number>(BINS).fill(0)
  for (const value of differences) {
    const bin = Math.min(BINS - 1, Math.floor((value + reach) / width))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const title = `${report.model_a} against ${report.model_b}: differences of reward`
  const svg = barPlot({
    title,
    label: 'difference of reward, middle of the bin',
    y: { label: 'prompts', low: 0 },
    series: ['prompts'],
    groups: counts.map((value, bin) => {
      return { name: binName(-reach + (bin + 0.5) * width, width), bars: [{ value }] }
    }),
  })
  return [{ file: 'differences.svg', title, svg }]
}
