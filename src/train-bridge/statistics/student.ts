import type { Interval } from '../../sim/wilson.ts'
import { meanOrNull } from './mean.ts'

/**
 * The 0.975 quantiles of Student's t with 1, 2, 3, … degrees of freedom (NIST/SEMATECH e-Handbook
 * of Statistical Methods, 1.3.6.7.2).
 */
// biome-ignore format: a table is read by its rows
const QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
  2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
  2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const NORMAL_QUANTILE = 1.959964

/**
 * The 95 % interval of a mean by Student's t, for the few seeds of an experiment. Unlike a
 * percentile bootstrap, it has its nominal coverage from two values on, if they are about normal.
 * For ratios, use the logarithms.
 *
 * @returns null for fewer than two values, which say nothing about their spread
 */
export function studentInterval(values: readonly number[]): Interval | null {
  const mean = meanOrNull(values)
  if (mean === null || values.length < 2) return null
  const freedom = values.length - 1
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const reach = studentQuantile(freedom) * Math.sqrt(squares / freedom / values.length)
  return [mean - reach, mean + reach]
}

/**
 * The 0.975 quantile of Student's t. Beyond the table, it uses the first two terms of the expansion
 * about the normal quantile (Cornish and Fisher 1937).
 */
export function studentQuantile(freedom: number): number {
  const quantile = QUANTILES[freedom - 1]
  if (quantile !== undefined) return quantile
  const z = NORMAL_QUANTILE
  const first = (z ** 3 + z) / (4 * freedom)
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
  return z + first + second
}
