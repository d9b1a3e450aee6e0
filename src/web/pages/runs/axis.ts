import { type CurvePoint, movedTo, smoothed } from '../../data/curve-math.ts'
import type { Report } from '../../data/reports.ts'
import type { By } from '../../data/runs.ts'
import type { Span } from '../../parts/chart.tsx'

/** The axis of curves: the server's unit, and the positions of its batches on another axis. */
interface Axis {
  readonly by: AxisName
  /** The unit in the request to the server. */
  readonly asked: By
  /** The position of each batch; undefined if the server supplies the axis. */
  readonly steps?: readonly { readonly step: number; readonly mean: number }[] | undefined
}

export const AXES = ['batch', 'tasks', 'tokens', 'episodes', 'time'] as const
export type AxisName = (typeof AXES)[number]

/** The axes that all of some runs have. */
export function axesOf(
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
export function axisOf(by: AxisName, report: Report | null | undefined): Axis {
  if (by !== 'tasks' && by !== 'tokens') return { by, asked: by }
  const series = report?.series.find(({ name }) => name === by)
  return { by, asked: 'batch', steps: series?.points ?? [] }
}

/** The weight of earlier points in a smoothed point. */
export const SMOOTHINGS = { none: 0, light: 0.6, strong: 0.9 } as const
export type Smoothing = keyof typeof SMOOTHINGS

/** The view options of curves. */
export interface CurveView {
  readonly axis: Axis
  readonly smoothing: Smoothing
  /** The visible stretch of the axis; undefined for all of it. */
  readonly span?: Span | undefined
}

/** Points for a chart: on the axis, within the range, smoothed and original. */
export function pointsInView<Point extends CurvePoint>(
  points: readonly Point[],
  { axis: { steps }, smoothing, span }: CurveView,
): { readonly points: readonly Point[]; readonly raw?: readonly Point[] } {
  const placed = steps === undefined ? points : movedTo(points, steps)
  const seen = placed.filter(({ x }) => span === undefined || (x >= span[0] && x <= span[1]))
  if (smoothing === 'none') return { points: seen }
  return { points: smoothed(seen, SMOOTHINGS[smoothing]), raw: seen }
}
