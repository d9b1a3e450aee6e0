import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import type { CurvePoint } from '../../data/curve-math.ts'
import { words } from '../../data/format.ts'
import {
  type Point,
  type RunDetail,
  type Series,
  type SeriesAsked,
  useManySeries,
  useSeries,
} from '../../data/runs.ts'
import { Chart, type Curve, type Span } from '../../parts/chart.tsx'
import { Stacked } from '../../parts/stacked.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { type CurveView, pointsInView } from './axis.ts'

export const METRICS = ['reward', 'success', 'steps', 'malformed_calls'] as const
const METRICS_MAX = 8
const LEVELS_MAX = 6

type Levels = RunDetail['levels']

/** The data of a run's curves. */
interface CurveQuery {
  readonly run: string
  /** Whose; undefined for all. */
  readonly principal: string | undefined
  readonly view: CurveView
  readonly level: number | undefined
  readonly condition: 'clean' | 'guided' | undefined
}

const COLOURS: Readonly<Record<Point['condition'], string>> = {
  clean: 'var(--clean)',
  guided: 'var(--guided)',
  none: 'var(--ink-3)',
}

const askedOf = ({
  run,
  principal,
  view: { axis },
  level,
  condition,
}: CurveQuery): Omit<SeriesAsked, 'metric'> => ({
  ...{ run, by: axis.asked },
  ...(principal === undefined ? {} : { principal }),
  ...(level === undefined ? {} : { difficulty: level }),
  ...(condition === undefined ? {} : { condition }),
})

/** The curves of one metric, a condition each: clean is solid, all else is dashed. */
function curvesOf(series: Series | undefined, metric: string, view: CurveView): Curve[] {
  const conditions = ['clean', 'guided', 'none'] as const
  const points = (series?.points ?? []).filter((point) => point.metric === metric)
  return conditions.map((condition) => ({
    name: condition === 'none' ? 'forks' : condition,
    colour: COLOURS[condition],
    dashed: condition !== 'clean',
    ...pointsInView(
      points.filter((point) => point.condition === condition),
      view,
    ),
  }))
}

/** The trainer reports few evaluations, so they are dots with a line between them. */
const evaluationCurve = (points: readonly CurvePoint[], view: CurveView): Curve => ({
  ...{ name: 'evaluation', colour: 'var(--accent)', dashed: true, strokes: '1 4' },
  ...pointsInView(points, { ...view, smoothing: 'none' }),
})

/** The groups whose rollouts were opened while a point of the curves was played. */
function groupsAt(curves: readonly Curve[], run: string, x: number): string | undefined {
  const found = curves.flatMap(({ points }) => points.filter((point) => point.x === x))
  const times = found.flatMap(({ first_ms: from, last_ms: to }) =>
    from === undefined || to === undefined ? [] : [from, to],
  )
  if (times.length === 0) return undefined
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return `/groups?${new URLSearchParams({ run, from: `${from}`, to: `${to}` })}`
}

/** Metrics of a run over its training; drawing over a stretch zooms in. */
export function Curves({
  query,
  ends,
  levels,
  evaluated,
  brush,
}: {
  readonly query: CurveQuery
  /** Success of evaluations, as the trainer reports it. */
  readonly evaluated: readonly CurvePoint[]
  /** Reasons of ends, the most frequent first. */
  readonly ends: readonly string[]
  readonly levels: Levels
  readonly brush: (span: Span) => void
}): JSX.Element {
  const series = useSeries({ ...askedOf(query), metric: [...METRICS] })
  const { route } = useLocation()
  const charts = METRICS.map((metric) => {
    const curves = curvesOf(series.data, metric, query.view)
    const isSuccess = metric === 'success' && evaluated.length > 0
    return {
      metric,
      curves: isSuccess ? [...curves, evaluationCurve(evaluated, query.view)] : curves,
    }
  })
  return (
    <>
      {series.error !== null && <FaultBox error={series.error} />}
      {series.isPending && <Skeleton />}
      <div class="charts">
        {!series.isPending &&
          charts.map(({ metric, curves }) => (
            <Chart
              key={metric}
              title={words(metric)}
              curves={curves}
              axis={query.view.axis.by}
              brush={brush}
              open={(x) => {
                const groups = groupsAt(curves, query.run, x)
                if (groups !== undefined) route(groups)
              }}
            />
          ))}
        {ends.length > 0 && <Ends query={query} ends={ends} />}
        {query.level === undefined && <Levels query={query} levels={levels} />}
      </div>
    </>
  )
}

/** Conditions are never combined. By default, clean attempts show. */
const conditionOf = ({ condition }: CurveQuery): 'clean' | 'guided' => condition ?? 'clean'

function Ends({ query, ends }: { readonly query: CurveQuery; readonly ends: readonly string[] }) {
  const reasons = ends.slice(0, METRICS_MAX)
  const condition = conditionOf(query)
  const metric = reasons.map((reason) => `end:${reason}`)
  const { data } = useSeries({ ...askedOf(query), condition, metric })
  const plain = { ...query.view, smoothing: 'none' } as const
  const layers = reasons.map((name) => ({
    name,
    points: pointsInView(
      (data?.points ?? []).filter((point) => point.metric === `end:${name}`),
      plain,
    ).points,
  }))
  return <Stacked title={`end reasons, ${condition} attempts`} layers={layers} />
}

/** Success of each level that was played. */
function Levels({ query, levels: all }: { readonly query: CurveQuery; readonly levels: Levels }) {
  const levels = all.slice(0, LEVELS_MAX).map(({ difficulty }) => difficulty)
  const condition = conditionOf(query)
  const found = useManySeries(
    levels.map((difficulty) => ({
      ...{ ...askedOf(query), condition, difficulty, metric: ['success'] },
    })),
  )
  if (found.every((series) => series === undefined)) return <Skeleton />
  const curves = levels.map((level, at) => ({
    name: `level ${level}`,
    ...pointsInView(found[at]?.points ?? [], query.view),
    colour: `var(--series-${(at % 6) + 1})`,
    dashed: condition !== 'clean',
  }))
  const title = `success by level, ${condition} attempts`
  return <Chart title={title} curves={curves} axis={query.view.axis.by} />
}
