/** The standard normal quantile that leaves 95 % in the middle. */
const Z_95 = 1.959964

/** Bounds of a 95 % interval, the lower first. */
export type Interval = readonly [low: number, high: number]

/** A share of successes with its 95 % interval. */
export interface Share {
  readonly successes: number
  readonly trials: number
  /** Null if there are no trials. */
  readonly rate: number | null
  readonly low: number
  readonly high: number
}

/**
 * The 95 % Wilson score interval of a share (Wilson 1927, "Probable inference, the law of
 * succession, and statistical inference", J. Am. Stat. Assoc. 22). It is reliable for few trials
 * and for shares of 0 and 1. It assumes independent trials. A tie may count as half a success: that
 * can widen the interval but never narrows it.
 *
 * @param successes from 0 to `trials`, halves allowed
 * @returns bounds from 0 to 1; the whole range if there are no trials
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const z2 = Z_95 ** 2
  const centre = share + z2 / (2 * trials)
  const spread = Z_95 * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials)
  const scale = 1 + z2 / trials
  const bound = (value: number): number => Math.min(1, Math.max(0, value / scale))
  return [bound(centre - spread), bound(centre + spread)]
}

/** A share with its Wilson interval. */
export function shareOf(successes: number, trials: number): Share {
  const [low, high] = wilson(successes, trials)
  return { successes, trials, rate: trials === 0 ? null : successes / trials, low, high }
}
