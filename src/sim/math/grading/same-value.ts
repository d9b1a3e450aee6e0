import { childSeed } from '../../child-seed.ts'
import type { Budget } from './budget.ts'
import {
  type Complex,
  divideComplex,
  evaluateAt,
  type LetterValues,
  magnitude,
  minus,
  NOWHERE,
  real,
} from './doubles.ts'
import { type ExactPoint, exactValueOf, sameExactly } from './exact.ts'
import { agreeFarAway, mayChangeCourse } from './far-points.ts'
import type { Node } from './node.ts'
import { samePrecisely } from './precise.ts'
import { add, isEqual, negate, type Rational, rational, toNumber, ZERO } from './rational.ts'
import { collectSymbols, contains, nodeCount, orderedForm, replaceNodes } from './tree.ts'

/** The precision and the work limit of a comparison. */
export interface ComparisonContext {
  /** The decimal places that a decimal needs to stand for an exact value. */
  readonly precision: number
  readonly work: Budget
}

/** The relative tolerance for two doubles. */
const TOLERANCE = 1e-10
/** The tolerance for formulas with letters, in which rounding errors add up. */
const PROBE_TOLERANCE = 1e-9
const PROBES = 6
/** From this probe on, some letters have negative values. */
const FIRST_NEGATIVE = 3
/** Decimals with more places are compared to the last digit of the shorter one. */
const DEFAULT_PRECISION = 6

/** Whether two expressions have equal values for all values of their letters. */
export function sameValue(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const goldExact = exactValueOf(gold, context.work)
  const answerExact = exactValueOf(answer, context.work)
  if (goldExact !== null && answerExact !== null && isEqual(goldExact, answerExact)) return true
  const places = decimalPlaces(gold, answer)
  if (places !== null) {
    if (goldExact !== null && answerExact !== null) {
      const distance = absoluteDifference(goldExact, answerExact)
      return isRounding(toNumber(goldExact), distance, places, context)
    }
    const [goldValue, answerValue] = [
      constantDouble(gold, goldExact),
      constantDouble(answer, answerExact),
    ]
    if (goldValue !== null && answerValue !== null) {
      return isRounding(goldValue, Math.abs(goldValue - answerValue), places, context)
    }
  } else if (goldExact !== null && answerExact !== null) return false
  return sameFormula(gold, answer, context.work)
}

const absoluteDifference = (first: Rational, second: Rational): number => {
  const difference = add(first, negate(second))
  return difference === null ? Number.POSITIVE_INFINITY : Math.abs(toNumber(difference))
}

/** The value of an expression without letters as a double, if it is real. */
function constantDouble(node: Node, exact: Rational | null): number | null {
  if (exact !== null) return toNumber(exact)
  const { re, im } = evaluateAt(node, NOWHERE)
  return Number.isFinite(re) && Math.abs(im) <= TOLERANCE * Math.abs(re) ? re : null
}

/** The decimal places of the less precise of two numbers; `null` if both are exact. */
function decimalPlaces(gold: Node, answer: Node): number | null {
  const [goldPlaces, answerPlaces] = [decimalPlacesIn(gold), decimalPlacesIn(answer)]
  if (goldPlaces === null || answerPlaces === null) return goldPlaces ?? answerPlaces
  return Math.min(goldPlaces, answerPlaces)
}

/** The decimal places of a written decimal, or `null`. */
export function decimalPlacesIn(node: Node): number | null {
  if (node.kind === 'number') return node.decimals
  if (node.kind === 'negative') return decimalPlacesIn(node.operand)
  if (node.kind === 'percent') {
    const places = decimalPlacesIn(node.operand)
    return places === null ? null : places + 2
  }
  return null
}

/**
 * Whether one number is the other, rounded. A decimal stands for an exact value only if it has at
 * least as many places as the precision demands. So 22/7, 3.14 and pi are three numbers.
 */
function isRounding(
  gold: number,
  distance: number,
  places: number,
  { precision }: ComparisonContext,
): boolean {
  // Values beyond doubles: everything is within a fraction of infinity.
  if (!Number.isFinite(gold) || !Number.isFinite(distance)) return false
  const size = Math.abs(gold) + distance
  // The last digits of a printed double are noise, but not those before the point.
  const noise = Math.min(1e-12 * size, NOISE_MAX)
  if (distance <= noise) return true
  const isRough = precision < DEFAULT_PRECISION
  if (places < precision || distance > (isRough ? 0.05 : 1e-3) * size) return false
  const roundingError = 0.5 * 10 ** -precision
  const tolerance = isRough ? roundingError : Math.min(roundingError, 10 ** -places)
  return distance <= tolerance + noise
}

const NOISE_MAX = 0.5 * 10 ** -DEFAULT_PRECISION

/** Compares two formulas at points: first in doubles, which separate most, then precisely. */
function sameFormula(gold: Node, answer: Node, work: Budget): boolean {
  const symbols = collectSymbols(answer, collectSymbols(gold))
  if (!work.spend(2 * PROBES * (nodeCount(gold) + nodeCount(answer)) + 100)) return false
  if (symbols.size === 0) return sameConstant(gold, answer, work)
  let agreements = 0
  for (let probe = 0; probe < PROBES; probe++) {
    const point = probePoint(probe)
    const [goldValue, answerValue] = [evaluateAt(gold, point), evaluateAt(answer, point)]
    if (!hasValue(goldValue) || !hasValue(answerValue)) continue
    if (isNear(goldValue, answerValue, PROBE_TOLERANCE)) agreements++
    else if (probe < FIRST_NEGATIVE || (isReal(goldValue) && isReal(answerValue))) return false
  }
  if (agreements < 2) return orderedForm(gold) === orderedForm(answer)
  if (!sameAtFractions(gold, answer, work)) return orderedForm(gold) === orderedForm(answer)
  return !(mayChangeCourse(gold) || mayChangeCourse(answer)) || agreeFarAway(gold, answer, work)
}

function sameConstant(gold: Node, answer: Node, work: Budget): boolean {
  const [goldValue, answerValue] = [evaluateAt(gold, NOWHERE), evaluateAt(answer, NOWHERE)]
  const haveValues = hasValue(goldValue) && hasValue(answerValue)
  if (haveValues && !isNear(goldValue, answerValue, TOLERANCE)) return false
  const isEndless = hasInfinity(gold) && hasInfinity(answer)
  if (isEndless && goldValue.re === answerValue.re && goldValue.im === 0 && answerValue.im === 0)
    return true
  const isSame = samePrecisely(gold, answer, () => null, work)
  return isSame ?? orderedForm(gold) === orderedForm(answer)
}

const hasInfinity = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'constant' && part.name === 'infinity')

const hasValue = ({ re, im }: Complex): boolean => Number.isFinite(re) && Number.isFinite(im)
const isReal = (value: Complex): boolean => Math.abs(value.im) <= 1e-9 * magnitude(value)

function isNear(first: Complex, second: Complex, tolerance: number): boolean {
  const size = Math.max(magnitude(first), magnitude(second))
  return Number.isFinite(size) && magnitude(minus(first, second)) <= tolerance * size + 1e-14
}

/** The values of letters at a probe; those of the first probes are positive. */
export function probePoint(probe: number): LetterValues {
  const values = new Map<string, Complex>()
  return (name) => {
    let value = values.get(name)
    if (value === undefined) {
      const share = childSeed(probe, name) / 2 ** 53
      const isNegative = probe >= FIRST_NEGATIVE && (probe === PROBES - 1 || share % 0.25 > 0.125)
      value = real((0.35 + 2.1 * share) * (isNegative ? -1 : 1))
      values.set(name, value)
    }
    return value
  }
}

const integersBySeed =
  (seed: number) =>
  (name: string): Rational | null =>
    rational(BigInt(2 + (childSeed(seed, name) % 40)), 1n)

/** Fractions for letters: between 0 and 1, above 1, below 0, and integers for counts. */
const FRACTIONS: readonly ExactPoint[] = [
  (name) => rational(BigInt(1 + (childSeed(7, name) % 97)), 101n),
  (name) => rational(BigInt(12 + (childSeed(8, name) % 97)), 11n),
  (name) => rational(BigInt(-1 - (childSeed(10, name) % 97)), 53n),
  ...[9, 11, 12, 13, 14, 15].map(integersBySeed),
]

/** Whether two formulas agree at fractional values of the letters, where both are defined. */
function sameAtFractions(gold: Node, answer: Node, work: Budget): boolean {
  let agreements = 0
  for (const point of FRACTIONS) {
    const isSame = sameAt(gold, answer, point, work)
    if (isSame === false) return false
    if (isSame && ++agreements === 2) return true
  }
  return agreements > 0
}

/** Whether two formulas agree at a point: exactly if possible, otherwise precisely. */
const sameAt = (gold: Node, answer: Node, point: ExactPoint, work: Budget): boolean | null =>
  sameExactly(gold, answer, point, work) ?? samePrecisely(gold, answer, point, work)

/** The maximum relative difference between a number and its rounding. */
export const ROUNDING_MAX = 0.05

/** The value of an expression without letters, as a double; `null` if it is not real. */
export function constantValue(node: Node, work: Budget): number | null {
  if (node.kind === 'constant' && node.name === 'infinity') return Number.POSITIVE_INFINITY
  if (node.kind === 'negative' && hasInfinity(node.operand)) {
    const limit = constantValue(node.operand, work)
    return limit === null ? null : -limit
  }
  return constantDouble(node, exactValueOf(node, work))
}

/** The sides of a relation. */
export type Sides = readonly [Node, Node]

/**
 * The constant ratio of `left - right` of the answer to that of the gold; `null` if there is none.
 * Two formulas f and g have one if f(x) g(p) equals g(x) f(p), where p is a point with values.
 */
export function ratioOfDifferences(gold: Sides, answer: Sides, work: Budget): number | null {
  const [goldNode, answerNode] = [subtractNodes(gold), subtractNodes(answer)]
  for (const point of FRACTIONS) {
    const doubles: LetterValues = (name) => real(toNumber(point(name) ?? ZERO))
    const [goldValue, answerValue] = [
      evaluateAt(goldNode, doubles),
      evaluateAt(answerNode, doubles),
    ]
    const isZero = magnitude(goldValue) < 1e-9 || magnitude(answerValue) < 1e-9
    if (isZero || !hasValue(goldValue) || !hasValue(answerValue)) continue
    const ratio = divideComplex(answerValue, goldValue)
    if (!isReal(ratio)) return null
    const product = (left: Node, right: Node): Node => {
      return { kind: 'product', factors: [left, substituteAt(right, point)] }
    }
    const isConstant = sameFormula(
      product(goldNode, answerNode),
      product(answerNode, goldNode),
      work,
    )
    return isConstant ? ratio.re : null
  }
  return null
}

/** A formula with fractions in place of its letters. */
const substituteAt = (node: Node, point: ExactPoint): Node =>
  replaceNodes(node, (part) => {
    const value = part.kind === 'symbol' ? point(part.name) : null
    return value === null ? part : { kind: 'number', value, decimals: null }
  })

const subtractNodes = ([left, right]: Sides): Node => ({
  kind: 'sum',
  terms: [left, { kind: 'negative', operand: right }],
})
