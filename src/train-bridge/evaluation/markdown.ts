import type { Share } from '../../sim/wilson.ts'
import { countsText } from '../statistics/tally.ts'
import type { Estimate, EvaluationReport, SegmentReport } from './report.ts'

/** A table of Markdown; cells are escaped. Columns of text are aligned to the left. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns: readonly string[] = head.slice(0, 1),
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  const rule = head.map((name) => (textColumns.includes(name) ? '---' : '---:'))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** Text that has no effect in Markdown, on one line. */
export const escapeCell = (content: string): string =>
  content.replace(/[\\`*_[\]<>|#~!]/g, (mark) => `\\${mark}`).replace(/\s+/g, ' ')

const cell = (content: string): string => escapeCell(content)

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** For example `86.8 % (83.6 to 89.5)`, or a dash without trials. */
export const shareText = ({ rate, low, high }: Share): string =>
  rate === null ? '–' : `${percent(rate)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`

/** A mean with its interval. */
export function estimateText(
  { mean, low, high }: Estimate,
  show: (value: number) => string,
): string {
  if (mean === null) return '–'
  return low === null || high === null
    ? show(mean)
    : `${show(mean)} (${show(low)} to ${show(high)})`
}

export const fixed =
  (digits: number) =>
  (value: number): string =>
    value.toFixed(digits)

/** An evaluation as a page for people. */
export function evaluationMarkdown(
  report: EvaluationReport,
  plots: readonly { readonly file: string; readonly title: string }[] = [],
): string {
  const parts = [
    `# ${escapeCell(report.policy)} on ${escapeCell(report.env)}`,
    introduction(report),
    '## Success',
    successTable(report),
    'In brackets: 95 % intervals (Wilson). Clean: rollouts under the prompt alone, the only ' +
      'figure that measures learning. First try: the first of them per task.',
    ...feedbackParts(report),
    '## Conduct under the clean prompt',
    conductTable(report),
    ...groupParts(report),
    '## Metrics of the environment',
    metricsTable(report),
    ...ceilingParts(report),
    ...plots.map(({ file, title }) => `![${escapeCell(title)}](${file})`),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Without an explicit mode, the model's template or its server decides. */
const thinkingWords = ({ thinking, policy }: EvaluationReport): string => {
  if (thinking !== null) return `, thinking ${thinking ? 'on' : 'off'}`
  return policy.startsWith('openai:') ? ', thinking as its server decides' : ''
}

const settingsWords = ({ settings }: EvaluationReport): string =>
  Object.keys(settings).length === 0 ? '' : `, settings \`${JSON.stringify(settings)}\``

function introduction(report: EvaluationReport): string {
  const { rollouts_played: playedCount, rollouts_planned: plannedCount } = report
  const lines = [
    `${playedCount} rollouts under the clean prompt, ${report.rollouts_per_task} per task, ` +
      `seed ${report.seed}${thinkingWords(report)}${settingsWords(report)}.`,
  ]
  if (report.partial) {
    lines.push(`**Stopped early: ${playedCount} of ${plannedCount} rollouts were played.**`)
  }
  const { infrastructure_failures: failures } = report
  if (failures > 0) {
    const reasons = countsText(report.failure_reasons)
    lines.push(`**Not played and in no figure: ${failures} (${escapeCell(reasons)}).**`)
  }
  return lines.join('\n')
}

const segmentName = ({ split, level }: SegmentReport): string =>
  level === null ? split : `${split}, level ${level}`

function successTable({ segments }: EvaluationReport): string {
  const rows = segments.map((segment) => [
    segmentName(segment),
    String(segment.tasks),
    shareText(segment.clean),
    shareText(segment.first_try),
    ...segment.with_feedback.filter(hasColumn).map(({ solved_by: solved }) => shareText(solved)),
  ])
  const counts = segments[0]?.with_feedback.filter(hasColumn) ?? []
  const solvedHeadings = counts.map(
    ({ critiques }) => `solved with up to ${critiquesText(critiques)}`,
  )
  return markdownTable(['tasks of', 'tasks', 'clean', 'first try', ...solvedHeadings], rows)
}

/** Of many counts, only 1, 2, 4, 8, … and the last get a column; the JSON has all. */
const hasColumn = (
  { critiques }: { readonly critiques: number },
  level: number,
  valueTable: readonly unknown[],
): boolean => level === valueTable.length - 1 || Number.isInteger(Math.log2(critiques))

const critiquesText = (count: number): string => `${count} critique${count === 1 ? '' : 's'}`

function feedbackParts({ segments, critiques }: EvaluationReport): string[] {
  if (critiques === 0) return []
  const rows = segments.flatMap((segment) =>
    segment.with_feedback
      .filter(({ shown }) => shown.trials > 0)
      .map((feedback) => [
        segmentName(segment),
        String(feedback.critiques),
        String(feedback.shown.trials),
        shareText(feedback.shown),
        shareText(feedback.same_tasks_clean),
        feedback.shown_reward?.toFixed(3) ?? '–',
      ]),
  )
  const head = ['tasks of', 'critiques shown', 'attempts', 'success', 'same tasks, clean', 'reward']
  return [
    '## Attempts that were shown critiques',
    markdownTable(head, rows),
    'These are attempts at tasks that were failed before, the harder ones. Beside them stands ' +
      'how the other rollouts of the same tasks fared under the clean prompt, if there were any.',
  ]
}

function conductTable({ segments }: EvaluationReport): string {
  const rows = segments.map((segment) => {
    const { metrics } = segment
    const metricText = (name: string): string => metrics[name]?.toFixed(1) ?? '–'
    return [
      segmentName(segment),
      estimateText(segment.reward, fixed(3)),
      metricText('turns'),
      metricText('tool_calls'),
      metricText('phone_calls'),
      metricText('fields_asked'),
      countsText(segment.end_reasons),
    ]
  })
  const head = ['mean reward', 'steps', 'tool calls', 'phone calls', 'form fields', 'ends']
  const usedColumns = [
    0,
    ...head.map((_, at) => at + 1).filter((at) => rows.some((row) => row[at] !== '–')),
  ]
  const usedCells = (cells: readonly string[]): string[] => usedColumns.map((at) => cells[at] ?? '')
  return markdownTable(usedCells(['tasks of', ...head]), rows.map(usedCells))
}

function groupParts({ segments, rollouts_per_task: rollouts }: EvaluationReport): string[] {
  const sizes = segments[0]?.pass_at_k ?? []
  if (rollouts < 2 || sizes.length === 0) return []
  const rows = segments.map((segment) => [
    segmentName(segment),
    segment.clean_by_task?.map(percent).join(' to ') ?? '–',
    ...[segment.pass_at_k, segment.all_of_k].flatMap((estimates) =>
      sizes.map(({ k }) => {
        const estimate = estimates.find((one) => one.k === k)
        return estimate === undefined ? '–' : estimateText(estimate, percent)
      }),
    ),
    segment.diversity?.distinct_share.toFixed(2) ?? '–',
    segment.diversity?.tool_distance.toFixed(2) ?? '–',
  ])
  const passes = ['pass@', 'all of '].flatMap((name) => sizes.map(({ k }) => `${name}${k}`))
  const head = ['tasks of', 'clean, over tasks', ...passes, 'distinct', 'tool distance']
  return [
    '## Groups',
    markdownTable(head, rows),
    'Clean, over tasks: the interval of clean success by drawing tasks, which holds where the ' +
      'rollouts of a task resemble each other. In brackets: 95 % intervals over tasks, Wilson if ' +
      'each task counts 0 or 1, and bootstrap otherwise. pass@k: at least one of k rollouts is a ' +
      'success; all of k: each of them is. Distinct: different action sequences ÷ rollouts of a ' +
      'task. Tool distance: mean edit distance of two rollouts’ tools ÷ the longer.',
  ]
}

function metricsTable({ segments }: EvaluationReport): string {
  const splits = segments.filter(({ level }) => level === null)
  const names = [...new Set(splits.flatMap(({ metrics }) => Object.keys(metrics)))]
  const rows = names.map((name) => [
    name,
    ...splits.map(({ metrics }) => metrics[name]?.toFixed(3) ?? '–'),
  ])
  return markdownTable(['mean of', ...splits.map(({ split }) => split)], rows)
}

function ceilingParts({ ceilings }: EvaluationReport): string[] {
  if (ceilings.length === 0) return []
  const rows = ceilings.map(({ split, level, name, value }) => [
    level === null ? split : `${split}, level ${level}`,
    name,
    percent(value),
  ])
  return [
    '## Ceilings',
    markdownTable(['tasks of', 'ceiling', 'success'], rows),
    'A ceiling is what a player who knows the generator’s tables achieves on these very tasks; ' +
      'on few tasks luck can beat it.',
  ]
}
