import type { FindingKind } from './finding.ts'

/** How far the ends of two numbers must agree to be called right. */
const SHARE_OF_END = 0.25

/**
 * In which places a wrong whole number differs from the right one, both as digits without a sign:
 * in their count, at the front, in the middle or at the back.
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
