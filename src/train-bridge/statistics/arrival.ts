import type { CurvePoint } from './area.ts'

/** When a curve reached a threshold, or how long it was observed without reaching it. */
interface Arrival {
  readonly status: 'arrived' | 'censored'
  /** The first of the consecutive evaluations at or above the threshold, or the last of all. */
  readonly at: number
}

/** Two evaluations in a row, so that a single lucky one does not count. */
const IN_A_ROW = 2

/**
 * When a curve stayed at or above a threshold in two consecutive evaluations.
 *
 * @param points evaluations in order; x in tasks, episodes, steps or seconds
 * @returns `censored` at the last evaluation if it never arrived; at 0 without evaluations
 */
export function arrivalAt(points: readonly CurvePoint[], threshold: number): Arrival {
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
    if (count >= IN_A_ROW) return { status: 'arrived', at: first.x }
  }
  return { status: 'censored', at: points.at(-1)?.x ?? 0 }
}
