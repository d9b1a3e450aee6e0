import { NO_ANSWERS, OTHERS } from './tables/assertion.ts'

/** A label stands so close before its value, in characters. */
const REACH = 160

/** What stands before a colon behind which a value is. */
const LABEL = /(?:^|[\n.!?;])([^\n.!?;:]{3,60}):[\s$\\({[]*$/

/** Whether a value is labelled as no answer: "Typical mistake: 5", "My classmate's answer: 5". */
export function isLabelledOtherwise(text: string, start: number): boolean {
  if (!text.slice(Math.max(0, start - LABEL_GAP), start).includes(':')) return false
  const [, label = ''] = LABEL.exec(text.slice(Math.max(0, start - REACH), start)) ?? []
  const said: readonly string[] = label.toLowerCase().match(/[a-z]+(?:'s)?/g) ?? []
  // "I made a mistake: 5" is a correction.
  if (said.includes('i')) return false
  const isOthers = said.some((word) => word.endsWith("'s") && OTHERS.has(word.slice(0, -2)))
  const last = /^(?:answer|value|result|solution)$/.test(said.at(-1) ?? '') ? -2 : -1
  return isOthers || [said.at(-1), said.at(last), said[0]].some((one) => NO_ANSWERS.has(one ?? ''))
}
const LABEL_GAP = 12

/** "If x = 42, then we win": a sentence that opens so says nothing of what x is. */
const SUPPOSED_NAMED = new RegExp(
  String.raw`(?:^|[.!?:\n])[\s*]*(?:so|now|but|and|then)?[\s,]*(?:if|suppose|assuming)\s+` +
    String.raw`[$\\(]*[a-z](?:_\{?\w\}?)?\s*=\s*[$\\({]*$`,
  'i',
)
/** Whether a value belongs to a name that is only supposed to have it. */
export const isSupposedNamed = (text: string, start: number): boolean =>
  text.slice(Math.max(0, start - 4), start).includes('=') &&
  SUPPOSED_NAMED.test(text.slice(Math.max(0, start - SUPPOSED_REACH), start))
const SUPPOSED_REACH = 40
