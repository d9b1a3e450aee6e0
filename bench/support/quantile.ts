/** The value below which this share (0 to 1) of the samples lies. Sorts a copy. */
export function quantile(samples: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(samples).sort()
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}
