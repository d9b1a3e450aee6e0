import type { JSX } from 'preact'
import { words } from '../../data/format.ts'
import {
  type By,
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

export const METRICS = ['reward', 'success', 'steps', 'malformed_calls'] as const
const METRICS_MAX = 8
const LEVELS_MAX = 6

type Levels = RunDetail['levels']

/** What the curves of a run are drawn of. */
interface Looked {
  readonly run: string
  /** Whose; undefined for all. */
  readonly principal: string | undefined
  readonly by: By
  readonly level: number | undefined
  readonly condition: 'clean' | 'guided' | undefined
  /** The stretch that is looked at; undefined for all. */
  readonly span: Span | undefined
}

const COLOURS: Readonly<Record<Point['condition'], string>> = {
  clean: 'var(--clean)',
  guided: 'var(--guided)',
  none: 'var(--ink-3)',
}

const askedOf = ({
  run,
  principal,
  by,
  level,
  condition,
}: Looked): Omit<SeriesAsked, 'metric'> => ({
  ...{ run, by },
  ...(principal === undefined ? {} : { principal }),
  ...(level === undefined ? {} : { difficulty: level }),
  ...(condition === undefined ? {} : { condition }),
})

const within = (points: readonly Point[], span: Span | undefined): readonly Point[] =>
  span === undefined ? points : points.filter(({ x }) => x >= span[0] && x <= span[1])

/** The curves of one metric, a condition each: clean is solid, all else is dashed. */
function curvesOf(series: Series | undefined, metric: string, span: Span | undefined): Curve[] {
  const conditions = ['clean', 'guided', 'none'] as const
  const points = within(series?.points ?? [], span)
  return conditions.map((condition) => ({
    name: condition === 'none' ? 'forks' : condition,
    colour: COLOURS[condition],
    dashed: condition !== 'clean',
    points: points.filter((point) => point.condition === condition && point.metric === metric),
  }))
}

/** Metrics of a run over its training; a stretch that is drawn over is looked at more closely. */
export function Curves({
  looked,
  ends,
  levels,
  brush,
}: {
  readonly looked: Looked
  /** Reasons of ends, the most frequent first. */
  readonly ends: readonly string[]
  readonly levels: Levels
  readonly brush: (span: Span) => void
}): JSX.Element {
  const series = useSeries({ ...askedOf(looked), metric: [...METRICS] })
  return (
    <>
      {series.error !== null && <FaultBox error={series.error} />}
      <div class="charts">
        {METRICS.map((metric) => (
          <Chart
            key={metric}
            title={words(metric)}
            curves={curvesOf(series.data, metric, looked.span)}
            brush={brush}
          />
        ))}
        {ends.length > 0 && <Ends looked={looked} ends={ends} />}
        {looked.level === undefined && <Levels looked={looked} levels={levels} />}
      </div>
    </>
  )
}

/** Conditions are never added up: where none is chosen, clean attempts are told of. */
const conditionOf = ({ condition }: Looked): 'clean' | 'guided' => condition ?? 'clean'

function Ends({ looked, ends }: { readonly looked: Looked; readonly ends: readonly string[] }) {
  const reasons = ends.slice(0, METRICS_MAX)
  const condition = conditionOf(looked)
  const metric = reasons.map((reason) => `end:${reason}`)
  const { data } = useSeries({ ...askedOf(looked), condition, metric })
  const points = within(data?.points ?? [], looked.span)
  const layers = reasons.map((name) => ({
    name,
    points: points.filter((point) => point.metric === `end:${name}`),
  }))
  return <Stacked title={`end reasons, ${condition} attempts`} layers={layers} />
}

/** Success of each level that was played. */
function Levels({ looked, levels: all }: { readonly looked: Looked; readonly levels: Levels }) {
  const levels = all.slice(0, LEVELS_MAX).map(({ difficulty }) => difficulty)
  const condition = conditionOf(looked)
  const found = useManySeries(
    levels.map((difficulty) => ({
      ...{ ...askedOf(looked), condition, difficulty, metric: ['success'] },
    })),
  )
  if (found.every((series) => series === undefined)) return <Skeleton />
  const curves = levels.map((level, at) => ({
    name: `level ${level}`,
    points: within(found[at]?.points ?? [], looked.span),
    colour: `var(--series-${(at % 6) + 1})`,
    dashed: condition !== 'clean',
  }))
  return <Chart title={`success by level, ${condition} attempts`} curves={curves} />
}
