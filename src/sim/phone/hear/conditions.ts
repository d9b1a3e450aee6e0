import { CONDITION_STARTS, CONDITIONS, POLITE } from './tables/conditions.ts'

const CONDITION = new RegExp(`^(?!${POLITE.join('|')})(?:${CONDITIONS.join('|')})`)
const OPENER = /^(?:and|but|so|well|now|then|hello|hi) /

/** Whether a part of a sentence says when, or under what condition, the rest of it holds. */
export function isCondition(words: readonly string[]): boolean {
  if (!CONDITION_STARTS.has(words[0] ?? '') && !CONDITION_STARTS.has(words[1] ?? '')) return false
  return CONDITION.test(words.join(' ').replace(OPENER, ''))
}
