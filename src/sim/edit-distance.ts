/**
 * Optimal string alignment distance: insertions, deletions, replacements and swapped neighbours. If
 * the distance is above `limit`, the result is some number above `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, (before[column - 2] as number) + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[to.length] as number
}
