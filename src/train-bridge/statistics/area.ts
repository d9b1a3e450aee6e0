/** A point of a curve. */
export interface CurvePoint {
  readonly x: number
  readonly y: number
}

/**
 * The mean height of a curve between two positions: its area by the trapezoid rule, divided by the
 * width. The curve is extended horizontally beyond its ends, so that truncated runs can be compared
 * with others over the same range.
 *
 * @param points in ascending order of x
 * @param from start of the range. Default: the first point
 * @param to end of the range, beyond `from`. Default: the last point
 * @returns null without points; the height itself if the range has no width
 * @throws RangeError if the points are not in order, or the range ends before it starts
 */
export function meanHeight(
  points: readonly CurvePoint[],
  from = points[0]?.x ?? 0,
  to = points.at(-1)?.x ?? 0,
): number | null {
  if (points.length === 0) return null
  for (let at = 1; at < points.length; at++) {
    const [left, right] = [points[at - 1] as CurvePoint, points[at] as CurvePoint]
    if (right.x < left.x) throw new RangeError(`points not in order: ${right.x} after ${left.x}`)
  }
  if (to < from) throw new RangeError(`a range from ${from} to ${to} ends before it begins`)
  if (to === from) return heightAt(points, from)
  const inside = points.filter(({ x }) => x > from && x < to)
  const ends = [from, to].map((x) => ({ x, y: heightAt(points, x) }))
  const path = [ends[0] as CurvePoint, ...inside, ends[1] as CurvePoint]
  let area = 0
  for (let at = 1; at < path.length; at++) {
    const [left, right] = [path[at - 1] as CurvePoint, path[at] as CurvePoint]
    area += ((left.y + right.y) / 2) * (right.x - left.x)
  }
  return area / (to - from)
}

/**
 * The height at x of a curve with at least one point: interpolated between two points, and constant
 * beyond its ends.
 */
export function heightAt(points: readonly CurvePoint[], x: number): number {
  const after = points.findIndex((point) => point.x >= x)
  if (after < 0) return (points.at(-1) as CurvePoint).y
  const right = points[after] as CurvePoint
  const left = points[after - 1]
  if (left === undefined || right.x === x) return right.y
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x)
}
