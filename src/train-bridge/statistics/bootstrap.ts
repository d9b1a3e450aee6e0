import { type RandomStream, stream } from '../../sim/random.ts'
import type { Interval } from '../../sim/wilson.ts'
import { meanOrNull } from './mean.ts'

/** Options of a bootstrap. */
interface BootstrapOptions {
  /** The same seed gives the same interval. */
  readonly seed: number
  /** Default 2,000. */
  readonly resamples?: number
}

const RESAMPLES = 2_000
const TAIL = 0.025

/**
 * The 95 % percentile interval of a statistic, by resampling units with replacement (Efron and
 * Tibshirani 1993, "An introduction to the bootstrap", chapter 13). A unit is what was drawn
 * independently: a task with all its rollouts, a pair of runs, a prompt. With fewer than about ten
 * units the interval is too narrow, and with equal units it has no width.
 *
 * @param statistic of a non-empty sample of units; samples with a null result do not count
 * @returns null if it was null for every sample
 */
export function bootstrap<Unit>(
  units: readonly Unit[],
  statistic: (sample: readonly Unit[]) => number | null,
  { seed, resamples = RESAMPLES }: BootstrapOptions,
): Interval | null {
  if (units.length === 0) return null
  const random = stream(seed, 0, 'bootstrap')
  const estimates: number[] = []
  for (let index = 0; index < resamples; index++) {
    const value = statistic(resampled(units, random))
    if (value !== null) estimates.push(value)
  }
  estimates.sort((left, right) => left - right)
  const low = quantile(estimates, TAIL)
  const high = quantile(estimates, 1 - TAIL)
  return low === null || high === null ? null : [low, high]
}

/** The 95 % bootstrap interval of a mean; null without values. */
export const bootstrapMean = (
  values: readonly number[],
  options: BootstrapOptions,
): Interval | null => bootstrap(values, meanOrNull, options)

function resampled<Unit>(units: readonly Unit[], random: RandomStream): Unit[] {
  const sample = new Array<Unit>(units.length)
  for (let index = 0; index < units.length; index++) {
    sample[index] = units[Math.floor(random.next() * units.length)] as Unit
  }
  return sample
}

/** A quantile of numbers in ascending order, with interpolation. */
export function quantile(sortedValues: readonly number[], share: number): number | null {
  if (sortedValues.length === 0) return null
  const position = share * (sortedValues.length - 1)
  const lowerIndex = Math.floor(position)
  const low = sortedValues[lowerIndex] as number
  const high = sortedValues[Math.min(lowerIndex + 1, sortedValues.length - 1)] as number
  return low + (high - low) * (position - lowerIndex)
}
