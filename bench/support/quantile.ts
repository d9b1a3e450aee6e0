/** The value below which this share (0 to 1) of the samples lies. Sorts a copy. */
export function quantile(samples: ArrayLike<number>, share: number): number {
  const ascending = Float64Array.from(samples).sort()
  const index = Math.min(ascending.length - 1, Math.floor(ascending.length * share))
  return ascending[index] ?? Number.NaN
}
