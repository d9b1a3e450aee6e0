import type { Interval } from '../../src/sim/wilson.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { studentInterval } from '../../src/train-bridge/statistics/student.ts'

/** A mean over seeds with its 95 % interval by Student's t. */
export interface MeanOverSeeds {
  readonly mean: number
  readonly interval: Interval | null
}

/** Computes the mean over seeds and its interval. */
export function overSeeds(values: readonly number[]): MeanOverSeeds {
  return { mean: meanOrNull(values) ?? 0, interval: studentInterval(values) }
}
