import { exactValue, parseExpression, parseGold } from '../grading/index.ts'
import {
  add,
  divide,
  fromInteger,
  isEqual,
  multiply,
  negate,
  ONE,
  type Rational,
} from '../grading/rational.ts'
import type { AnswerKey, MathProblem } from '../problem.ts'
import { type AnswerSpan, mathSpansIn } from './spans.ts'

/** A number in a sentence, and its value. */
interface StatedNumber extends AnswerSpan {
  readonly value: Rational
}

type Working = (value: Rational, by: Rational) => readonly (Rational | null)[]

const times =
  (factor: bigint): Working =>
  (value) => [multiply(value, fromInteger(factor)), divide(value, fromInteger(factor))]

/** Matches words with one of these stems. */
const wordsWith = (stems: string, ...phrases: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${[...stems.split(' '), ...phrases].join('|')})`, 'i')

const SIGN: readonly [RegExp, Working] = [
  /\b(?:negative|opposite|negat|minus|sign|additive|below|left of|than zero)/i,
  (value) => [negate(value)],
]

/** Words for an operation, and the values that it can make of the right one. */
const OPERATION_WORDS: readonly (readonly [RegExp, Working])[] = [
  [/\b(?:twice|doubl|halv|half|two times)/i, times(2n)],
  [/\b(?:thrice|tripl|three times|thirds?\b)/i, times(3n)],
  [/\b(?:quadrupl|four times|quarter|fourth)/i, times(4n)],
  [/\b(?:tenfold|ten times|tenths?\b)/i, times(10n)],
  [/\bhundred(?:fold| times|ths?\b)/i, times(100n)],
  [/\bsquar/i, (value) => [multiply(value, value)]],
  [/\bcub(?:e|ing)/i, (value) => [multiply(multiply(value, value) ?? value, value)]],
  [/\b(?:reciprocal|invers|invert|flip|upside|swap|turn)/i, (value) => [divide(ONE, value)]],
  SIGN,
  [/\b(?:complement|rest|all but|odds)/i, (value) => [add(ONE, negate(value))]],
  [
    wordsWith(
      'next before after previous preced follow success consecutive between',
      'one more',
      'one less',
    ),
    (value) => [add(value, ONE), add(value, negate(ONE))],
  ],
  [
    wordsWith(
      'more less fewer greater larger smaller bigger plus minus add subtract tak increas ' +
        'decreas differ off from short beyond exceed sum total together below above',
    ),
    (value, by) => [add(value, by), add(value, negate(by)), add(by, negate(value))],
  ],
  [
    /\b(?:times|multipl|divid|factor|product|ratio|by)/i,
    (value, by) => [multiply(value, by), divide(value, by), divide(by, value)],
  ],
]

/** Words that distinguish the two numbers of a fraction. */
const FRACTION_WORDS = wordsWith(
  'numerator denominator top bottom over under above below slash bar line by per part ratio to',
  'out of',
)
const SENTENCE = /[^.!?\n]+(?:\.(?=\d)[^.!?\n]*)*/g
const NUMBERS_MAX = 40
/** Spans of one number, with and without its sign and its unit. */
const OVERLAPPING_MAX = 12
/** The maximum distance between two numbers of one fraction, in characters. */
const DISTANCE_MAX = 60
const SMALL = 10n

/**
 * Numbers that yield the right answer together with their sentence: "twice the answer is 9/13",
 * "numerator 9, denominator 26". Calculations with the question's own numbers are allowed.
 */
export function derivedValueSpans(
  problem: MathProblem,
  key: AnswerKey,
  text: string,
): AnswerSpan[] {
  const gold = parseGold(key)
  const right = gold === null ? null : exactValue(gold)
  if (right === null || right.numerator === 0n) return []
  const asked = statedNumbersIn(problem.question)
  const isAsked = ({ value }: StatedNumber): boolean =>
    asked.some((other) => isEqual(other.value, value))
  const sentences = [...text.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }) => {
    const stated = statedNumbersIn(sentence).slice(0, NUMBERS_MAX)
    return derivingNumbers(right, sentence, stated, isAsked).map(({ start, end, content }) => {
      return { start: start + index, end: end + index, content, isAnswer: false }
    })
  })
  return [...sentences, ...fractionParts(right, text)]
}

/** The numbers of a text with an exact value. */
const statedNumbersIn = (text: string): StatedNumber[] =>
  mathSpansIn(text).flatMap((span) => {
    const node = span.content.length > 40 ? null : parseExpression(span.content)
    const value = node === null ? null : exactValue(node)
    return value === null ? [] : [{ ...span, value }]
  })

function derivingNumbers(
  right: Rational,
  sentence: string,
  stated: readonly StatedNumber[],
  isAsked: (stated: StatedNumber) => boolean,
): StatedNumber[] {
  if (stated.length > 2 && TOGETHER.test(sentence) && combinesTo(right, stated)) return [...stated]
  // Single digits occur in any sentence.
  const all = isDigit(right) ? [SIGN] : OPERATION_WORDS
  const workings = all.filter(([words]) => words.test(sentence))
  if (workings.length === 0) return []
  return stated.filter((result) => {
    if (isAsked(result) || isEqual(result.value, ONE)) return false
    return workings.some(([, working]) =>
      [{ ...result, value: ONE }, ...stated].some(
        (by) =>
          by.value.numerator !== 0n &&
          !overlaps(by, result) &&
          working(right, by.value).some(
            (derived) => derived !== null && isEqual(derived, result.value),
          ),
      ),
    )
  })
}

const isDigit = ({ numerator, denominator }: Rational): boolean =>
  denominator === 1n && numerator < SMALL && numerator > -SMALL

const TOGETHER = wordsWith('sum total product times multipl add plus together')

/** Whether several numbers together make the right one: "the product of 2, 3 and 7". */
function combinesTo(right: Rational, stated: readonly StatedNumber[]): boolean {
  const values = new Map(stated.map(({ end, value }) => [end, value]))
  const fold = (by: typeof add): Rational | null =>
    [...values.values()].reduce<Rational | null>(
      (total, value) => (total === null ? value : by(total, value)),
      null,
    )
  return [add, multiply].some((by) => {
    const result = fold(by)
    return result !== null && isEqual(result, right)
  })
}

const overlaps = (one: AnswerSpan, other: AnswerSpan): boolean =>
  one.content !== other.content && one.start < other.end && other.start < one.end

/** Two adjacent numbers that are numerator and denominator of the right fraction. */
function fractionParts(right: Rational, text: string): AnswerSpan[] {
  if (right.denominator === 1n) return []
  const isLarge = right.denominator >= SMALL || right.numerator >= SMALL
  const wholes = statedNumbersIn(text)
    .filter(({ value }) => value.denominator === 1n)
    .sort((one, other) => one.start - other.start)
  return wholes.flatMap((one, at) => {
    const other = wholes.slice(at + 1, at + OVERLAPPING_MAX).find(({ start }) => start >= one.end)
    if (other === undefined || other.start - one.end > DISTANCE_MAX) return []
    const result = [divide(one.value, other.value), divide(other.value, one.value)]
    const [upright, turned] = result.map((value) => value !== null && isEqual(value, right))
    const around = text.slice(Math.max(0, one.start - DISTANCE_MAX), other.end + DISTANCE_MAX)
    const isNamed = FRACTION_WORDS.test(around)
    if (!(upright && (isLarge || isNamed)) && !(turned && isNamed)) return []
    return [one, other]
  })
}
