import type { Interval } from '../../sim/wilson.ts'
import { meanOrNull } from './mean.ts'
import { studentInterval } from './student.ts'

/** How much one run needed, or how long it was observed if it never arrived. */
export interface Needed {
  /** Above 0. */
  readonly amount: number
  readonly censored: boolean
}

/** Two runs with the same seed. */
export interface NeededPair {
  readonly base: Needed
  readonly other: Needed
}

/** How many times less the other runs needed. */
export interface PairedRatio {
  readonly pairs: number
  /** Geometric mean of base ÷ other; above 1 if the others needed less. Null without pairs. */
  readonly ratio: number | null
  /** At 95 %. Null for fewer than two pairs. */
  readonly interval: Interval | null
  readonly baseCensored: number
  readonly otherCensored: number
  /**
   * `exact` if all arrived. `at_least` if only base runs are censored, `at_most` if only others
   * are: the true ratio is beyond the stated one. `either_way` if both are.
   */
  readonly reading: 'exact' | 'at_least' | 'at_most' | 'either_way'
}

/**
 * The geometric mean of paired ratios of what runs needed, if some never arrived. No run is
 * dropped. A censored run counts with its last observed amount, and both runs of a pair are limited
 * to the smaller amount. So this compares restricted times, as restricted mean survival times do
 * (Royston and Parmar 2013, "Restricted mean survival time", BMC Med. Res. Methodol. 13:152).
 * Within each pair that can only move the ratio towards 1, so differences are understated, never
 * invented. The interval is Student's over the logarithms of the pairs.
 *
 * @throws RangeError if an amount is not above 0
 */
export function pairedRatio(pairs: readonly NeededPair[]): PairedRatio {
  const restricted = pairs.map(restrict)
  const logs = restricted.map(({ base, other }) => Math.log(base.amount) - Math.log(other.amount))
  const baseCensored = restricted.filter(({ base }) => base.censored).length
  const otherCensored = restricted.filter(({ other }) => other.censored).length
  return {
    pairs: pairs.length,
    ratio: toFactor(meanOrNull(logs)),
    interval: toFactors(studentInterval(logs)),
    baseCensored,
    otherCensored,
    reading: interpretRatio(baseCensored, otherCensored),
  }
}

/** Both runs, limited to the earlier time at which one of them was censored. */
function restrict({ base, other }: NeededPair): NeededPair {
  const limit = Math.min(upperLimit(base), upperLimit(other))
  return { base: upTo(base, limit), other: upTo(other, limit) }
}

function upperLimit({ amount, censored }: Needed): number {
  if (!(amount > 0)) throw new RangeError(`a run cannot have needed ${amount}`)
  return censored ? amount : Number.POSITIVE_INFINITY
}

const upTo = (need: Needed, limit: number): Needed =>
  need.amount > limit ? { amount: limit, censored: true } : need

const toFactor = (log: number | null): number | null => (log === null ? null : Math.exp(log))

const toFactors = (logs: Interval | null): Interval | null =>
  logs === null ? null : [Math.exp(logs[0]), Math.exp(logs[1])]

function interpretRatio(base: number, other: number): PairedRatio['reading'] {
  if (base === 0) return other === 0 ? 'exact' : 'at_most'
  return other === 0 ? 'at_least' : 'either_way'
}
