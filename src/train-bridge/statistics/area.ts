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
 * @param start start of the range. Default: the first point
 * @param end end of the range, beyond `from`. Default: the last point
 * @returns null without points; the height itself if the range has no width
 * @throws RangeError if the points are not in order, or the range ends before it starts
 */
export function meanHeight(
  points: readonly CurvePoint[],
  start = points[0]?.x ?? 0,
  end = points.at(-1)?.x ?? 0,
): number | null {
  if (points.length === 0) return null
  for (let index = 1; index < points.length; index++) {
    const [left, right] = [points[index - 1] as CurvePoint, points[index] as CurvePoint]
    if (right.x < left.x) throw new RangeError(`points not in order: ${right.x} after ${left.x}`)
  }
  if (end < start) throw new RangeError(`a range from ${start} to ${end} ends before it begins`)
  if (end === start) return heightAt(points, start)
  const inside = points.filter(({ x }) => x > start && x < end)
  const ends = [start, end].map((x) => ({ x, y: heightAt(points, x) }))
  const path = [ends[0] as CurvePoint, ...inside, ends[1] as CurvePoint]
  let area = 0
  for (let position = 1; position < path.length; position++) {
    const [left, right] = [path[position - 1] as CurvePoint, path[position] as CurvePoint]
    area += ((left.y + right.y) / 2) * (right.x - left.x)
  }
  return area / (end - start)
}

/**
 * The height at x of a curve with at least one point: interpolated between two points, and constant
 * beyond its ends.
 */
export function heightAt(points: readonly CurvePoint[], x: number): number {
  const nextIndex = points.findIndex((point) => point.x >= x)
  if (nextIndex < 0) return (points.at(-1) as CurvePoint).y
  const later = points[nextIndex] as CurvePoint
  const earlier = points[nextIndex - 1]
  if (earlier === undefined || later.x === x) return later.y
  return earlier.y + ((later.y - earlier.y) * (x - earlier.x)) / (later.x - earlier.x)
}
