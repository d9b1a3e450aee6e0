import type { Share } from '../../sim/wilson.ts'
import { type BarGroup, barPlot } from '../plots/bar-plot.ts'
import { linePlot } from '../plots/line-plot.ts'
import type { EvaluationReport, SegmentReport } from './report.ts'

/** A plot of a report, as a file. */
export interface PlotFile {
  readonly file: string
  readonly title: string
  readonly svg: string
}

/** The plots of an evaluation: success by level for each split, and pass@k. */
export function evaluationPlots(report: EvaluationReport): PlotFile[] {
  const splits = [...new Set(report.segments.map(({ split }) => split))]
  const plots = splits.map((split) => successPlot(report, split))
  const passes = passPlot(report)
  return passes === undefined ? plots : [...plots, passes]
}

function successPlot(report: EvaluationReport, split: string): PlotFile {
  const segments = report.segments.filter((segment) => segment.split === split)
  const counts = segments[0]?.with_feedback.map(({ critiques }) => critiques) ?? []
  const groups = segments.map((segment) => successGroup(report, segment))
  const title = `${report.policy}: success on ${split} of ${report.env}`
  const ceiling = report.ceilings.find((line) => line.split === split)
  const svg = barPlot({
    title,
    label: 'level',
    y: { label: 'success', low: 0, high: 1, unit: 'percent' },
    series: ['clean', ...counts.map((count) => `up to ${count} critique${count === 1 ? '' : 's'}`)],
    groups,
    ...(ceiling === undefined ? {} : { markName: ceiling.name }),
  })
  return { file: `success-${fileName(split)}.svg`, title, svg }
}

function successGroup({ ceilings }: EvaluationReport, segment: SegmentReport): BarGroup {
  const { split, level, clean, with_feedback: feedback } = segment
  const ceiling = ceilings.find((line) => line.split === split && line.level === level)
  return {
    name: level === null ? 'all' : String(level),
    bars: [clean, ...feedback.map((report) => report.solved_by)].map(toBar),
    ...(ceiling === undefined ? {} : { mark: ceiling.value }),
  }
}

const toBar = ({ rate, low, high }: Share): BarGroup['bars'][number] =>
  rate === null ? null : { value: rate, low, high }

function passPlot(report: EvaluationReport): PlotFile | undefined {
  const splits = report.segments.filter(({ level }) => level === null)
  const series = splits.map(({ split, pass_at_k: passes }) => ({
    name: split,
    points: passes.flatMap(({ k, mean, low, high }) => {
      if (mean === null) return []
      return [low === null || high === null ? { x: k, y: mean } : { x: k, y: mean, low, high }]
    }),
  }))
  if (!series.some(({ points }) => points.length > 1)) return undefined
  const title = `${report.policy}: pass@k on ${report.env}`
  const svg = linePlot({
    title,
    x: { label: 'rollouts per task, k', low: 1 },
    y: { label: 'pass@k', low: 0, high: 1, unit: 'percent' },
    series,
  })
  return { file: 'pass-at-k.svg', title, svg }
}

const fileName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)
