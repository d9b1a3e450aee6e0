import {
  AFTER_RETRACTIONS,
  BEFORE_RETRACTIONS,
  END_SIGNS,
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

/** A part without any of these words retracts nothing. */
export const RETRACTION_SIGNS: ReadonlySet<string> = new Set([...SIGNS, ...END_SIGNS])

/** Whether a part of a sentence is one of those that take back what was asked for. */
export function retracts(words: readonly string[]): boolean {
  let mayRetract = false
  let mayEnd = false
  for (const word of words) {
    mayRetract ||= SIGNS.has(word)
    mayEnd ||= END_SIGNS.has(word)
  }
  if (!mayRetract && !mayEnd) return false
  const said = words.join(' ')
  return (mayRetract && RETRACTION.test(said)) || (mayEnd && VOID_END.test(said))
}
