import { coreWords } from './core-words.ts'
import { textKey } from './text.ts'

/** Signs of a formula that could not be parsed, as opposed to words. */
const SIGNS = /[=<>^_/*|[\](){}+:]|\\(?!text|mathrm|textbf|mbox|textit|["' ,;!])/
const LOOSE_SIGN = /-(?![a-z]{2})|(?<![a-z]{2})-|[,;](?!\s*(?:\d{1,4}\b|[a-z]{2}))/i

/** Removes the command from `\text{…}`. */
const UNWRAPPED = /\\(?:text|mathrm|textbf|mbox|textit)\s*\{([^{}]*)\}/g

const isWords = (text: string): boolean => !SIGNS.test(text) && !LOOSE_SIGN.test(text)

/** Whether two answers that are not formulas have the same words. */
export function sameWords(gold: string, answer: string): boolean {
  const [first, second] = [gold, answer].map((text) => text.replace(UNWRAPPED, ' $1 '))
  if (first === undefined || second === undefined) return false
  if (!isWords(first) || !isWords(second)) return false
  const [wanted, given] = [textKey(first), textKey(second)]
  if (wanted === '' || given === '') return false
  return wanted === given || coreWords(wanted) === coreWords(given)
}
