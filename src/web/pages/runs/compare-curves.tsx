import type { JSX } from 'preact'
import { meanCurve, seedFamily, withoutSeed } from '../../data/curve-math.ts'
import { humanize } from '../../data/format.ts'
import { meaningOf } from '../../data/glossary.ts'
import { type Report, reportedPoints, useReports } from '../../data/reports.ts'
import { useManySeries } from '../../data/runs.ts'
import { type Curve, LineChart } from '../../parts/chart.tsx'
import { formatPoint } from '../../parts/chart-shapes.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { type AxisName, pointsInView, reportedView, type Smoothing, toAxis } from './axis.ts'
import { CURVE_METRICS } from './curves.tsx'

/** Whether runs that differ only in their seed have a curve each, or share a mean curve. */
export const SEEDS = ['each', 'mean'] as const
const COLOR_COUNT = 6
/** When all colors are used, they repeat with the next dash pattern. */
const DASH_PATTERNS = ['', '6 3', '2 3', '9 3 2 3'] as const

const isServerMetric = (metric: string): boolean => CURVE_METRICS.some((name) => name === metric)

const curveStyle = (at: number) => ({
  color: `var(--series-${(at % COLOR_COUNT) + 1})`,
  isDashed: false,
  dashPattern: DASH_PATTERNS[Math.floor(at / COLOR_COUNT)] ?? '',
})

/** The curves of several runs for one metric. */
export function RunCurves({
  runs,
  metric,
  axisName,
  smoothing,
  seeds,
}: {
  readonly runs: readonly string[]
  readonly metric: string
  readonly axisName: AxisName
  readonly smoothing: Smoothing
  readonly seeds: (typeof SEEDS)[number]
}): JSX.Element {
  const { unit } = toAxis(axisName, undefined)
  const isFromServer = isServerMetric(metric)
  const series = useManySeries(
    isFromServer
      ? runs.map((run) => ({ run, by: unit, metric: [metric], condition: 'clean' as const }))
      : [],
  )
  const requestedNames = [
    ...(isFromServer ? [] : [metric]),
    ...(axisName === 'tasks' || axisName === 'tokens' ? [axisName] : []),
  ]
  const found = useReports(
    runs.map((run) => ({ run })),
    requestedNames,
  ).data
  const reports: readonly (Report | null)[] = found ?? []
  if (isFromServer ? series.includes(undefined) : found === undefined) return <Skeleton />
  const curves = runs.map((name, at): Curve => {
    const axis = toAxis(axisName, reports[at])
    const reportedSeries = reports[at]?.series.find((one) => one.name === metric)
    const points = isFromServer
      ? (series[at]?.points ?? [])
      : reportedPoints(reportedSeries, axisName)
    const view = { axis, smoothing: seeds === 'each' ? smoothing : ('none' as const) }
    return { name, ...pointsInView(points, view), ...curveStyle(at) }
  })
  const title = isFromServer ? `${humanize(metric)}, clean attempts` : metric
  const shownCurves = seeds === 'each' ? curves : meanOverSeeds(curves, reports, smoothing)
  if (shownCurves.every(({ points }) => points.length < 2)) {
    const isEmpty = isFromServer
      ? series.every((found) => found?.points.length === 0)
      : reports.every((report) => report?.latest[metric] === undefined)
    return (
      <SinglePoints
        title={title}
        curves={shownCurves}
        reason={
          isEmpty ? EMPTY_REASONS[`${isFromServer}`] : `none has a place on the axis ${axisName}`
        }
      />
    )
  }
  return (
    <LineChart
      title={title}
      description={meaningOf(metric)}
      curves={shownCurves}
      axisLabel={
        isFromServer ? axisName : reportedView({ axis: toAxis(axisName, null), smoothing }).label
      }
    />
  )
}

/** The reason for an empty chart, by whether the server computes the metric. */
const EMPTY_REASONS = {
  true: 'no clean attempt of these runs has ended',
  false: 'no trainer of these runs reports it',
} as const

/** Replaces a chart whose curves have at most one point each: their values, or why none exist. */
function SinglePoints({
  title,
  curves,
  reason,
}: {
  readonly title: string
  readonly curves: readonly Curve[]
  readonly reason: string
}): JSX.Element {
  const values = curves.flatMap(({ name, points: [point] }) =>
    point === undefined ? [] : [{ name, text: formatPoint(point) }],
  )
  if (values.length === 0) {
    return (
      <p>
        No curve of <b>{title}</b>: {reason}.
      </p>
    )
  }
  return (
    <p class="facts">
      <span>
        <b>{title}</b>, a single point for each run, so there is no curve:
      </span>
      {values.map(({ name, text: value }) => (
        <span key={name}>
          <PlainText text={name} /> <b>{value}</b>
        </span>
      ))}
    </p>
  )
}

/** Replaces runs that differ only in their seed by the mean curve. Other runs stay unchanged. */
function meanOverSeeds(
  curves: readonly Curve[],
  reports: readonly (Report | null)[],
  smoothing: Smoothing,
): readonly Curve[] {
  const keys = curves.map(({ name }, at) => seedFamily(name, reports[at]?.configuration))
  const families = [...new Set(keys)].map((key) => curves.filter((_, at) => keys[at] === key))
  const isShared = (shortName: string): boolean =>
    families.filter(([first]) => withoutSeed(first?.name ?? '') === shortName).length > 1
  return families.map((family, at): Curve => {
    const [first] = family
    const points = family.length > 1 ? meanCurve(family.map((each) => each.points)) : first?.points
    const view = { axis: { name: 'batch', unit: 'batch' } as const, smoothing }
    const name = first?.name ?? ''
    const familyName = isShared(withoutSeed(name)) ? name : withoutSeed(name)
    const label = family.length > 1 ? `${familyName} (${family.length} seeds)` : name
    return { name: label, ...pointsInView(points ?? [], view), ...curveStyle(at) }
  })
}
