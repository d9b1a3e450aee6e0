import { childSeed } from '../../child-seed.ts'
import type { Budget } from './budget.ts'
import { type Complex, evaluateAt, type LetterValues, magnitude, minus, real } from './doubles.ts'
import { exactValueOf, sameExactly } from './exact.ts'
import { EXPONENT_SUFFIX, hasExponentLetter, renameExponentLetters } from './exponent-letters.ts'
import type { Node } from './node.ts'
import {
  fromInteger,
  isEqual,
  negate,
  ONE,
  type Rational,
  rational,
  toNumber,
  ZERO,
} from './rational.ts'
import { childNodes, collectSymbols, contains, nodeCount } from './tree.ts'

/** Piecewise functions: their values near one say nothing about values far away. */
const PIECEWISE: ReadonlySet<string> = new Set([
  ...['max', 'min', 'absolute', 'floor', 'ceil', 'sgn', 'gcd', 'lcm', 'root', 'remainder'],
  ...['arcsin', 'arccos', 'arctan', 'arccot', 'arcsec', 'arccsc'],
])
const HAS_PIECES: ReadonlySet<string> = new Set([...PIECEWISE, 'ln', 'log', 'Re', 'Im', 'arcosh'])

/** Whether a formula may behave otherwise far from one, or at its own constants, than near one. */
export const mayChangeCourse = (node: Node): boolean =>
  contains(node, (part) => {
    const isPiece =
      (part.kind === 'call' && HAS_PIECES.has(part.name)) ||
      (part.kind === 'power' && part.exponent.kind !== 'number')
    return isPiece && collectSymbols(part).size > 0
  })

/** Whether a formula has pieces outside of exponents; inside, only size matters. */
function hasPieces(node: Node): boolean {
  if (node.kind === 'call' && PIECEWISE.has(node.name) && collectSymbols(node).size > 0) return true
  if (node.kind === 'power' && node.exponent.kind !== 'number') return hasPieces(node.base)
  return childNodes(node).some(hasPieces)
}

/** The sizes at which letters are tried, in units of 0.0001. */
const SIZES = [3n, 1_700n, 70_000n, 610_000n, 10n ** 7n, 10n ** 10n, 10n ** 16n]
const CONSTANTS_MAX = 10
/** A larger relative difference of two doubles means different values. */
const FAR_TOLERANCE = 1e-6

/** Whether two formulas that agree near one also agree far away and at their own constants. */
export function agreeFarAway(gold: Node, answer: Node, work: Budget): boolean {
  const constants = [...constantValues(gold, work), ...constantValues(answer, work)]
  const simplePoints = [ZERO, ONE, negate(ONE)].map(
    (value): FarPoint =>
      () =>
        value,
  )
  const points = [
    ...simplePoints,
    ...pointsByScale(),
    ...pointsAtConstants(constants.slice(0, CONSTANTS_MAX)),
  ]
  if (!work.spend(points.length * (nodeCount(gold) + nodeCount(answer)))) return false
  if (!points.every((point) => agreeAt(gold, answer, point, work))) return false
  if (
    !(hasExponentLetter(gold) || hasExponentLetter(answer)) ||
    !(hasPieces(gold) || hasPieces(answer))
  )
    return true
  const [renamedGold, renamedAnswer] = [renameExponentLetters(gold), renameExponentLetters(answer)]
  return points.every((point) =>
    agreeAt(renamedGold, renamedAnswer, keepExponentsNearOne(point), work),
  )
}

/** Letters in exponents stay near one, whatever the values of the others. */
const keepExponentsNearOne =
  (point: FarPoint): FarPoint =>
  (name) =>
    name.endsWith(EXPONENT_SUFFIX)
      ? (rational(BigInt(350 + (childSeed(11, name) % 2_000)), 1_000n) ?? ONE)
      : point(name)

type FarPoint = (name: string) => Rational

function pointsByScale(): FarPoint[] {
  return SIZES.flatMap((size, number) =>
    [false, true].map((isNegative): FarPoint => {
      return (name) => {
        const factor = BigInt(1_000 + (childSeed(number, name) % 1_000))
        const value = rational(size * factor, 10_000_000n) ?? fromInteger(1n)
        return isNegative ? negate(value) : value
      }
    }),
  )
}

/** Points with all letters at each constant, at its negative, and well beyond both. */
function pointsAtConstants(constants: readonly Rational[]): FarPoint[] {
  return constants.flatMap((constant) => {
    const { numerator, denominator } = constant
    const beyond = rational(3n * numerator + 2n * denominator, denominator) ?? constant
    const values = [constant, negate(constant), beyond, negate(beyond)]
    return values.map(
      (value): FarPoint =>
        () =>
          value,
    )
  })
}

/** The values of a formula's constant parts, the largest first. */
function constantValues(node: Node, work: Budget): Rational[] {
  const values: Rational[] = []
  const collect = (part: Node): void => {
    if (values.length >= CONSTANTS_MAX) return
    const isConstant = part.kind === 'number' || collectSymbols(part).size === 0
    const value = isConstant ? exactValueOf(part, work) : null
    const isKnown = value === null || values.some((known) => isEqual(known, value))
    if (value !== null && !isKnown && value.numerator !== 0n) values.push(value)
    for (const child of childNodes(part)) collect(child)
  }
  collect(node)
  return values
}

function agreeAt(gold: Node, answer: Node, exactPoint: FarPoint, work: Budget): boolean {
  const isSame = sameExactly(gold, answer, exactPoint, work)
  if (isSame !== null) return isSame
  const point: LetterValues = (name) => real(toNumber(exactPoint(name)))
  const [goldValue, answerValue] = [evaluateAt(gold, point), evaluateAt(answer, point)]
  if (!isReal(goldValue) || !isReal(answerValue)) return true
  const distance = magnitude(minus(goldValue, answerValue))
  const size = Math.max(magnitude(goldValue), magnitude(answerValue))
  if (distance <= 1e-9 * size) return true
  return (
    distance <= FAR_TOLERANCE * Math.max(largestSummand(gold, point), largestSummand(answer, point))
  )
}

const isReal = ({ re, im }: Complex): boolean =>
  Number.isFinite(re) && Math.abs(im) <= 1e-9 * Math.abs(re)

const PERIODIC: ReadonlySet<string> = new Set(['sin', 'cos', 'tan', 'cot', 'sec', 'csc'])

/** The largest summand; rounding errors are proportional to it. */
function largestSummand(node: Node, point: LetterValues): number {
  const children = childNodes(node)
  const isAdded = node.kind === 'sum' || (node.kind === 'call' && PERIODIC.has(node.name))
  return children.reduce((peak, child) => {
    const value = isAdded ? magnitude(evaluateAt(child, point)) : 0
    return Math.max(peak, largestSummand(child, point), Number.isFinite(value) ? value : 0)
  }, 0)
}
