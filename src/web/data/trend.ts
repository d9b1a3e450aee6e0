import { type CurvePoint, studentT } from './curve-math.ts'
import { differenceOf, type Interval, type Tries } from './interval.ts'

/** How a share moved along a run: in its first third of points, and in its last. */
export interface Trend {
  readonly first: number
  readonly last: number
  /** The last less the first, with its interval at 95 %. */
  readonly change: Interval
  /** Points of each third. */
  readonly points: number
}

/** Fewer points for each third have no spread to judge by. */
const POINTS_MIN = 2

/**
 * Compares the first third of a curve of shares with the last third.
 *
 * Attempts of one task are alike, so they are no independent draws: the interval is the wider one
 * of two, from the spread between the points (Welch's t) and from the counts (Newcombe).
 *
 * @param points complete ones, in order
 */
export function trendOf(points: readonly CurvePoint[]): Trend | undefined {
  const size = Math.floor(points.length / 3)
  if (size < POINTS_MIN) return undefined
  const [first, last] = [points.slice(0, size), points.slice(-size)].map(summaryOf)
  if (first === undefined || last === undefined) return undefined
  const mean = last.mean - first.mean
  const half = studentT(size - 1) * Math.hypot(first.error, last.error)
  const counted = differenceOf(last.tries, first.tries)
  if (counted === undefined) return undefined
  return {
    ...{ first: first.mean, last: last.mean, points: size },
    change: {
      mean,
      low: Math.min(mean - half, counted.low),
      high: Math.max(mean + half, counted.high),
    },
  }
}

/** The mean of some points, by their attempts, with its standard error between the points. */
function summaryOf(points: readonly CurvePoint[]) {
  const attempts = points.reduce((sum, { n }) => sum + n, 0)
  const successes = points.reduce((sum, { n, mean }) => sum + n * mean, 0)
  const mean = attempts === 0 ? 0 : successes / attempts
  const squares = points.reduce(
    (sum, point) => sum + (point.n / attempts) ** 2 * (point.mean - mean) ** 2,
    0,
  )
  const error = Math.sqrt((squares * points.length) / (points.length - 1))
  const tries: Tries = { attempts, successes: Math.round(successes) }
  return { mean, error, tries }
}
