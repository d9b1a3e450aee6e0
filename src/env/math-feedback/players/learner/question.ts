import { type Rational, rational } from '../../../../sim/math/rational.ts'
import { memoize } from '../../../../sim/memo.ts'

/** A number of a question, with the words around it. */
export interface QuestionNumber {
  readonly value: Rational
  readonly isPercent: boolean
  /** Words and signs between the previous number and this one. */
  readonly before: readonly string[]
  /** Words after it. */
  readonly after: readonly string[]
}

/** A question as the learner reads it. */
export interface Question {
  readonly numbers: readonly QuestionNumber[]
  /** Words of the last sentence, which states what is asked. */
  readonly lastSentence: readonly string[]
}

/** Workings ignore later numbers. */
const NUMBERS_MAX = 6
const AFTER_MAX = 3
const WORDS_MAX = 10
const MEMO_MAX = 4_000

const NUMBER = /\\[dt]?frac\{(\d+)\}\{(\d+)\}|(\d+)\/(\d+)|(\d+)\.(\d+)|(\d+)/g
const HEXADECIMAL = /\b(?:0x)?([0-9A-F]*\d[0-9A-F]*)\b/g
const WORD = /[a-z]+|[-+*=×÷·^%|<>()]/g

const wordsOf = (text: string): string[] =>
  text
    .replaceAll('\\cdot', '·')
    .replaceAll('\\times', '×')
    .replaceAll('\\div', '÷')
    .toLowerCase()
    .match(WORD) ?? []

/** Parses a question. */
export const readQuestion = memoize(MEMO_MAX, (text) => readIn(text, NUMBER, decimalOf))

/** Parses a question with hexadecimal numbers. */
export const readHexadecimal = memoize(MEMO_MAX, (text) =>
  readIn(text, HEXADECIMAL, ([, digits = '0']) => rational(BigInt(`0x${digits}`))),
)

function decimalOf(found: RegExpExecArray): Rational {
  const [, above, below, over, under, whole, decimals, plain = '0'] = found
  if (above !== undefined && below !== undefined) return fraction(above, below)
  if (over !== undefined && under !== undefined) return fraction(over, under)
  if (whole === undefined || decimals === undefined) return rational(BigInt(plain))
  return rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

const fraction = (above: string, below: string): Rational =>
  BigInt(below) === 0n ? rational(BigInt(above)) : rational(BigInt(above), BigInt(below))

function readIn(
  text: string,
  pattern: RegExp,
  readValue: (found: RegExpExecArray) => Rational,
): Question {
  const found = [...text.matchAll(pattern)]
  const numbers = found.slice(0, NUMBERS_MAX).map((one, at): QuestionNumber => {
    const last = found[at - 1]
    const from = last === undefined ? 0 : last.index + last[0].length
    const end = one.index + one[0].length
    const rest = text.slice(end, found[at + 1]?.index)
    return {
      value: readValue(one),
      isPercent: /^\s*(?:\\?%|percent)/.test(rest),
      before: wordsOf(text.slice(from, one.index)).slice(-WORDS_MAX),
      after: wordsOf(rest).slice(0, AFTER_MAX),
    }
  })
  const lastSentence = wordsOf(text.split(/(?<=[.!?])\s+/).at(-1) ?? '').slice(0, WORDS_MAX)
  return { numbers, lastSentence }
}

/** The value of an answer's text; undefined unless it is a single number. */
export function valueIn(text: string): Rational | undefined {
  const plain = text
    .replace(/\\boxed\{(.*)\}/, '$1')
    .replace(/\\?%/g, '')
    .trim()
  const isNegative = plain.startsWith('-')
  const digits = isNegative ? plain.slice(1) : plain
  const [found] = [...digits.matchAll(NUMBER)]
  if (found === undefined || found[0] !== digits) return undefined
  const value = decimalOf(found)
  return isNegative ? { ...value, numerator: -value.numerator } : value
}
