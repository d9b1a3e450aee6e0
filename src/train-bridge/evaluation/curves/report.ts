import { type Share, shareOf } from '../../../sim/wilson.ts'
import { heightAt, meanHeight } from '../../statistics/area.ts'
import { arrivalAt } from '../../statistics/arrival.ts'
import type { CurveEvaluation, LearningCurve } from './read-curve.ts'

/** Measures of what a run spends to reach a threshold. */
const SPENT = ['tasks_drawn', 'episodes', 'turns', 'depth', 'seconds'] as const
type Spent = (typeof SPENT)[number]

/** What a run had spent when it reached a threshold, or by its end. */
export interface Reached {
  readonly threshold: number
  readonly arrived: boolean
  readonly spent: Readonly<Record<Spent, number>>
  /**
   * Tasks of the first run ÷ tasks of this one, each until it arrived; null unless both did. With
   * one run of each, this is a single random draw.
   */
  readonly ratio_to_first: number | null
}

/** One run's curve in figures. */
interface CurveReport {
  readonly name: string
  readonly evaluations: number
  readonly first: Share
  /** At the run's own end, which may be after more or fewer tasks than other runs. */
  readonly last: Share
  /** Clean success after the number of tasks that all runs drew; null without any. */
  readonly clean_at_equal_tasks: number | null
  /** Mean clean success over the tasks drawn by the shortest of the runs; null without any. */
  readonly mean_clean: number | null
  readonly reached: readonly Reached[]
}

/** A comparison of learning curves in JSON. */
export interface CurvesReport {
  readonly format: 1
  readonly kind: 'curves'
  /** Upper limit of tasks for `mean_clean`. */
  readonly mean_until_tasks: number
  readonly runs: readonly CurveReport[]
}

/** Computes figures of curves: tasks to each threshold, means, first and last evaluations. */
export function reportCurves(
  curves: readonly LearningCurve[],
  thresholds: readonly number[],
): CurvesReport {
  const ends = curves.map(({ evaluations }) => evaluations.at(-1)?.tasks_drawn ?? 0)
  const untilTasks = Math.min(...ends)
  const [first] = curves
  return {
    format: 1,
    kind: 'curves',
    mean_until_tasks: untilTasks,
    runs: curves.map((curve) => {
      const { name, evaluations } = curve
      return {
        name,
        evaluations: evaluations.length,
        first: shareAt(evaluations[0]),
        last: shareAt(evaluations.at(-1)),
        clean_at_equal_tasks:
          untilTasks > 0 ? heightAt(curvePoints(curve, 'tasks_drawn'), untilTasks) : null,
        mean_clean:
          untilTasks > 0 ? meanHeight(curvePoints(curve, 'tasks_drawn'), 0, untilTasks) : null,
        reached: thresholds.map((threshold) => reachedBy(curve, threshold, first)),
      }
    }),
  }
}

function reachedBy(
  curve: LearningCurve,
  threshold: number,
  first: LearningCurve | undefined,
): Reached {
  const arrival = arrivalAt(curvePoints(curve, 'tasks_drawn'), threshold)
  const hasArrived = arrival.status === 'arrived'
  const spent = Object.fromEntries(
    SPENT.map((what) => [what, arrivalAt(curvePoints(curve, what), threshold).at]),
  ) as Record<Spent, number>
  const base =
    first === undefined ? undefined : arrivalAt(curvePoints(first, 'tasks_drawn'), threshold)
  const isComparable = hasArrived && base?.status === 'arrived' && arrival.at > 0
  return {
    threshold,
    arrived: hasArrived,
    spent,
    ratio_to_first: isComparable ? base.at / arrival.at : null,
  }
}

const curvePoints = ({ evaluations }: LearningCurve, measure: Spent) =>
  evaluations.map((one) => ({ x: one[measure], y: one.clean }))

/** Wilson interval of one evaluation. */
export function shareAt(evaluation: CurveEvaluation | undefined): Share {
  const { clean = 0, tasks = 0 } = evaluation ?? {}
  return shareOf(Math.round(clean * tasks), tasks)
}
