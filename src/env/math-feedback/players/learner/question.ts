import { type Rational, rational } from '../../../../sim/math/rational.ts'
import { memoize } from '../../../../sim/memo.ts'

/** A number of a question, with the words around it. */
export interface QuestionNumber {
  readonly value: Rational
  readonly isPercent: boolean
  /** Words and signs between the previous number and this one. */
  readonly wordsBefore: readonly string[]
  /** Words after it. */
  readonly wordsAfter: readonly string[]
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

const splitWords = (text: string): string[] =>
  text
    .replaceAll('\\cdot', '·')
    .replaceAll('\\times', '×')
    .replaceAll('\\div', '÷')
    .toLowerCase()
    .match(WORD) ?? []

/** Parses a question. */
export const readQuestion = memoize(MEMO_MAX, (text) => readIn(text, NUMBER, parseDecimal))

/** Parses a question with hexadecimal numbers. */
export const readHexadecimal = memoize(MEMO_MAX, (text) =>
  readIn(text, HEXADECIMAL, ([, digits = '0']) => rational(BigInt(`0x${digits}`))),
)

function parseDecimal(match: RegExpExecArray): Rational {
  const [, latexNumerator, latexDenominator, numerator, denominator, whole, decimals, plain = '0'] =
    match
  if (latexNumerator !== undefined && latexDenominator !== undefined)
    return fraction(latexNumerator, latexDenominator)
  if (numerator !== undefined && denominator !== undefined) return fraction(numerator, denominator)
  if (whole === undefined || decimals === undefined) return rational(BigInt(plain))
  return rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

const fraction = (numerator: string, denominator: string): Rational =>
  BigInt(denominator) === 0n
    ? rational(BigInt(numerator))
    : rational(BigInt(numerator), BigInt(denominator))

function readIn(
  text: string,
  pattern: RegExp,
  readValue: (match: RegExpExecArray) => Rational,
): Question {
  const matches = [...text.matchAll(pattern)]
  const numbers = matches.slice(0, NUMBERS_MAX).map((match, index): QuestionNumber => {
    const last = matches[index - 1]
    const from = last === undefined ? 0 : last.index + last[0].length
    const end = match.index + match[0].length
    const followingText = text.slice(end, matches[index + 1]?.index)
    return {
      value: readValue(match),
      isPercent: /^\s*(?:\\?%|percent)/.test(followingText),
      wordsBefore: splitWords(text.slice(from, match.index)).slice(-WORDS_MAX),
      wordsAfter: splitWords(followingText).slice(0, AFTER_MAX),
    }
  })
  const lastSentence = splitWords(text.split(/(?<=[.!?])\s+/).at(-1) ?? '').slice(0, WORDS_MAX)
  return { numbers, lastSentence }
}

/** The value of an answer's text; undefined unless it is a single number. */
export function singleValue(text: string): Rational | undefined {
  const plain = text
    .replace(/\\boxed\{(.*)\}/, '$1')
    .replace(/\\?%/g, '')
    .trim()
  const isNegative = plain.startsWith('-')
  const digits = isNegative ? plain.slice(1) : plain
  const [match] = [...digits.matchAll(NUMBER)]
  if (match === undefined || match[0] !== digits) return undefined
  const value = parseDecimal(match)
  return isNegative ? { ...value, numerator: -value.numerator } : value
}
