import { Budget } from '../budget.ts'
import { ExactEvaluator } from '../exact.ts'
import type { Node } from '../node.ts'
import { exactRoot, greatestCommonDivisor, type Rational } from '../rational.ts'
import { constantValue } from '../same-value.ts'
import { childrenOf, contains, symbolsOf } from '../tree.ts'
import { isAmount, isOpenAmount, isSpokenMoney, operatorsIn } from '../unfinished.ts'
import {
  contentOf,
  factorsOf,
  isFraction,
  isLiteral,
  isMixed,
  isMultiplied,
  type Part,
  termsOf,
  writtenInteger,
} from './flat.ts'
import { skeletonOf } from './skeleton.ts'

type Of<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

/**
 * Whether nothing is left to calculate in an answer. It has no sum, product, quotient or power of
 * numbers, no reducible fraction, no function of numbers that the gold lacks, no like terms, and
 * nothing neutral such as `x + 0`. The arrangement of an answer with letters does not matter here.
 *
 * @param goldOperations the functions and operations of the gold (`familiarTo`)
 */
export function isWorkedOut(node: Node, goldOperations: ReadonlySet<string>): boolean {
  const inner = (part: Node): boolean => isWorkedOut(part, goldOperations)
  switch (node.kind) {
    case 'negative':
      return node.of.kind !== 'negative' && !isZero(node.of) && inner(node.of)
    case 'quantity':
      if (!isAmount(node)) return inner(node.of)
      return isSpokenMoney(node) || (goldOperations.has('amount') && !isOpenAmount(node))
    case 'sum':
      return isMixed(node) ? inner(node.terms[1] as Node) : isWorkedSum(node, inner)
    case 'product':
      return isWorkedProduct(node, inner)
    case 'quotient':
      return isFraction(node) ? isShortened(node) : isWorkedQuotient(node, inner)
    case 'power':
      return isWorkedPower(node, inner, goldOperations)
    case 'call':
      return node.of.every(inner) && isWorkedCall(node, goldOperations)
    case 'applied':
      if (isMultiplied(node)) return isWorkedProduct(node, inner)
      return goldOperations.has('function') && node.of.every(inner)
    case 'opaque':
      return goldOperations.has('operator') && node.of.every(inner)
    case 'combined':
      return (node.by === 'union' || goldOperations.has(node.by)) && node.parts.every(inner)
    case 'modulo':
      return isRemainder(node) && inner(node.of)
    case 'ratio':
      return (goldOperations.has('ratio') || isShortRatio(node)) && node.parts.every(inner)
    default:
      return childrenOf(node).every(inner)
  }
}

/** The operations of the gold that an answer may have too. */
export function operationsOf(gold: Node | null): ReadonlySet<string> {
  const found = new Set<string>()
  const note = (node: Node): false => {
    if (node.kind === 'call') found.add(FAMILIES.get(node.name) ?? node.name)
    if (node.kind === 'combined') found.add(node.by)
    if (node.kind === 'ratio') found.add('ratio')
    if (isTurn(node)) found.add('turn')
    if (isAmount(node)) found.add('amount')
    return false
  }
  if (gold === null) return found
  contains(gold, note)
  for (const operator of operatorsIn(gold)) found.add(operator)
  return found
}

/** Functions that are equal under other names. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ...['sin', 'cos', 'tan', 'cot', 'sec', 'csc'].map((name) => [name, 'angle'] as const),
  ...['arcsin', 'arccos', 'arctan', 'arccot', 'arcsec', 'arccsc'].map(
    (name) => [name, 'inverse'] as const,
  ),
  ['log', 'logarithm'],
  ['ln', 'logarithm'],
])

const isZero = (node: Node): boolean => writtenInteger(node) === 0n
const isOne = (node: Node): boolean => {
  const whole = writtenInteger(node)
  return whole === 1n || whole === -1n
}
const isConstant = (node: Node): boolean => symbolsOf(node).size === 0
const isArray = ({ kind }: Node): boolean => kind === 'matrix' || kind === 'tuple'
const hasTwo = (parts: readonly Part[], is: (node: Node) => boolean): boolean =>
  parts.filter(({ node }) => is(node)).length > 1

function isWorkedSum(node: Of<'sum'>, inner: (part: Node) => boolean): boolean {
  const terms = termsOf(node)
  if (hasTwo(terms, isLiteral) || hasTwo(terms, isArray)) return false
  if (terms.some(({ node: term }) => isZero(term) || !inner(term))) return false
  const kinds = terms.map(({ node: term }) => literalPart(term))
  return new Set(kinds).size === kinds.length
}

/** The literal part of a term; like terms have the same. */
function literalPart(term: Node): string {
  const literals = factorsOf(term).filter(({ node }) => !isLiteral(node))
  const [over, under] = [false, true].map((isBelow) =>
    literals.filter(({ isOpposed }) => isOpposed === isBelow).map(({ node }) => node),
  ) as [Node[], Node[]]
  const product = (factors: readonly Node[]): Node => ({ kind: 'product', factors })
  return skeletonOf({ kind: 'quotient', over: product(over), under: product(under) })
}

function isWorkedProduct(node: Node, inner: (part: Node) => boolean): boolean {
  const factors = factorsOf(node)
  // One million is a number, not a product.
  const isSpoken = factors.length === 2 && isScientific(factors)
  if (
    factors.some(({ node: factor }) => (isTrivialFactor(factor) && !isSpoken) || !inner(factor))
  ) {
    return false
  }
  if (hasTwo(factors, isArray) || hasTwo(factors, isRootOfNumber)) return false
  const numbers = factors.filter(({ node: factor }) => isLiteral(factor) || isPowerOfTen(factor))
  if (numbers.length > 1 && !isScientific(numbers)) return false
  const constants = factors.filter(({ node: factor }) => isConstant(factor) && !isLiteral(factor))
  if (hasTwo(constants, ({ kind }) => kind === 'sum')) return false
  return new Set(constants.map(({ node: one }) => skeletonOf(one))).size === constants.length
}

/** A number that is neutral or absorbing as a factor: 1, 100 %, 0. */
function isTrivialFactor(factor: Node): boolean {
  const value = isLiteral(factor) ? exactOf(factor) : null
  if (value === null) return false
  const { numerator, denominator } = value
  return numerator === 0n || numerator === denominator || numerator === -denominator
}

/** Powers of ten as written or spoken: 10^6, a million. */
const isPowerOfTen = (node: Node): boolean =>
  (node.kind === 'power' && writtenInteger(node.base) === 10n) || isMillion(node)
const isMillion = (node: Node): boolean => /^10{6,}$/.test(String(writtenInteger(node)))
const isScientific = ([first, second, third]: readonly Part[]): boolean =>
  third === undefined && first !== undefined && second !== undefined && isPowerOfTen(second.node)

const isRootOfNumber = (node: Node): boolean =>
  node.kind === 'call' && node.name === 'root' && node.of.every(isLiteral)

const isShortened = ({ over, under }: Of<'quotient'>): boolean => {
  const [above, below] = [writtenInteger(over), writtenInteger(under)]
  if (above === null || below === null || isOne(under)) return false
  return above < 0n && below < 0n ? false : greatestCommonDivisor(above, below) === 1n
}

/** Whether a ratio that stands for a number is not an open division. */
const isShortRatio = ({ parts }: Of<'ratio'>): boolean =>
  parts.every((part) => !isLiteral(part) || writtenInteger(part) !== null) &&
  parts.reduce((all, part) => greatestCommonDivisor(all, contentOf(part)), 0n) === 1n

function isWorkedQuotient(node: Of<'quotient'>, inner: (part: Node) => boolean): boolean {
  const { over, under } = node
  if (!inner(over) || !inner(under)) return false
  // A divided or dividing number is an integer.
  if (isOne(under) || isZero(over)) return false
  const isBroken = (part: Node): boolean => isLiteral(part) && writtenInteger(part) === null
  if (isBroken(under) || isBroken(over)) return false
  if (greatestCommonDivisor(contentOf(over), contentOf(under)) > 1n) return false
  if (isConstant(under) && contains(under, isUnit)) return false
  const [above, below] = [factorsOf(over), factorsOf(under)].map((parts) =>
    parts.filter(({ node: part }) => !isLiteral(part)).map(({ node: part }) => part),
  ) as [Node[], Node[]]
  const roots = [above, below].map((parts) => parts.filter(isRootOfNumber).map(radicandOf))
  if (roots[0]?.some((one) => roots[1]?.some((two) => greatestCommonDivisor(one, two) > 1n)))
    return false
  const bases = new Set(above.map((part) => skeletonOf(baseOf(part))))
  return !below.some((part) => bases.has(skeletonOf(baseOf(part))))
}

const isUnit = (node: Node): boolean => node.kind === 'constant' && node.name === 'i'
const baseOf = (node: Node): Node => (node.kind === 'power' ? baseOf(node.base) : node)
const radicandOf = (node: Node): bigint =>
  (node.kind === 'call' && node.of[0] !== undefined ? writtenInteger(node.of[0]) : null) ?? 1n

function isWorkedPower(
  node: Of<'power'>,
  inner: (part: Node) => boolean,
  goldOperations: ReadonlySet<string>,
): boolean {
  const { base, exponent } = node
  if (!inner(base) || !inner(exponent) || isTrivialFactor(base) || isArray(base)) return false
  if (isTrivialFactor(exponent) && writtenInteger(exponent) !== -1n) return false
  if (base.kind === 'power' && isLiteral(exponent) && isLiteral(base.exponent)) return false
  if (!isConstant(base)) return true
  const times = writtenInteger(exponent)
  if (times !== null) {
    if (isLiteral(base)) return writtenInteger(base) === 10n
    return base.kind === 'constant' && base.name !== 'i'
  }
  if (isLiteral(base) && isLiteral(exponent)) {
    return exactPower(base, exponent) === null
  }
  if (contains(exponent, ({ kind, ...rest }) => kind === 'call' && isLogarithm(rest))) return false
  return !isTurn(node) || goldOperations.has('turn')
}

const isLogarithm = (rest: object): boolean =>
  'name' in rest && FAMILIES.get(String(rest.name)) === 'logarithm'

/** A power of e or of a root of unity: e^{i pi/3}. */
const isTurn = (node: Node): boolean =>
  node.kind === 'power' && isConstant(node) && contains(node.exponent, isUnit)

const WORK_UNITS = 5_000
const exactOf = (node: Node): Rational | null =>
  new ExactEvaluator(() => null, new Budget(WORK_UNITS)).value(node)

/** The value of `8^{2/3}` if it is an integer or a fraction. */
function exactPower(base: Node, exponent: Node): Rational | null {
  const [below, above] = [exactOf(base), exactOf(exponent)]
  if (below === null || above === null || above.denominator > 64n) return null
  return exactRoot(below, Number(above.denominator))
}

/** Functions whose values are known only for known arguments. */
const LEFT_STANDING: ReadonlySet<string> = new Set(['angle', 'inverse', 'logarithm'])

function isWorkedCall({ name, of }: Of<'call'>, goldOperations: ReadonlySet<string>): boolean {
  if (!of.every(isConstant)) return true
  if (name === 'root') return isWorkedRoot(of)
  const family = FAMILIES.get(name) ?? name
  if (!goldOperations.has(family) || !LEFT_STANDING.has(family)) return false
  return !isSimple(constantValue({ kind: 'call', name, of }, new Budget(WORK_UNITS)))
}

function isWorkedRoot([of, degree]: readonly Node[]): boolean {
  if (of === undefined || degree === undefined) return true
  const [inside, times] = [exactOf(of), writtenInteger(degree)]
  if (times === null) return !isConstant(degree)
  if (times < 2n || times > 64n) return false
  if (inside === null) return !isLiteral(of)
  return exactRoot(inside, Number(times)) === null
}

/** Whether a value is an integer or a fraction with a small denominator. */
const isSimple = (value: number | null): boolean =>
  value === null ||
  [1, 2, 3, 4, 5, 6, 8, 10, 12].some(
    (under) => Math.abs(value * under - Math.round(value * under)) < 1e-9,
  )

function isRemainder({ of, modulus }: Of<'modulo'>): boolean {
  const [value, below] = [writtenInteger(of), writtenInteger(modulus)]
  return value === null || below === null || (value > -below && value < below)
}

/** Whether every inequality of an answer isolates a letter from numbers. */
export function hasSolvedInequalities(node: Node): boolean {
  if (node.kind !== 'relation') return childrenOf(node).every(hasSolvedInequalities)
  if (node.comparisons.every((sign) => sign === '=' || sign === '≡')) return true
  return node.sides.every((side) => isConstant(side) || /^(?:symbol|applied)$/.test(side.kind))
}
