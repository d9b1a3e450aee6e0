/** Converts stored thousandths to points, as clients get them. */
export const points = (thousandths: number): number => thousandths / 1000

/** The sums of reward parts, in points. */
export function toPoints(
  parts: readonly Readonly<Record<string, number>>[],
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const part of parts) {
    for (const [name, thousandths] of Object.entries(part)) {
      sums[name] = (sums[name] ?? 0) + thousandths
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, points(sum)]))
}
