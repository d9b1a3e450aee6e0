import type { PairedRatio } from '../../src/train-bridge/statistics/paired-ratio.ts'

/** Ratios closer to 1 than this, in either direction, are ties. */
export const TIE = 1.2

/** With fewer pairs there is no verdict, because one odd seed would decide it. */
export const PAIRS_MIN = 10

/**
 * `open`: the data allow ratios with different verdicts. `few`: too few pairs. `void`: the runs
 * were not made as the comparison requires.
 */
export type Verdict = 'fewer' | 'more' | 'tie' | 'open' | 'few' | 'void' | 'none'

/** Verdicts in the words of tables. */
const VERDICTS: Readonly<Record<Verdict, string>> = {
  fewer: 'needs fewer',
  more: 'needs more',
  tie: 'tie',
  open: 'not decided',
  few: 'too few seeds',
  void: 'void',
  none: '-',
}

/** A verdict in words; a dash if nothing was compared. */
export const verdictText = (of: { readonly verdict: Verdict } | undefined): string =>
  VERDICTS[of?.verdict ?? 'none']

/**
 * The verdict for an interval. If runs were censored, the true ratio is beyond the measured one:
 * then only the known bound can decide, and never for a tie.
 */
export function judge({
  ratio,
  interval,
  pairs,
  reading,
}: Pick<PairedRatio, 'ratio' | 'interval' | 'pairs' | 'reading'>): Verdict {
  if (ratio === null || interval === null) return 'none'
  if (pairs < PAIRS_MIN) return 'few'
  const [low, high] = interval
  if (low >= TIE && (reading === 'exact' || reading === 'at_least')) return 'fewer'
  if (high <= 1 / TIE && (reading === 'exact' || reading === 'at_most')) return 'more'
  return reading === 'exact' && low > 1 / TIE && high < TIE ? 'tie' : 'open'
}
