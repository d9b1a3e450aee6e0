import { childSeed } from '../../child-seed.ts'
import type { Budget } from './budget.ts'
import {
  type Complex,
  magnitude,
  minus,
  NOT_A_NUMBER,
  NOWHERE,
  type Point,
  real,
  valueAt,
} from './doubles.ts'
import { ExactEvaluator, type ExactPoint, sameExactly } from './exact.ts'
import { agreeFarAway, mayChangeCourse } from './far-points.ts'
import type { Node } from './node.ts'
import { samePrecisely } from './precise.ts'
import { add, negate, type Rational, rational, same, toNumber } from './rational.ts'
import { signedSquare } from './signed-square.ts'
import { contains, exchange, nodeCount, orderedForm, symbolsOf } from './tree.ts'

/** The precision and the work limit of a comparison. */
export interface ComparisonContext {
  /** The decimal places that a decimal needs to stand for an exact value. */
  readonly precision: number
  readonly work: Budget
}

/** Compares two nodes; the rules for collections get it to compare their items. */
export type Matching = (gold: Node, answer: Node, context: ComparisonContext) => boolean

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
  const evaluator = new ExactEvaluator(() => null, context.work)
  const goldExact = evaluator.value(gold)
  const answerExact = evaluator.value(answer)
  if (goldExact !== null && answerExact !== null && same(goldExact, answerExact)) return true
  const places = decimalPlaces(gold, answer)
  if (places !== null) {
    if (goldExact !== null && answerExact !== null) {
      const distance = distanceOf(goldExact, answerExact)
      return isRounded(toNumber(goldExact), distance, places, context)
    }
    const [goldValue, value] = [constant(gold, goldExact), constant(answer, answerExact)]
    if (goldValue !== null && value !== null) {
      return isRounded(goldValue, Math.abs(goldValue - value), places, context)
    }
  } else if (goldExact !== null && answerExact !== null) return false
  return sameFormula(gold, answer, context)
}

const distanceOf = (first: Rational, second: Rational): number => {
  const difference = add(first, negate(second))
  return difference === null ? Number.POSITIVE_INFINITY : Math.abs(toNumber(difference))
}

/** The value of an expression without letters as a double, if it is real. */
function constant(node: Node, exact: Rational | null): number | null {
  if (exact !== null) return toNumber(exact)
  const { re, im } = valueAt(node, NOWHERE)
  return Number.isFinite(re) && Math.abs(im) <= TOLERANCE * Math.abs(re) ? re : null
}

/** The decimal places of the less precise of two numbers; `null` if both are exact. */
function decimalPlaces(gold: Node, answer: Node): number | null {
  const [first, second] = [placesOf(gold), placesOf(answer)]
  if (first === null || second === null) return first ?? second
  return Math.min(first, second)
}

/** The decimal places of a written decimal, or `null`. */
export function placesOf(node: Node): number | null {
  if (node.kind === 'number') return node.decimals
  if (node.kind === 'negative') return placesOf(node.of)
  if (node.kind === 'percent') {
    const places = placesOf(node.of)
    return places === null ? null : places + 2
  }
  return null
}

/**
 * Whether one number is the other, rounded. A decimal stands for an exact value only if it has at
 * least as many places as the precision demands. So 22/7, 3.14 and pi are three numbers.
 */
function isRounded(
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
  const half = 0.5 * 10 ** -precision
  const allowed = isRough ? half : Math.min(half, 10 ** -places)
  return distance <= allowed + noise
}

const NOISE_MAX = 0.5 * 10 ** -DEFAULT_PRECISION

/** Compares two formulas at points: first in doubles, which separate most, then precisely. */
function sameFormula(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const symbols = symbolsOf(answer, symbolsOf(gold))
  const { work } = context
  if (!work.spend(2 * PROBES * (nodeCount(gold) + nodeCount(answer)) + 100)) return false
  if (symbols.size === 0) return sameConstant(gold, answer, work)
  let agreed = 0
  for (let probe = 0; probe < PROBES; probe++) {
    const at = pointOf(probe)
    const [first, second] = [valueAt(gold, at), valueAt(answer, at)]
    if (!hasValue(first) || !hasValue(second)) continue
    if (isNear(first, second, PROBE_TOLERANCE)) agreed++
    else if (probe < FIRST_NEGATIVE || (isReal(first) && isReal(second))) return false
  }
  if (agreed < 2) return orderedForm(gold) === orderedForm(answer)
  if (!sameAtFractions(gold, answer, work)) return orderedForm(gold) === orderedForm(answer)
  return !(mayChangeCourse(gold) || mayChangeCourse(answer)) || agreeFarAway(gold, answer, work)
}

function sameConstant(gold: Node, answer: Node, work: Budget): boolean {
  const [first, second] = [valueAt(gold, NOWHERE), valueAt(answer, NOWHERE)]
  const haveValues = hasValue(first) && hasValue(second)
  if (haveValues && !isNear(first, second, TOLERANCE)) return false
  const [wanted, given] = [signedSquare(gold, work), signedSquare(answer, work)]
  if (wanted !== null && given !== null) return same(wanted, given)
  const isEndless = hasInfinity(gold) && hasInfinity(answer)
  if (isEndless && first.re === second.re && first.im === 0 && second.im === 0) return true
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
export function pointOf(probe: number): Point {
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

const wholeBy =
  (seed: number) =>
  (name: string): Rational | null =>
    rational(BigInt(2 + (childSeed(seed, name) % 40)), 1n)

/** Fractions for letters: between 0 and 1, above 1, below 0, and integers for counts. */
const FRACTIONS: readonly ExactPoint[] = [
  (name) => rational(BigInt(1 + (childSeed(7, name) % 97)), 101n),
  (name) => rational(BigInt(12 + (childSeed(8, name) % 97)), 11n),
  (name) => rational(BigInt(-1 - (childSeed(10, name) % 97)), 53n),
  ...[9, 11, 12, 13, 14, 15].map(wholeBy),
]

/** Whether two formulas agree at fractional values of the letters, where both are defined. */
function sameAtFractions(gold: Node, answer: Node, work: Budget): boolean {
  let agreed = 0
  for (const at of FRACTIONS) {
    const isSame = sameAt(gold, answer, at, work)
    if (isSame === false) return false
    if (isSame && ++agreed === 2) return true
  }
  return agreed > 0
}

/** Whether two formulas agree at a point: exactly if possible, otherwise precisely. */
const sameAt = (gold: Node, answer: Node, at: ExactPoint, work: Budget): boolean | null =>
  sameExactly(gold, answer, at, work) ?? samePrecisely(gold, answer, at, work)

/** The value of an expression without letters, as a double; `null` if it is not real. */
export function constantValue(node: Node, work: Budget): number | null {
  if (node.kind === 'constant' && node.name === 'infinity') return Number.POSITIVE_INFINITY
  if (node.kind === 'negative' && hasInfinity(node.of)) {
    const inner = constantValue(node.of, work)
    return inner === null ? null : -inner
  }
  const exact = new ExactEvaluator(() => null, work).value(node)
  return constant(node, exact)
}

/** Whether `first - second` of one pair is a constant multiple of the other's, and its sign. */
export function ratioOf(
  [goldLeft, goldRight]: readonly [Node, Node],
  [left, right]: readonly [Node, Node],
  work: Budget,
): number | null {
  const sides = [goldLeft, goldRight, left, right]
  const size = sides.reduce((sum, side) => sum + nodeCount(side), 0)
  if (!work.spend(2 * PROBES * size + 100)) return null
  let ratio: Complex | null = null
  let agreed = 0
  for (let probe = 0; probe < PROBES; probe++) {
    const at = pointOf(probe)
    const below = minus(valueAt(goldLeft, at), valueAt(goldRight, at))
    const above = minus(valueAt(left, at), valueAt(right, at))
    if (!hasValue(below) || !hasValue(above)) continue
    if (magnitude(below) < 1e-9 || magnitude(above) < 1e-9) {
      if (magnitude(below) < 1e-9 && magnitude(above) < 1e-9) continue
      return null
    }
    const next = quotientOf(above, below)
    if (ratio === null) ratio = next
    else if (!isNear(ratio, next, 1e-8)) return null
    agreed++
  }
  if (ratio === null || agreed < 3 || !isReal(ratio)) return null
  const [wanted, given] = [differenceOf(goldLeft, goldRight), differenceOf(left, right)]
  if (!areMultiples(wanted, given, work)) return null
  const factor = mayChangeCourse(wanted) || mayChangeCourse(given) ? fractionNear(ratio.re) : null
  if (factor === null) return ratio.re
  const scaled: Node = { kind: 'product', factors: [factor, wanted] }
  return agreeFarAway(scaled, given, work) ? ratio.re : null
}

function quotientOf(above: Complex, below: Complex): Complex {
  const square = below.re * below.re + below.im * below.im
  if (square === 0) return NOT_A_NUMBER
  return {
    re: (above.re * below.re + above.im * below.im) / square,
    im: (above.im * below.re - above.re * below.im) / square,
  }
}

/** Whether two formulas with letters have one ratio at two points where both are defined. */
function areMultiples(gold: Node, answer: Node, work: Budget): boolean {
  if (symbolsOf(answer, symbolsOf(gold)).size === 0) return true
  for (let first = 0; first + 1 < FRACTIONS.length; first += 2) {
    const [here, there] = FRACTIONS.slice(first) as [ExactPoint, ExactPoint]
    const crossed = (one: Node, other: Node): Node => {
      return { kind: 'product', factors: [valued(one, here), valued(other, there)] }
    }
    const isSame = sameAt(crossed(gold, answer), crossed(answer, gold), NO_VALUE, work)
    if (isSame !== null) return isSame
  }
  return false
}

const NO_VALUE: ExactPoint = () => null

/** A formula with fractions in place of its letters. */
const valued = (node: Node, at: ExactPoint): Node =>
  exchange(node, (part) => {
    const value = part.kind === 'symbol' ? at(part.name) : null
    return value === null ? part : { kind: 'number', value, decimals: null }
  })

const differenceOf = (left: Node, right: Node): Node => ({
  kind: 'sum',
  terms: [left, { kind: 'negative', of: right }],
})

const UNDER_MAX = 64

/** The simple fraction near a double, or `null`. */
function fractionNear(value: number): Node | null {
  for (let under = 1; under <= UNDER_MAX; under++) {
    const over = Math.round(value * under)
    if (Math.abs(value * under - over) > 1e-7 * Math.abs(value)) continue
    const fraction = rational(BigInt(over), BigInt(under))
    return fraction === null ? null : { kind: 'number', value: fraction, decimals: null }
  }
  return null
}
