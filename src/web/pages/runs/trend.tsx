import type { JSX } from 'preact'
import type { CurvePoint } from '../../data/curve-math.ts'
import { percentagePoints, percentExact } from '../../data/format.ts'
import { differenceOf, type Interval, type Tries } from '../../data/interval.ts'
import { type By, type RunAsked, useSeries } from '../../data/runs.ts'
import { trendOf } from '../../data/trend.ts'
import { SectionLink } from '../../parts/section-link.tsx'

/** Whether success under the clean prompt changed along a run, in plain words. */
export function TrendOfSuccess({
  asked,
  by = 'episodes',
  evaluated,
}: {
  readonly asked: RunAsked
  readonly by: By | undefined
  /** Success of evaluations by batch. */
  readonly evaluated: readonly CurvePoint[]
}): JSX.Element | null {
  const series = useSeries({ ...asked, by, condition: 'clean', metric: ['success'] }).data
  const trend = trendOf((series?.points ?? []).filter(({ open }) => open === 0))
  if (trend === undefined) return null
  const { first, last, change } = trend
  return (
    <section class="trend" aria-label="Trend of success">
      <p>
        <b>{verdictOf(change)}</b> Success of clean attempts was {percentExact(first)} in the first
        third of the run and {percentExact(last)} in the last third: {changeText(change)}.
      </p>
      <Evaluations points={evaluated} />
      {change.low <= 0 && (
        <p>
          Look next at <SectionLink id="failures" text="what failures have in common" />, at success
          by level, and at what the trainer reports, such as groups without different rewards.
        </p>
      )}
    </section>
  )
}

function verdictOf({ low, high }: Interval): string {
  if (low > 0) return 'Success rose.'
  if (high < 0) return 'Success fell.'
  return 'No change can be told from chance.'
}

const changeText = ({ mean, low, high }: Interval): string =>
  `a change of ${percentagePoints(mean)} percentage points ` +
  `(95 % CI ${percentagePoints(low)} to ${percentagePoints(high)})`

/** The first evaluation and the last one; the interval of the change if their tasks are known. */
function Evaluations({ points }: { readonly points: readonly CurvePoint[] }): JSX.Element | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const tries = ({ n, mean }: CurvePoint): Tries => ({ attempts: n, successes: mean * n })
  const isCounted = first.low < first.high && last.low < last.high
  const change = isCounted ? differenceOf(tries(last), tries(first)) : undefined
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

const evaluationText = ({ x, mean }: CurvePoint): string => `${percentExact(mean)} at batch ${x}`
