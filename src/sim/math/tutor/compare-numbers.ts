import { exactValue, type Node, type Rational, realValue } from '../grading/index.ts'
import { compareDigits } from './compare-digits.ts'
import type { FindingKind } from './finding.ts'

/** The kind of mistake of a wrong number, compared with the right one. */
export function compareNumbers(gold: Node, answer: Node): FindingKind {
  const kind = compareValues(gold, answer)
  const isPercent = [gold, answer].some((node) => node.kind === 'percent')
  return kind === 'power_of_ten' && isPercent && isHundredfold(gold, answer) ? 'percent' : kind
}

/** Whether one is a hundred times the other. */
function isHundredfold(gold: Node, answer: Node): boolean {
  const [one, other] = [realValue(gold) ?? 0, realValue(answer) ?? 0]
  return isNear(one, other * 100) || isNear(one * 100, other)
}

function compareValues(gold: Node, answer: Node): FindingKind {
  const [exactGold, exactAnswer] = [exactValue(gold), exactValue(answer)]
  if (exactGold !== null && exactAnswer !== null) return compareExact(exactGold, exactAnswer)
  const [goldReal, answerReal] = [realValue(gold), realValue(answer)]
  if (goldReal === null || answerReal === null) return 'unexplained'
  return compareReals(goldReal, answerReal)
}

/** Integers of this many digits count as results of a long calculation. */
const LONG_DIGITS_MIN = 6

function compareExact(gold: Rational, answer: Rational): FindingKind {
  const isWhole = gold.denominator === 1n && answer.denominator === 1n
  if (isWhole) {
    const [goldDigits, answerDigits] = [digitsOf(gold), digitsOf(answer)]
    const isLong = Math.min(goldDigits.length, answerDigits.length) >= LONG_DIGITS_MIN - 1
    if (isLong && goldDigits.length >= LONG_DIGITS_MIN && goldDigits !== answerDigits) {
      return compareDigits(goldDigits, answerDigits)
    }
  }
  const kind = compareReals(toDouble(gold), toDouble(answer))
  // Doubles cannot distinguish two neighbouring long numbers, but exact values can.
  const isSame = gold.numerator === answer.numerator && gold.denominator === answer.denominator
  return kind === 'form' && !isSame ? 'unexplained' : kind
}

const digitsOf = ({ numerator }: Rational): string => String(numerator).replace('-', '')

const toDouble = ({ numerator, denominator }: Rational): number =>
  Number(numerator) / Number(denominator)

const TIGHT = 1e-9
const ROUNDED = 0.01
const FACTORS = [2, 3, 4, 6, 12, 60]
const PLACES_MAX = 6

function compareReals(gold: number, answer: number): FindingKind {
  if (!Number.isFinite(gold) || !Number.isFinite(answer)) return 'unexplained'
  if (near(gold, answer, TIGHT)) return 'form'
  if (gold === 0 || answer === 0) return 'unexplained'
  const known = compareRatio(answer / gold)
  if (known !== undefined) return known
  if (isNear(gold * answer, 1)) return 'reciprocal'
  const isTrivial = Math.abs(gold) === 1
  if (!isTrivial && (isNear(answer, gold * gold) || isNear(answer * answer, gold))) return 'square'
  // A close integer is a different number, not a rounding.
  const isRounded = !(Number.isInteger(gold) && Number.isInteger(answer))
  return isRounded && near(gold, answer, ROUNDED) ? 'precision' : 'unexplained'
}

/** The mistake behind a ratio of answer to gold; undefined if there is none. */
export function compareRatio(ratio: number): FindingKind | undefined {
  if (isNear(ratio, -1)) return 'sign'
  for (let places = 1, power = 10; places <= PLACES_MAX; places++, power *= 10) {
    if (isNear(ratio, power) || isNear(ratio, 1 / power)) return 'power_of_ten'
  }
  const isSimple = FACTORS.some((factor) => isNear(ratio, factor) || isNear(ratio, 1 / factor))
  return isSimple ? 'factor' : undefined
}

/** Whether two values are equal except for the last bits of a double. */
export const isNear = (left: number, right: number): boolean => near(left, right, TIGHT)

const near = (left: number, right: number, tolerance: number): boolean =>
  Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right))
