/** An estimate with its 95 % interval. */
export interface BoundedEstimate {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** Attempts, and how many of them succeeded. */
export interface SuccessCount {
  readonly attempts: number
  readonly successes: number
}

const Z = 1.959964

/** The share of successes, with Wilson's interval; undefined without a try. */
export function wilsonInterval(successes: number, attempts: number): BoundedEstimate | undefined {
  if (attempts === 0) return undefined
  const share = successes / attempts
  const scale = 1 + Z ** 2 / attempts
  const centre = (share + Z ** 2 / (2 * attempts)) / scale
  const halfWidth =
    (Z / scale) * Math.sqrt((share * (1 - share)) / attempts + Z ** 2 / (4 * attempts ** 2))
  return {
    mean: share,
    low: Math.max(0, centre - halfWidth),
    high: Math.min(1, centre + halfWidth),
  }
}

/** The mean of some values, with the interval of a normal distribution. */
export function meanInterval(values: readonly number[]): BoundedEstimate | undefined {
  if (values.length === 0) return undefined
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0
  const half = (Z * deviation) / Math.sqrt(values.length)
  return { mean, low: mean - half, high: mean + half }
}

/** The difference of two shares with its interval (Newcombe 1998, method 10). */
export function differenceInterval(
  one: SuccessCount,
  other: SuccessCount,
): BoundedEstimate | undefined {
  const first = wilsonInterval(one.successes, one.attempts)
  const second = wilsonInterval(other.successes, other.attempts)
  if (first === undefined || second === undefined) return undefined
  const mean = first.mean - second.mean
  return {
    mean,
    low: mean - Math.hypot(first.mean - first.low, second.high - second.mean),
    high: mean + Math.hypot(first.high - first.mean, second.mean - second.low),
  }
}
