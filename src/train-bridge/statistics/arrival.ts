import type { CurvePoint } from './area.ts'

/** When a curve reached a height, or how far it was followed without reaching it. */
type Arrival =
  | {
      readonly status: 'arrived'
      /** The first of the evaluations in a row that were high enough. */
      readonly at: number
      /** The last of them, which made sure. */
      readonly confirmedAt: number
    }
  | { readonly status: 'censored'; readonly at: number }

/**
 * When a curve was at a height or above it in several evaluations running: by default two, so that
 * one lucky evaluation does not count. Which of its two numbers to report is the caller's choice;
 * `confirmedAt` is never too early.
 *
 * @param points evaluations in order; x in tasks, episodes, steps or seconds
 * @param running how many in a row, at least 1
 * @returns `censored` at the last evaluation if it never was; at 0 without evaluations
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
