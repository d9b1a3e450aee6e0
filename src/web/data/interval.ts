/** An estimate with its 95 % interval. */
export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** Attempts, and how many of them succeeded. */
export interface Tries {
  readonly attempts: number
  readonly successes: number
}

const Z = 1.959964

/** The share of successes, with Wilson's interval; undefined without a try. */
export function wilson(successes: number, tries: number): Interval | undefined {
  if (tries === 0) return undefined
  const share = successes / tries
  const scale = 1 + Z ** 2 / tries
  const centre = (share + Z ** 2 / (2 * tries)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / tries + Z ** 2 / (4 * tries ** 2))
  return { mean: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** The mean of some values, with the interval of a normal distribution. */
export function meanOf(values: readonly number[]): Interval | undefined {
  if (values.length === 0) return undefined
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0
  const half = (Z * deviation) / Math.sqrt(values.length)
  return { mean, low: mean - half, high: mean + half }
}

/** The difference of two shares with its interval (Newcombe 1998, method 10). */
export function differenceOf(one: Tries, other: Tries): Interval | undefined {
  const first = wilson(one.successes, one.attempts)
  const second = wilson(other.successes, other.attempts)
  if (first === undefined || second === undefined) return undefined
  const mean = first.mean - second.mean
  return {
    mean,
    low: mean - Math.hypot(first.mean - first.low, second.high - second.mean),
    high: mean + Math.hypot(first.high - first.mean, second.mean - second.low),
  }
}
