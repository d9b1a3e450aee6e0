import type { FindingKind } from './finding.ts'

/** The share of digits at an end that must agree for that end to count as right. */
const SHARE_OF_END = 0.25

/**
 * Where a wrong integer differs from the right one: in the number of digits, at the front, in the
 * middle or at the back. Both are digits without a sign.
 */
export function compareDigits(gold: string, answer: string): FindingKind {
  if (!/^[0-9A-F]+$/.test(answer)) return 'unexplained'
  if (gold.length !== answer.length) return 'digits_length'
  const end = Math.max(1, Math.floor(gold.length * SHARE_OF_END))
  const frontAgrees = gold.slice(0, end) === answer.slice(0, end)
  const backAgrees = gold.slice(-end) === answer.slice(-end)
  if (!backAgrees) return 'digits_last'
  return frontAgrees ? 'digits_middle' : 'digits_leading'
}
