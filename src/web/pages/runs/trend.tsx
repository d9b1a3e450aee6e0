import type { JSX } from 'preact'
import type { ChartPoint } from '../../data/curve-math.ts'
import { formatPercentagePoints, formatPercentExact, pluralize } from '../../data/format.ts'
import { type BoundedEstimate, differenceInterval, type SuccessCount } from '../../data/interval.ts'
import { type AxisUnit, type RunQuery, useSeries } from '../../data/runs.ts'
import { trendOf } from '../../data/trend.ts'
import { SectionLink } from '../../parts/section-link.tsx'

/** Whether success of clean attempts changed during a run, and signs of why it did not. */
export function SuccessTrend({
  query,
  by = 'episodes',
  attempts,
  evaluations,
  signs,
  isReported,
  countFailures,
}: {
  readonly query: RunQuery
  readonly by: AxisUnit | undefined
  /** The success of all clean attempts. */
  readonly attempts: ChartPoint | undefined
  /** Success of evaluations by batch. */
  readonly evaluations: readonly ChartPoint[]
  /** Sentences that may say why success did not rise. */
  readonly signs: readonly string[]
  /** Whether the trainer reported values. */
  readonly isReported: boolean
  readonly countFailures: () => void
}): JSX.Element | null {
  const series = useSeries({ ...query, by, condition: 'clean', metric: ['success'] }).data
  const trend = trendOf((series?.points ?? []).filter(({ open }) => open === 0))
  if (attempts === undefined || series === undefined) return null
  const isRising = trend !== undefined && trend.change.low > 0
  return (
    <section class="trend" aria-label="Trend of success">
      {trend === undefined ? (
        <p>
          {formatPercentExact(attempts.mean)} of {pluralize(attempts.n, 'clean attempt')} succeeded.
        </p>
      ) : (
        <p>
          <b>{verdictText(trend.change)}</b> Success of clean attempts was{' '}
          {formatPercentExact(trend.first)} in the first third of the run and{' '}
          {formatPercentExact(trend.last)} in the last third: {changeText(trend.change)}.
        </p>
      )}
      <Evaluations points={evaluations} />
      {!isRising && signs.length > 0 && <p>{signs.join(' ')}</p>}
      {!isRising && attempts.mean < 1 && (
        <p>
          Look next at{' '}
          <SectionLink id="failures" text="what failures have in common" onOpen={countFailures} />
          {isReported
            ? ', at success by level, and at what the trainer reports.'
            : ' and at success by level.'}
        </p>
      )}
    </section>
  )
}

function verdictText({ low, high }: BoundedEstimate): string {
  if (low > 0) return 'Success rose.'
  if (high < 0) return 'Success fell.'
  return 'No change beyond chance.'
}

const changeText = ({ mean, low, high }: BoundedEstimate): string =>
  `a change of ${formatPercentagePoints(mean)} percentage points ` +
  `(95 % CI ${formatPercentagePoints(low)} to ${formatPercentagePoints(high)})`

/** The first and the last evaluation, with an interval if the number of tasks is reported. */
function Evaluations({ points }: { readonly points: readonly ChartPoint[] }): JSX.Element | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const toCounts = ({ n, mean }: ChartPoint): SuccessCount => ({ attempts: n, successes: mean * n })
  const isCounted = first.low < first.high && last.low < last.high
  const change = isCounted ? differenceInterval(toCounts(last), toCounts(first)) : undefined
  const end =
    change === undefined
      ? '. The trainer reports no number of tasks, so there is no interval.'
      : `: ${changeText(change)}.`
  return (
    <p>
      Evaluations: {evaluationText(first)}, {evaluationText(last)}
      {end}
    </p>
  )
}

const evaluationText = ({ x, mean }: ChartPoint): string =>
  `${formatPercentExact(mean)} at batch ${x}`
