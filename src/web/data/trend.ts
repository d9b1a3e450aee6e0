import { type ChartPoint, studentT } from './curve-math.ts'
import { type BoundedEstimate, differenceInterval, type SuccessCount } from './interval.ts'

/** The change of a share between the first and the last third of a run's points. */
interface Trend {
  readonly first: number
  readonly last: number
  /** Last minus first, with its 95 % interval. */
  readonly change: BoundedEstimate
  /** Points of each third. */
  readonly points: number
}

/** With fewer points in a third, their spread is unknown. */
const POINTS_MIN = 2

/**
 * Compares the first third of a curve of shares with the last third.
 *
 * Attempts of one task are alike, so they are no independent draws: the interval is the wider one
 * of two, from the spread between the points (Welch's t) and from the counts (Newcombe).
 *
 * @param points complete ones, in order
 */
export function trendOf(points: readonly ChartPoint[]): Trend | undefined {
  const thirdSize = Math.floor(points.length / 3)
  if (thirdSize < POINTS_MIN) return undefined
  const [first, last] = [points.slice(0, thirdSize), points.slice(-thirdSize)].map(summaryOf)
  if (first === undefined || last === undefined) return undefined
  const mean = last.mean - first.mean
  const halfWidth = studentT(thirdSize - 1) * Math.hypot(first.error, last.error)
  const byCounts = differenceInterval(last.tries, first.tries)
  if (byCounts === undefined) return undefined
  return {
    ...{ first: first.mean, last: last.mean, points: thirdSize },
    change: {
      mean,
      low: Math.min(mean - halfWidth, byCounts.low),
      high: Math.max(mean + halfWidth, byCounts.high),
    },
  }
}

/** The mean of points weighted by attempts, with its standard error between the points. */
function summaryOf(points: readonly ChartPoint[]) {
  const attempts = points.reduce((sum, { n }) => sum + n, 0)
  const successes = points.reduce((sum, { n, mean }) => sum + n * mean, 0)
  const mean = attempts === 0 ? 0 : successes / attempts
  const squares = points.reduce(
    (sum, point) => sum + (point.n / attempts) ** 2 * (point.mean - mean) ** 2,
    0,
  )
  const error = Math.sqrt((squares * points.length) / (points.length - 1))
  const counts: SuccessCount = { attempts, successes: Math.round(successes) }
  return { mean, error, tries: counts }
}
