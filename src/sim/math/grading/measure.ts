import { byName } from '../../by-name.ts'
import { ExactReckoner } from './exact.ts'
import type { Node } from './node.ts'
import { numberOf } from './number-text.ts'
import { divide, ONE, type Rational, same } from './rational.ts'
import { type Comparing, constantValue, sameValue } from './same-value.ts'
import { contains, symbolsOf } from './tree.ts'
import { conversion, isKnownUnit, type Measured, measured } from './units.ts'

/** Whether two values are the same with their units, percent signs, degrees and bases. */
export function sameMeasure(gold: Node, answer: Node, comparing: Comparing): boolean {
  const [first, second] = [inDegrees(measured(gold)), inDegrees(measured(answer))]
  const factor = conversion(first.unit, second.unit)
  if (factor === null || saysOtherwise(first, second)) return false
  if (isMerePrime(second.unit, first.unit)) return false
  if (second.unit !== null && isMerePrime(first.unit, second.unit)) return false
  const [wanted, given] = inTen(first.node, second.node)
  if (!same(factor, ONE)) return sameValue(wanted, scaled(given, factor), comparing)
  if (wanted.kind === 'based' || given.kind === 'based') return sameDigits(wanted, given)
  const isInRadians = [first.unit, second.unit].some((unit) => unit !== null && RADIANS.test(unit))
  if (isInRadians && first.unit !== second.unit && !isTurn(wanted, given, comparing)) return false
  if (wanted.kind === 'degrees' || given.kind === 'degrees') {
    if (isInRadians) return sameValue(wanted, given, comparing)
    // 90 kg are no 90 degrees.
    if (first.unit !== null || second.unit !== null) return false
    return sameAngle(wanted, given, comparing)
  }
  const modulo = modulusMatches(wanted, given, comparing)
  if (modulo !== null) return modulo
  if (wanted.kind === 'ratio' && given.kind === 'ratio')
    return sameRatio(wanted.parts, given.parts, comparing)
  return sameValue(wanted, given, comparing)
}

/** What primes behind a number can mean. */
const PRIMES: Readonly<Record<string, RegExp>> = byName({
  "'": /^(?:f(?:oo|ee)?t|(?:arc)?min(?:ute)?s?)$/,
  "''": /^(?:in(?:che?)?s?|inches|(?:arc)?sec(?:ond)?s?)$/,
})

/** Whether a number has primes where the other has neither those nor what they mean. */
const isMerePrime = (unit: string | null, other: string | null): boolean =>
  unit !== null && unit !== other && PRIMES[unit]?.test(other ?? '') === false

/** Whether words that are no units say two things of a letter: "n even" and "n odd". */
function saysOtherwise(first: Measured, second: Measured): boolean {
  if (first.unit === null || second.unit === null || first.unit === second.unit) return false
  const isUnit = isKnownUnit(first.unit) && isKnownUnit(second.unit)
  return !isUnit && symbolsOf(first.node).size > 0
}

function scaled(node: Node, factor: Rational): Node {
  return { kind: 'product', factors: [node, { kind: 'number', value: factor, decimals: null }] }
}

/** Digits in base ten are a number, unless they stand beside digits in another base. */
function inTen(gold: Node, answer: Node): readonly [Node, Node] {
  if (gold.kind === 'based' && answer.kind === 'based') return [gold, answer]
  const plain = (node: Node): Node =>
    node.kind === 'based' && node.base === 10 ? (numberOf(node.digits) ?? node) : node
  const [wanted, given] = [plain(gold), plain(answer)]
  // 101 in base ten is not 101 in base two.
  return wanted.kind === 'based' || given.kind === 'based' ? [gold, answer] : [wanted, given]
}

/**
 * Digits in a base are compared as digits: the same value in another base is another answer. An
 * answer may leave out the base that the gold names, and name one that the gold's digits look like.
 */
function sameDigits(gold: Node, answer: Node): boolean {
  const [first, second] = [digitsOf(gold), digitsOf(answer)]
  if (first === null || second === null || first.digits !== second.digits) return false
  if (second.base === null || first.base === second.base) return true
  return first.base === null && looksBased(first.digits, second.base)
}

/** Whether digits were hardly meant in ten where an answer names this base: 1011, and no 35. */
const looksBased = (digits: string, base: number): boolean =>
  base < 10 && digits.length >= 3 && [...digits].every((digit) => Number(digit) < base)

function digitsOf(node: Node): { readonly digits: string; readonly base: number | null } | null {
  if (node.kind === 'based') return node
  if (node.kind !== 'number' || node.decimals !== null || node.value.denominator !== 1n) return null
  return { digits: `${node.value.numerator}`, base: null }
}

/** Degrees that were written as a unit. */
const inDegrees = ({ node, unit }: Measured): Measured =>
  unit !== null && /^deg(?:rees?)?$/.test(unit)
    ? { node: { kind: 'degrees', of: node }, unit: null }
    : { node, unit }

const RADIANS = /^rad(?:ians?)?$/

/** More than that is hardly ever said in radians: 90 of them are a slip for 90 degrees. */
const FULL_TURN = 6.3

/** Whether two values can be angles in radians: degrees, with pi in them, or at most a turn. */
function isTurn(gold: Node, answer: Node, { work }: Comparing): boolean {
  const isAngle = (node: Node): boolean => {
    if (node.kind === 'degrees' || isPi(node)) return true
    const value = constantValue(node, work)
    return value === null || Math.abs(value) <= FULL_TURN
  }
  return isAngle(gold) && isAngle(answer)
}

const isPi = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'constant' && part.name === 'pi')

/** Degrees equal the bare number of them, and the radians where pi shows that those are meant. */
function sameAngle(gold: Node, answer: Node, comparing: Comparing): boolean {
  const inner = (node: Node): Node => (node.kind === 'degrees' ? node.of : node)
  const areBoth = gold.kind === answer.kind
  if (!areBoth && (isPi(gold) || isPi(answer))) return sameValue(gold, answer, comparing)
  return sameValue(inner(gold), inner(answer), comparing)
}

/**
 * Whether two residues are congruent; a bare number is the least of its residue: 4 is "4 (mod 10)",
 * and 64 is not. `null` if there is none.
 */
export function modulusMatches(one: Node, other: Node, comparing: Comparing): boolean | null {
  if (one.kind !== 'modulo' && other.kind !== 'modulo') return null
  const [gold, answer] = [residue(one, other), residue(other, one)]
  if (gold.kind === 'modulo' && answer.kind === 'modulo') {
    if (!sameValue(gold.modulus, answer.modulus, comparing)) return false
    const difference: Node = { kind: 'sum', terms: [gold.of, { kind: 'negative', of: answer.of }] }
    const reckoner = new ExactReckoner(() => null, comparing.work)
    const [distance, modulus] = [reckoner.value(difference), reckoner.value(gold.modulus)]
    if (distance === null || modulus === null) return sameValue(gold.of, answer.of, comparing)
    return divide(distance, modulus)?.denominator === 1n
  }
  return isLeast(gold, answer, comparing) || isLeast(answer, gold, comparing)
}

/** Whether a number is the least of a residue that stands with just this number for it. */
function isLeast(number: Node, residue: Node, comparing: Comparing): boolean {
  if (residue.kind !== 'modulo' || number.kind === 'modulo') return false
  const reckoner = new ExactReckoner(() => null, comparing.work)
  const [value, modulus] = [reckoner.value(residue.of), reckoner.value(residue.modulus)]
  const share = value === null || modulus === null ? null : divide(value, modulus)
  const isBeyond = share !== null && (share.numerator < 0n || share.numerator >= share.denominator)
  return !isBeyond && sameValue(number, residue.of, comparing)
}

/** "5 mod 7" beside a residue is one as well. */
function residue(node: Node, beside: Node): Node {
  if (beside.kind !== 'modulo') return node
  const [of, modulus] = node.kind === 'call' && node.name === 'remainder' ? node.of : []
  return of === undefined || modulus === undefined ? node : { kind: 'modulo', of, modulus }
}

/** Ratios are the same if each part stands to the first as in the other. */
function sameRatio(gold: readonly Node[], answer: readonly Node[], comparing: Comparing): boolean {
  const [first, other] = [gold[0], answer[0]]
  if (gold.length !== answer.length || first === undefined || other === undefined) return false
  return gold.every((part, index) => {
    const against = answer[index]
    if (against === undefined) return false
    const crossed: Node = { kind: 'product', factors: [part, other] }
    return sameValue(crossed, { kind: 'product', factors: [against, first] }, comparing)
  })
}
