import { type ChartPoint, remapX, smoothCurve } from '../../data/curve-math.ts'
import type { Report } from '../../data/reports.ts'
import type { AxisUnit } from '../../data/runs.ts'
import type { AxisRange } from '../../parts/chart.tsx'

/** The axis of curves. The server knows batches, episodes and time; reports supply the others. */
interface Axis {
  readonly name: AxisName
  /** The unit in the request to the server. */
  readonly unit: AxisUnit
  /** The position of each batch; undefined if the server supplies the axis. */
  readonly batchPositions?: readonly { readonly step: number; readonly mean: number }[] | undefined
}

export const AXES = ['batch', 'tasks', 'tokens', 'episodes', 'time'] as const
export type AxisName = (typeof AXES)[number]

/** The axes that every run of a comparison has. */
export function commonAxes(
  reports: readonly (Report | null | undefined)[],
  hasBatches: boolean | undefined,
): readonly AxisName[] {
  const isReported = (name: string): boolean =>
    reports.length > 0 &&
    reports.every((report) => report !== undefined && report?.latest[name] !== undefined)
  return AXES.filter((name) => {
    if (name === 'batch') return hasBatches === true
    if (name === 'tasks' || name === 'tokens') return hasBatches === true && isReported(name)
    return true
  })
}

/** The axis of one run. */
export function toAxis(name: AxisName, report: Report | null | undefined): Axis {
  if (name !== 'tasks' && name !== 'tokens') return { name, unit: name }
  const series = report?.series.find((each) => each.name === name)
  return { name, unit: 'batch', batchPositions: series?.points ?? [] }
}

/** The weight of earlier points in a smoothed point. */
const SMOOTHINGS = { none: 0, light: 0.6, strong: 0.9 } as const
export type Smoothing = keyof typeof SMOOTHINGS
export const SMOOTHING_NAMES = Object.keys(SMOOTHINGS) as readonly Smoothing[]

/** The view options of curves. */
export interface CurveView {
  readonly axis: Axis
  readonly smoothing: Smoothing
  /** The visible part of the axis; undefined for all of it. */
  readonly range?: AxisRange | undefined
}

/** Moves points to the axis, drops those outside the range, and smooths the rest. */
export function pointsInView<Point extends ChartPoint>(
  points: readonly Point[],
  { axis: { batchPositions }, smoothing, range }: CurveView,
): { readonly points: readonly Point[]; readonly unsmoothed?: readonly Point[] } {
  const onAxis = batchPositions === undefined ? points : remapX(points, batchPositions)
  const inRange = onAxis.filter(({ x }) => range === undefined || (x >= range[0] && x <= range[1]))
  if (smoothing === 'none') return { points: inRange }
  return { points: smoothCurve(inRange, SMOOTHINGS[smoothing]), unsmoothed: inRange }
}

/**
 * The view of values that a trainer reports, and the label of their axis. They are reported by
 * step, and a step is no number of episodes: on that axis, they have one of their own.
 */
export const reportedView = (
  view: CurveView,
): { readonly view: CurveView; readonly label: AxisName | 'step' } =>
  view.axis.name === 'episodes'
    ? { view: { ...view, range: undefined }, label: 'step' }
    : { view, label: view.axis.name }
