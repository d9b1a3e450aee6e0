import { coreWords } from './core-words.ts'
import { comparableText, unwrapText } from './text.ts'

/** Signs of a formula that could not be parsed, as opposed to words. */
const SIGNS = /[=<>^_/*|[\](){}+:]|\\(?!text|mathrm|textbf|mbox|textit|["' ,;!])/
const LOOSE_SIGN = /-(?![a-z]{2})|(?<![a-z]{2})-|[,;](?!\s*(?:\d{1,4}\b|[a-z]{2}))/i

const isWords = (text: string): boolean => !SIGNS.test(text) && !LOOSE_SIGN.test(text)

/** Whether two answers that are not formulas have the same words. */
export function sameWords(gold: string, answer: string): boolean {
  const [goldText, answerText] = [unwrapText(gold, ' $1 '), unwrapText(answer, ' $1 ')]
  if (!isWords(goldText) || !isWords(answerText)) return false
  const [goldWords, answerWords] = [comparableText(goldText), comparableText(answerText)]
  if (goldWords === '' || answerWords === '') return false
  return goldWords === answerWords || coreWords(goldWords) === coreWords(answerWords)
}
