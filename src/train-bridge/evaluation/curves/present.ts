import { linePlot } from '../../plots/line-plot.ts'
import { escapeCell, markdownTable, percent, shareText } from '../markdown.ts'
import type { PlotFile } from '../plots.ts'
import type { LearningCurve } from './read-curve.ts'
import { type CurvesReport, type Reached, shareAt } from './report.ts'

/** Curves as a page for people. */
export function curvesMarkdown(
  { runs, mean_until_tasks: untilTasks }: CurvesReport,
  plots: readonly Pick<PlotFile, 'file' | 'title'>[] = [],
): string {
  const thresholds = runs[0]?.reached.map(({ threshold }) => threshold) ?? []
  const heads = thresholds.map((threshold) => `tasks to ${percent(threshold)}`)
  const parts = [
    '# Learning curves',
    markdownTable(
      [
        ...[
          'run',
          'evaluations',
          'at first',
          'at its last evaluation',
          `after ${untilTasks} tasks`,
        ],
        ...[`mean to ${untilTasks} tasks`, ...heads],
      ],
      runs.map(({ name, evaluations, first, last, reached, ...run }) => [
        name,
        String(evaluations),
        ...[first, last].map(shareText),
        ...[run.clean_at_equal_tasks, run.mean_clean].map((share) =>
          share === null ? '–' : percent(share),
        ),
        ...reached.map(tasksText),
      ]),
    ),
    'Compare runs after the same number of tasks: their last evaluations may come after ' +
      'different numbers. Clean success has Wilson 95 % intervals of single evaluations. The ' +
      'tasks drawn include those thrown away. They are counted at the first of two evaluations ' +
      'in a row that were high enough; `>` means not by then. In brackets: how many times fewer ' +
      'than the first run. One run of each is one draw of chance, so claims need several seeds.',
    ...thresholds.map((threshold, at) => spentTable(runs, threshold, at)),
    ...plots.map(({ file, title }) => `![${escapeCell(title)}](${file})`),
  ]
  return `${parts.join('\n\n')}\n`
}

function tasksText({ arrived, spent, ratio_to_first: ratio }: Reached): string {
  const tasks = `${arrived ? '' : '> '}${spent.tasks_drawn}`
  return ratio === null || ratio === 1 ? tasks : `${tasks} (${ratio.toFixed(2)})`
}

function spentTable(runs: CurvesReport['runs'], threshold: number, thresholdIndex: number): string {
  return markdownTable(
    [
      ...[`until ${percent(threshold)}`, 'tasks', 'episodes', 'turns', 'turns one after another'],
      'seconds',
    ],
    runs.flatMap(({ name, reached }) => {
      const reachedThreshold = reached[thresholdIndex]
      if (reachedThreshold === undefined) return []
      const { tasks_drawn: tasks, episodes, turns, depth, seconds } = reachedThreshold.spent
      const sign = reachedThreshold.arrived ? '' : '> '
      return [
        [
          name,
          ...[tasks, episodes, turns, depth, Math.round(seconds)].map((count) => `${sign}${count}`),
        ],
      ]
    }),
  )
}

/** The plot of clean success over tasks drawn; none without evaluations. */
export function curvesPlots(curves: readonly LearningCurve[]): PlotFile[] {
  if (curves.every(({ evaluations }) => evaluations.length === 0)) return []
  const title = 'Clean success while training'
  const svg = linePlot({
    title,
    x: { label: 'tasks drawn', low: 0 },
    y: { label: 'clean success', low: 0, high: 1, unit: 'percent' },
    series: curves.map(({ name, evaluations }) => ({
      name,
      points: evaluations.map((evaluation) => {
        const { low, high } = shareAt(evaluation)
        return { x: evaluation.tasks_drawn, y: evaluation.clean, low, high }
      }),
    })),
  })
  return [{ file: 'curves.svg', title, svg }]
}
