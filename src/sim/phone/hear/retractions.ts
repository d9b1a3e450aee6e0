import {
  AFTER_RETRACTIONS,
  BEFORE_RETRACTIONS,
  FORMER,
  RETRACTIONS,
  SIGNS,
  VOID_ENDS,
} from './tables/retractions.ts'

const WHOLE = [
  `(?:${BEFORE_RETRACTIONS}){0,3}(?:${RETRACTIONS.join('|')})(?:${AFTER_RETRACTIONS}){0,2}`,
  ...FORMER,
].join('|')
const RETRACTION = new RegExp(`^(?:${WHOLE})$`)
const VOID_END = new RegExp(` (?:${VOID_ENDS.join('|')})$`)

/** Whether a part of a sentence is one of those that take back what was asked for. */
export function retracts(words: readonly string[]): boolean {
  if (!words.some((word) => SIGNS.has(word))) return false
  const said = words.join(' ')
  return RETRACTION.test(said) || VOID_END.test(said)
}
