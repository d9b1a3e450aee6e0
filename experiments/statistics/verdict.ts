import type { PairedRatio } from '../../src/train-bridge/statistics/paired-ratio.ts'

/** Ratios nearer to 1 than this, either way, are called ties. */
export const TIE = 1.2

/** Fewer pairs decide nothing: one odd seed would decide for them. */
export const PAIRS_MIN = 10

/**
 * `open`: what was seen allows ratios of which some are called otherwise. `few`: too few pairs.
 * `void`: the runs were not made as the comparison asks.
 */
export type Verdict = 'fewer' | 'more' | 'tie' | 'open' | 'few' | 'void' | 'none'

/** Verdicts as tables say them. */
const VERDICTS: Readonly<Record<Verdict, string>> = {
  fewer: 'needs fewer',
  more: 'needs more',
  tie: 'tie',
  open: 'not decided',
  few: 'too few seeds',
  void: 'void',
  none: '-',
}

/** A verdict in words; a dash for what was not compared. */
export const verdictText = (of: { readonly verdict: Verdict } | undefined): string =>
  VERDICTS[of?.verdict ?? 'none']

/**
 * What an interval says, ties in mind. Where runs were censored the true ratio lies beyond what was
 * seen: then only the bound that is known can decide, and never for a tie.
 */
export function verdictOf({
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
