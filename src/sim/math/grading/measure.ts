import { byName } from '../../by-name.ts'
import { exactValueOf } from './exact.ts'
import type { Node } from './node.ts'
import { parseDigits } from './number-text.ts'
import { divide, isEqual, ONE, type Rational } from './rational.ts'
import { type ComparisonContext, constantValue, sameValue } from './same-value.ts'
import { asResidue, collectSymbols, contains } from './tree.ts'
import { conversion, isKnownUnit, splitUnit, type ValueWithUnit } from './units.ts'

/** Whether two values are equal including units, percent signs, degrees and bases. */
export function sameMeasure(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const [goldMeasure, answerMeasure] = [
    withDegrees(splitUnit(gold)),
    withDegrees(splitUnit(answer)),
  ]
  const factor = conversion(goldMeasure.unit, answerMeasure.unit)
  if (factor === null || differsInWords(goldMeasure, answerMeasure)) return false
  if (isUnrelatedPrime(answerMeasure.unit, goldMeasure.unit)) return false
  if (answerMeasure.unit !== null && isUnrelatedPrime(goldMeasure.unit, answerMeasure.unit))
    return false
  const [goldValue, answerValue] = inBaseTen(goldMeasure.node, answerMeasure.node)
  if (!isEqual(factor, ONE)) return sameValue(goldValue, scale(answerValue, factor), context)
  if (goldValue.kind === 'based' || answerValue.kind === 'based')
    return sameDigits(goldValue, answerValue)
  const isInRadians = [goldMeasure.unit, answerMeasure.unit].some(
    (unit) => unit !== null && RADIANS.test(unit),
  )
  if (
    isInRadians &&
    goldMeasure.unit !== answerMeasure.unit &&
    !canBeRadians(goldValue, answerValue, context)
  )
    return false
  if (goldValue.kind === 'degrees' || answerValue.kind === 'degrees') {
    if (isInRadians) return sameValue(goldValue, answerValue, context)
    // 90 kg is not 90 degrees.
    if (goldMeasure.unit !== null || answerMeasure.unit !== null) return false
    return sameAngle(goldValue, answerValue, context)
  }
  const agreeByModulus = modulusMatches(goldValue, answerValue, context)
  if (agreeByModulus !== null) return agreeByModulus
  if (goldValue.kind === 'ratio' && answerValue.kind === 'ratio')
    return sameRatio(goldValue.parts, answerValue.parts, context)
  return sameValue(goldValue, answerValue, context)
}

/** The possible meanings of primes after a number. */
const PRIMES: Readonly<Record<string, RegExp>> = byName({
  "'": /^(?:f(?:oo|ee)?t|(?:arc)?min(?:ute)?s?)$/,
  "''": /^(?:in(?:che?)?s?|inches|(?:arc)?sec(?:ond)?s?)$/,
})

/**
 * Whether one number has primes, and the other has neither primes nor a unit that they can mean.
 */
const isUnrelatedPrime = (unit: string | null, otherUnit: string | null): boolean =>
  unit !== null && unit !== otherUnit && PRIMES[unit]?.test(otherUnit ?? '') === false

/** Whether words that are not units differ, as in "n even" and "n odd". */
function differsInWords(first: ValueWithUnit, second: ValueWithUnit): boolean {
  if (first.unit === null || second.unit === null || first.unit === second.unit) return false
  const isUnit = isKnownUnit(first.unit) && isKnownUnit(second.unit)
  return !isUnit && collectSymbols(first.node).size > 0
}

function scale(node: Node, factor: Rational): Node {
  return { kind: 'product', factors: [node, { kind: 'number', value: factor, decimals: null }] }
}

/** Reads digits in base ten as a number, unless the other side has another base. */
function inBaseTen(gold: Node, answer: Node): readonly [Node, Node] {
  if (gold.kind === 'based' && answer.kind === 'based') return [gold, answer]
  const toDecimal = (node: Node): Node =>
    node.kind === 'based' && node.base === 10 ? (parseDigits(node.digits) ?? node) : node
  const [goldValue, answerValue] = [toDecimal(gold), toDecimal(answer)]
  // 101 in base ten is not 101 in base two.
  return goldValue.kind === 'based' || answerValue.kind === 'based'
    ? [gold, answer]
    : [goldValue, answerValue]
}

/**
 * Compares digits in a base: the same value in another base is another answer. An answer may omit
 * the gold's base. It may add a base if the gold's digits look like it.
 */
function sameDigits(gold: Node, answer: Node): boolean {
  const [goldDigits, answerDigits] = [toDigits(gold), toDigits(answer)]
  if (goldDigits === null || answerDigits === null || goldDigits.digits !== answerDigits.digits)
    return false
  if (answerDigits.base === null || goldDigits.base === answerDigits.base) return true
  return goldDigits.base === null && looksLikeBase(goldDigits.digits, answerDigits.base)
}

/** Whether digits are probably in the base that an answer names: 1011, but not 35. */
const looksLikeBase = (digits: string, base: number): boolean =>
  base < 10 && digits.length >= 3 && [...digits].every((digit) => Number(digit) < base)

function toDigits(node: Node): { readonly digits: string; readonly base: number | null } | null {
  if (node.kind === 'based') return node
  if (node.kind !== 'number' || node.decimals !== null || node.value.denominator !== 1n) return null
  return { digits: `${node.value.numerator}`, base: null }
}

/** Degrees that were written as a unit. */
const withDegrees = ({ node, unit }: ValueWithUnit): ValueWithUnit =>
  unit !== null && /^deg(?:rees?)?$/.test(unit)
    ? { node: { kind: 'degrees', operand: node }, unit: null }
    : { node, unit }

const RADIANS = /^rad(?:ians?)?$/

/** A larger angle is rarely in radians: 90 is a slip for 90 degrees. */
const FULL_TURN = 6.3

/** Whether two values can be angles in radians: degrees, multiples of pi, or at most a turn. */
function canBeRadians(gold: Node, answer: Node, { work }: ComparisonContext): boolean {
  const isAngle = (node: Node): boolean => {
    if (node.kind === 'degrees' || containsPi(node)) return true
    const value = constantValue(node, work)
    return value === null || Math.abs(value) <= FULL_TURN
  }
  return isAngle(gold) && isAngle(answer)
}

const containsPi = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'constant' && part.name === 'pi')

/** Degrees equal the bare number, or the radians if pi shows that those are meant. */
function sameAngle(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const withoutDegrees = (node: Node): Node => (node.kind === 'degrees' ? node.operand : node)
  const areBothInDegrees = gold.kind === answer.kind
  if (!areBothInDegrees && (containsPi(gold) || containsPi(answer)))
    return sameValue(gold, answer, context)
  return sameValue(withoutDegrees(gold), withoutDegrees(answer), context)
}

/**
 * Whether two residues are congruent; `null` if there is none. A bare number must be the least
 * residue: 4 equals "4 (mod 10)", and 64 does not.
 */
export function modulusMatches(
  goldNode: Node,
  answerNode: Node,
  context: ComparisonContext,
): boolean | null {
  if (goldNode.kind !== 'modulo' && answerNode.kind !== 'modulo') return null
  const [gold, answer] = [readAsResidue(goldNode, answerNode), readAsResidue(answerNode, goldNode)]
  if (gold.kind === 'modulo' && answer.kind === 'modulo') {
    if (!sameValue(gold.modulus, answer.modulus, context)) return false
    const difference: Node = {
      kind: 'sum',
      terms: [gold.operand, { kind: 'negative', operand: answer.operand }],
    }
    const distance = exactValueOf(difference, context.work)
    const modulus = exactValueOf(gold.modulus, context.work)
    if (distance === null || modulus === null)
      return sameValue(gold.operand, answer.operand, context)
    return divide(distance, modulus)?.denominator === 1n
  }
  return isLeastResidue(gold, answer, context) || isLeastResidue(answer, gold, context)
}

/** Whether a number is the least residue. */
function isLeastResidue(number: Node, residue: Node, context: ComparisonContext): boolean {
  if (residue.kind !== 'modulo' || number.kind === 'modulo') return false
  const value = exactValueOf(residue.operand, context.work)
  const modulus = exactValueOf(residue.modulus, context.work)
  const ratio = value === null || modulus === null ? null : divide(value, modulus)
  const isOutOfRange =
    ratio !== null && (ratio.numerator < 0n || ratio.numerator >= ratio.denominator)
  return !isOutOfRange && sameValue(number, residue.operand, context)
}

/** Reads "5 mod 7" next to a residue as a residue too. */
const readAsResidue = (node: Node, otherNode: Node): Node =>
  otherNode.kind === 'modulo' ? asResidue(node) : node

/** Ratios are equal if corresponding parts are proportional. */
function sameRatio(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
): boolean {
  const [goldFirst, answerFirst] = [gold[0], answer[0]]
  if (gold.length !== answer.length || goldFirst === undefined || answerFirst === undefined)
    return false
  return gold.every((part, index) => {
    const answerPart = answer[index]
    if (answerPart === undefined) return false
    const crossProduct: Node = { kind: 'product', factors: [part, answerFirst] }
    return sameValue(crossProduct, { kind: 'product', factors: [answerPart, goldFirst] }, context)
  })
}
