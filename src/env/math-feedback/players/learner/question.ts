import { type Rational, rational } from '../../../../sim/math/rational.ts'
import { memo } from '../../../../sim/memo.ts'

/** A number of a question, with the words around it. */
export interface Given {
  readonly value: Rational
  readonly isPercent: boolean
  /** Words and signs between the number before and this one. */
  readonly before: readonly string[]
  /** The words that follow it. */
  readonly after: readonly string[]
}

/** A question as the learner reads it. */
export interface Question {
  readonly given: readonly Given[]
  /** Words of the last sentence, which asks. */
  readonly asked: readonly string[]
}

/** Later numbers are left out of workings. */
const GIVEN_MAX = 6
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

/** Takes a question apart. */
export const readQuestion = memo(MEMO_MAX, (text) => readIn(text, NUMBER, decimalOf))

/** Takes a question apart whose numbers are hexadecimal. */
export const readHexadecimal = memo(MEMO_MAX, (text) =>
  readIn(text, HEXADECIMAL, ([, digits = '0']) => rational(BigInt(`0x${digits}`))),
)

function decimalOf(found: RegExpExecArray): Rational {
  const [, above, below, over, under, whole, places, plain = '0'] = found
  if (above !== undefined && below !== undefined) return fraction(above, below)
  if (over !== undefined && under !== undefined) return fraction(over, under)
  if (whole === undefined || places === undefined) return rational(BigInt(plain))
  return rational(BigInt(whole + places), 10n ** BigInt(places.length))
}

const fraction = (above: string, below: string): Rational =>
  BigInt(below) === 0n ? rational(BigInt(above)) : rational(BigInt(above), BigInt(below))

function readIn(
  text: string,
  pattern: RegExp,
  readValue: (found: RegExpExecArray) => Rational,
): Question {
  const found = [...text.matchAll(pattern)]
  const given = found.slice(0, GIVEN_MAX).map((one, at): Given => {
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
  const asked = wordsOf(text.split(/(?<=[.!?])\s+/).at(-1) ?? '').slice(0, WORDS_MAX)
  return { given, asked }
}

/** The value of an answer's text; undefined of what is no single number. */
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
