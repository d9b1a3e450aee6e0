import { byName } from '../../by-name.ts'
import { ExactEvaluator } from './exact.ts'
import type { Node } from './node.ts'
import { numberOf } from './number-text.ts'
import { divide, ONE, type Rational, same } from './rational.ts'
import { type ComparisonContext, constantValue, sameValue } from './same-value.ts'
import { asResidue, contains, symbolsOf } from './tree.ts'
import { conversion, isKnownUnit, type Measured, measured } from './units.ts'

/** Whether two values are equal including units, percent signs, degrees and bases. */
export function sameMeasure(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const [first, second] = [withDegrees(measured(gold)), withDegrees(measured(answer))]
  const factor = conversion(first.unit, second.unit)
  if (factor === null || differsInWords(first, second)) return false
  if (isMerePrime(second.unit, first.unit)) return false
  if (second.unit !== null && isMerePrime(first.unit, second.unit)) return false
  const [wanted, given] = inBaseTen(first.node, second.node)
  if (!same(factor, ONE)) return sameValue(wanted, scaled(given, factor), context)
  if (wanted.kind === 'based' || given.kind === 'based') return sameDigits(wanted, given)
  const isInRadians = [first.unit, second.unit].some((unit) => unit !== null && RADIANS.test(unit))
  if (isInRadians && first.unit !== second.unit && !canBeRadians(wanted, given, context))
    return false
  if (wanted.kind === 'degrees' || given.kind === 'degrees') {
    if (isInRadians) return sameValue(wanted, given, context)
    // 90 kg is not 90 degrees.
    if (first.unit !== null || second.unit !== null) return false
    return sameAngle(wanted, given, context)
  }
  const modulo = modulusMatches(wanted, given, context)
  if (modulo !== null) return modulo
  if (wanted.kind === 'ratio' && given.kind === 'ratio')
    return sameRatio(wanted.parts, given.parts, context)
  return sameValue(wanted, given, context)
}

/** The possible meanings of primes after a number. */
const PRIMES: Readonly<Record<string, RegExp>> = byName({
  "'": /^(?:f(?:oo|ee)?t|(?:arc)?min(?:ute)?s?)$/,
  "''": /^(?:in(?:che?)?s?|inches|(?:arc)?sec(?:ond)?s?)$/,
})

/**
 * Whether one number has primes, and the other has neither primes nor a unit that they can mean.
 */
const isMerePrime = (unit: string | null, other: string | null): boolean =>
  unit !== null && unit !== other && PRIMES[unit]?.test(other ?? '') === false

/** Whether words that are not units differ, as in "n even" and "n odd". */
function differsInWords(first: Measured, second: Measured): boolean {
  if (first.unit === null || second.unit === null || first.unit === second.unit) return false
  const isUnit = isKnownUnit(first.unit) && isKnownUnit(second.unit)
  return !isUnit && symbolsOf(first.node).size > 0
}

function scaled(node: Node, factor: Rational): Node {
  return { kind: 'product', factors: [node, { kind: 'number', value: factor, decimals: null }] }
}

/** Reads digits in base ten as a number, unless the other side has another base. */
function inBaseTen(gold: Node, answer: Node): readonly [Node, Node] {
  if (gold.kind === 'based' && answer.kind === 'based') return [gold, answer]
  const plain = (node: Node): Node =>
    node.kind === 'based' && node.base === 10 ? (numberOf(node.digits) ?? node) : node
  const [wanted, given] = [plain(gold), plain(answer)]
  // 101 in base ten is not 101 in base two.
  return wanted.kind === 'based' || given.kind === 'based' ? [gold, answer] : [wanted, given]
}

/**
 * Compares digits in a base: the same value in another base is another answer. An answer may omit
 * the gold's base. It may add a base if the gold's digits look like it.
 */
function sameDigits(gold: Node, answer: Node): boolean {
  const [first, second] = [digitsOf(gold), digitsOf(answer)]
  if (first === null || second === null || first.digits !== second.digits) return false
  if (second.base === null || first.base === second.base) return true
  return first.base === null && looksLikeBase(first.digits, second.base)
}

/** Whether digits are probably in the base that an answer names: 1011, but not 35. */
const looksLikeBase = (digits: string, base: number): boolean =>
  base < 10 && digits.length >= 3 && [...digits].every((digit) => Number(digit) < base)

function digitsOf(node: Node): { readonly digits: string; readonly base: number | null } | null {
  if (node.kind === 'based') return node
  if (node.kind !== 'number' || node.decimals !== null || node.value.denominator !== 1n) return null
  return { digits: `${node.value.numerator}`, base: null }
}

/** Degrees that were written as a unit. */
const withDegrees = ({ node, unit }: Measured): Measured =>
  unit !== null && /^deg(?:rees?)?$/.test(unit)
    ? { node: { kind: 'degrees', of: node }, unit: null }
    : { node, unit }

const RADIANS = /^rad(?:ians?)?$/

/** A larger angle is rarely in radians: 90 is a slip for 90 degrees. */
const FULL_TURN = 6.3

/** Whether two values can be angles in radians: degrees, multiples of pi, or at most a turn. */
function canBeRadians(gold: Node, answer: Node, { work }: ComparisonContext): boolean {
  const isAngle = (node: Node): boolean => {
    if (node.kind === 'degrees' || isPi(node)) return true
    const value = constantValue(node, work)
    return value === null || Math.abs(value) <= FULL_TURN
  }
  return isAngle(gold) && isAngle(answer)
}

const isPi = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'constant' && part.name === 'pi')

/** Degrees equal the bare number, or the radians if pi shows that those are meant. */
function sameAngle(gold: Node, answer: Node, context: ComparisonContext): boolean {
  const inner = (node: Node): Node => (node.kind === 'degrees' ? node.of : node)
  const areBoth = gold.kind === answer.kind
  if (!areBoth && (isPi(gold) || isPi(answer))) return sameValue(gold, answer, context)
  return sameValue(inner(gold), inner(answer), context)
}

/**
 * Whether two residues are congruent; `null` if there is none. A bare number must be the least
 * residue: 4 equals "4 (mod 10)", and 64 does not.
 */
export function modulusMatches(one: Node, other: Node, context: ComparisonContext): boolean | null {
  if (one.kind !== 'modulo' && other.kind !== 'modulo') return null
  const [gold, answer] = [residue(one, other), residue(other, one)]
  if (gold.kind === 'modulo' && answer.kind === 'modulo') {
    if (!sameValue(gold.modulus, answer.modulus, context)) return false
    const difference: Node = { kind: 'sum', terms: [gold.of, { kind: 'negative', of: answer.of }] }
    const evaluator = new ExactEvaluator(() => null, context.work)
    const [distance, modulus] = [evaluator.value(difference), evaluator.value(gold.modulus)]
    if (distance === null || modulus === null) return sameValue(gold.of, answer.of, context)
    return divide(distance, modulus)?.denominator === 1n
  }
  return isLeast(gold, answer, context) || isLeast(answer, gold, context)
}

/** Whether a number is the least residue. */
function isLeast(number: Node, residue: Node, context: ComparisonContext): boolean {
  if (residue.kind !== 'modulo' || number.kind === 'modulo') return false
  const evaluator = new ExactEvaluator(() => null, context.work)
  const [value, modulus] = [evaluator.value(residue.of), evaluator.value(residue.modulus)]
  const share = value === null || modulus === null ? null : divide(value, modulus)
  const isBeyond = share !== null && (share.numerator < 0n || share.numerator >= share.denominator)
  return !isBeyond && sameValue(number, residue.of, context)
}

/** Reads "5 mod 7" next to a residue as a residue too. */
const residue = (node: Node, beside: Node): Node =>
  beside.kind === 'modulo' ? asResidue(node) : node

/** Ratios are equal if corresponding parts are proportional. */
function sameRatio(
  gold: readonly Node[],
  answer: readonly Node[],
  context: ComparisonContext,
): boolean {
  const [first, other] = [gold[0], answer[0]]
  if (gold.length !== answer.length || first === undefined || other === undefined) return false
  return gold.every((part, index) => {
    const against = answer[index]
    if (against === undefined) return false
    const crossed: Node = { kind: 'product', factors: [part, other] }
    return sameValue(crossed, { kind: 'product', factors: [against, first] }, context)
  })
}
