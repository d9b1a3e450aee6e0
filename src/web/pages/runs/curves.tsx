import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import type { ChartPoint } from '../../data/curve-math.ts'
import { humanize } from '../../data/format.ts'
import {
  type RunDetail,
  type Series,
  type SeriesPoint,
  type SeriesQuery,
  useManySeries,
  useSeries,
} from '../../data/runs.ts'
import { type AxisRange, type Curve, LineChart } from '../../parts/chart.tsx'
import { StackedChart } from '../../parts/stacked.tsx'
import { ErrorBox, Skeleton } from '../../parts/states.tsx'
import { type CurveView, pointsInView } from './axis.ts'

export const CURVE_METRICS = ['reward', 'success', 'steps', 'malformed_calls'] as const
const END_REASONS_MAX = 8
const LEVELS_MAX = 6

type LevelChart = RunDetail['levels']

/** The data of a run's curves. */
interface CurveQuery {
  readonly run: string
  /** The owner of the run; undefined for all owners. */
  readonly principal: string | undefined
  readonly view: CurveView
  readonly level: number | undefined
  readonly condition: 'clean' | 'guided' | undefined
}

const CONDITION_COLORS: Readonly<Record<SeriesPoint['condition'], string>> = {
  clean: 'var(--clean)',
  guided: 'var(--guided)',
  none: 'var(--ink-3)',
}

const seriesQuery = ({
  run,
  principal,
  view: { axis },
  level,
  condition,
}: CurveQuery): Omit<SeriesQuery, 'metric'> => ({
  ...{ run, by: axis.unit },
  ...(principal === undefined ? {} : { principal }),
  ...(level === undefined ? {} : { difficulty: level }),
  ...(condition === undefined ? {} : { condition }),
})

/** The curves of one metric, one for each condition. Clean is solid, and others are dashed. */
function curvesOf(series: Series | undefined, metric: string, view: CurveView): Curve[] {
  const conditions = ['clean', 'guided', 'none'] as const
  const points = (series?.points ?? []).filter((point) => point.metric === metric)
  return conditions.map((condition) => ({
    name: condition === 'none' ? 'forks' : condition,
    color: CONDITION_COLORS[condition],
    isDashed: condition !== 'clean',
    ...pointsInView(
      points.filter((point) => point.condition === condition),
      view,
    ),
  }))
}

/** The success curve of evaluations. There are few of them, so the line is dotted. */
const evaluationCurve = (points: readonly ChartPoint[], view: CurveView): Curve => ({
  ...{ name: 'evaluation', color: 'var(--accent)', isDashed: true, dashPattern: '1 4' },
  ...pointsInView(points, { ...view, smoothing: 'none' }),
})

/** The address of the groups that were opened in the period of a point. */
function groupsHref(curves: readonly Curve[], run: string, x: number): string | undefined {
  const found = curves.flatMap(({ points }) => points.filter((point) => point.x === x))
  const times = found.flatMap(({ first_ms: from, last_ms: to }) =>
    from === undefined || to === undefined ? [] : [from, to],
  )
  if (times.length === 0) return undefined
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return `/groups?${new URLSearchParams({ run, from: `${from}`, to: `${to}` })}`
}

/** The charts of a run. Dragging over a range zooms in. */
export function RunCharts({
  query,
  endReasons,
  levels,
  evaluations,
  onBrush,
}: {
  readonly query: CurveQuery
  /** Success of evaluations, as the trainer reports it. */
  readonly evaluations: readonly ChartPoint[]
  /** End reasons, the most frequent first. */
  readonly endReasons: readonly string[]
  readonly levels: LevelChart
  readonly onBrush: (span: AxisRange) => void
}): JSX.Element {
  const series = useSeries({ ...seriesQuery(query), metric: [...CURVE_METRICS] })
  const { route } = useLocation()
  const charts = CURVE_METRICS.map((metric) => {
    const curves = curvesOf(series.data, metric, query.view)
    const isSuccess = metric === 'success' && evaluations.length > 0
    return {
      metric,
      curves: isSuccess ? [...curves, evaluationCurve(evaluations, query.view)] : curves,
    }
  })
  return (
    <>
      {series.error !== null && <ErrorBox error={series.error} />}
      {series.isPending && <Skeleton />}
      <div class="charts">
        {!series.isPending &&
          charts.map(({ metric, curves }) => (
            <LineChart
              key={metric}
              title={humanize(metric)}
              curves={curves}
              axisLabel={query.view.axis.name}
              onBrush={onBrush}
              onOpen={(x) => {
                const groups = groupsHref(curves, query.run, x)
                if (groups !== undefined) route(groups)
              }}
            />
          ))}
        {endReasons.length > 0 && <EndReasonChart query={query} ends={endReasons} />}
        {query.level === undefined && <LevelChart query={query} levels={levels} />}
      </div>
    </>
  )
}

/** The condition of charts that show only one. Conditions are never combined. */
const conditionOf = ({ condition }: CurveQuery): 'clean' | 'guided' => condition ?? 'clean'

function EndReasonChart({
  query,
  ends,
}: {
  readonly query: CurveQuery
  readonly ends: readonly string[]
}) {
  const reasons = ends.slice(0, END_REASONS_MAX)
  const condition = conditionOf(query)
  const metric = reasons.map((reason) => `end:${reason}`)
  const { data } = useSeries({ ...seriesQuery(query), condition, metric })
  const unsmoothedView = { ...query.view, smoothing: 'none' } as const
  const layers = reasons.map((name) => ({
    name,
    points: pointsInView(
      (data?.points ?? []).filter((point) => point.metric === `end:${name}`),
      unsmoothedView,
    ).points,
  }))
  const title = `end reasons, ${condition} attempts`
  return <StackedChart title={title} axisLabel={query.view.axis.name} layers={layers} />
}

/** Success by level. */
function LevelChart({
  query,
  levels: all,
}: {
  readonly query: CurveQuery
  readonly levels: LevelChart
}) {
  const levels = all.slice(0, LEVELS_MAX).map(({ difficulty }) => difficulty)
  const condition = conditionOf(query)
  const found = useManySeries(
    levels.map((difficulty) => ({
      ...{ ...seriesQuery(query), condition, difficulty, metric: ['success'] },
    })),
  )
  if (found.every((series) => series === undefined)) return <Skeleton />
  const curves = levels.map((level, at) => ({
    name: `level ${level}`,
    ...pointsInView(found[at]?.points ?? [], query.view),
    color: `var(--series-${(at % 6) + 1})`,
    isDashed: condition !== 'clean',
  }))
  const title = `success by level, ${condition} attempts`
  return <LineChart title={title} curves={curves} axisLabel={query.view.axis.name} />
}
