import type { CurvePoint } from './area.ts'

/** When a curve reached a threshold, or how long it was observed without reaching it. */
type Arrival =
  | {
      readonly status: 'arrived'
      /** The first of the consecutive evaluations at or above the threshold. */
      readonly at: number
      /** The last of them, which confirms the arrival. */
      readonly confirmedAt: number
    }
  | { readonly status: 'censored'; readonly at: number }

/**
 * When a curve stayed at or above a threshold in several consecutive evaluations. The default of
 * two ignores a single lucky evaluation. The caller chooses which of the two numbers to report;
 * `confirmedAt` is never too early.
 *
 * @param points evaluations in order; x in tasks, episodes, steps or seconds
 * @param running number of consecutive evaluations, at least 1
 * @returns `censored` at the last evaluation if it never arrived; at 0 without evaluations
 */
export function arrivalAt(points: readonly CurvePoint[], threshold: number, running = 2): Arrival {
  let first: CurvePoint | undefined
  let count = 0
  for (const point of points) {
    if (point.y < threshold) {
      first = undefined
      count = 0
      continue
    }
    first ??= point
    count += 1
    if (count >= running) return { status: 'arrived', at: first.x, confirmedAt: point.x }
  }
  return { status: 'censored', at: points.at(-1)?.x ?? 0 }
}
