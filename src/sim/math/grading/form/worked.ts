import { Budget } from '../budget.ts'
import { isNamedPoint } from '../collection.ts'
import { exactValueOf } from '../exact.ts'
import type { Node } from '../node.ts'
import { exactRoot, greatestCommonDivisor, type Rational } from '../rational.ts'
import { constantValue } from '../same-value.ts'
import { childNodes, collectSymbols, contains } from '../tree.ts'
import { isAmount, isOpenAmount, isSpokenMoney, operatorsIn } from '../unfinished.ts'
import {
  commonFactor,
  flattenFactors,
  flattenTerms,
  isFraction,
  isLiteral,
  isMixedNumber,
  isMultiplied,
  type SignedPart,
  writtenInteger,
} from './flat.ts'
import { toSkeleton } from './skeleton.ts'

type NodeOfKind<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

/**
 * Whether nothing is left to calculate in an answer. It has no sum, product, quotient or power of
 * numbers, no reducible fraction, no function of numbers that the gold lacks, no like terms, and
 * nothing neutral such as `x + 0`. The arrangement of an answer with letters does not matter here.
 *
 * @param goldOperations the functions and operations of the gold (`findOperations`)
 */
export function isWorkedOut(node: Node, goldOperations: ReadonlySet<string>): boolean {
  const isPartWorkedOut = (part: Node): boolean => isWorkedOut(part, goldOperations)
  switch (node.kind) {
    case 'negative':
      return (
        node.operand.kind !== 'negative' && !isZero(node.operand) && isPartWorkedOut(node.operand)
      )
    case 'quantity':
      if (!isAmount(node)) return isPartWorkedOut(node.operand)
      return isSpokenMoney(node) || (goldOperations.has('amount') && !isOpenAmount(node))
    case 'sum':
      return isMixedNumber(node)
        ? isPartWorkedOut(node.terms[1] as Node)
        : isWorkedSum(node, isPartWorkedOut)
    case 'product':
      return isWorkedProduct(node, isPartWorkedOut)
    case 'quotient':
      return isFraction(node) ? isReduced(node) : isWorkedQuotient(node, isPartWorkedOut)
    case 'power':
      return isWorkedPower(node, isPartWorkedOut, goldOperations)
    case 'call':
      return node.operands.every(isPartWorkedOut) && isWorkedCall(node, goldOperations)
    case 'applied':
      if (isMultiplied(node)) return isWorkedProduct(node, isPartWorkedOut)
      return (
        (goldOperations.has('function') || (goldOperations.has('tuple') && isNamedPoint(node))) &&
        node.operands.every(isPartWorkedOut)
      )
    case 'opaque':
      return goldOperations.has('operator') && node.operands.every(isPartWorkedOut)
    case 'combined':
      return (
        (node.operation === 'union' ||
          goldOperations.has(node.operation) ||
          isRealsWithout(node)) &&
        node.parts.every(isPartWorkedOut)
      )
    case 'modulo':
      return isRemainder(node) && isPartWorkedOut(node.operand)
    case 'ratio': {
      // A time of day is not shortened: 3:30, 7:45 a.m.
      const mustBeShort =
        !goldOperations.has('ratio') || (isNumeric(node) && goldOperations.has('short ratio'))
      return (!mustBeShort || isShortRatio(node)) && node.parts.every(isPartWorkedOut)
    }
    default:
      return childNodes(node).every(isPartWorkedOut)
  }
}

/** The operations of the gold that an answer may have too. */
export function findOperations(gold: Node | null): ReadonlySet<string> {
  const operations = new Set<string>()
  const addOperation = (node: Node): false => {
    if (node.kind === 'call') operations.add(FAMILIES.get(node.name) ?? node.name)
    if (node.kind === 'combined') operations.add(node.operation)
    if (node.kind === 'ratio' || node.kind === 'tuple') operations.add(node.kind)
    if (node.kind === 'ratio' && isNumeric(node) && isShortRatio(node)) {
      operations.add('short ratio')
    }
    if (isPolarPower(node)) operations.add('turn')
    if (isAmount(node)) operations.add('amount')
    return false
  }
  if (gold === null) return operations
  contains(gold, addOperation)
  for (const operator of operatorsIn(gold)) operations.add(operator)
  return operations
}

/** `\mathbb{R} \setminus \{2\}`, the usual notation of a domain. */
const isRealsWithout = ({ operation, parts }: NodeOfKind<'combined'>): boolean => {
  const [first, second] = parts
  const isReals = first?.kind === 'constant' && first.name === 'reals'
  return operation === 'difference' && isReals && second?.kind === 'set'
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
  const integer = writtenInteger(node)
  return integer === 1n || integer === -1n
}
const isConstant = (node: Node): boolean => collectSymbols(node).size === 0
const isArray = ({ kind }: Node): boolean => kind === 'matrix' || kind === 'tuple'
const hasTwo = (parts: readonly SignedPart[], predicate: (node: Node) => boolean): boolean =>
  parts.filter(({ node }) => predicate(node)).length > 1

function isWorkedSum(node: NodeOfKind<'sum'>, isPartWorkedOut: (part: Node) => boolean): boolean {
  const terms = flattenTerms(node)
  if (hasTwo(terms, isLiteral) || hasTwo(terms, isArray)) return false
  if (terms.some(({ node: term }) => isZero(term) || !isPartWorkedOut(term))) return false
  const kinds = terms.map(({ node: term }) => literalPart(term))
  return new Set(kinds).size === kinds.length
}

/** The literal part of a term; like terms have the same. */
function literalPart(term: Node): string {
  const literals = flattenFactors(term).filter(({ node }) => !isLiteral(node))
  const [numeratorFactors, denominatorFactors] = [false, true].map((isBelow) =>
    literals.filter(({ isOpposed }) => isOpposed === isBelow).map(({ node }) => node),
  ) as [Node[], Node[]]
  const product = (factors: readonly Node[]): Node => ({ kind: 'product', factors })
  return toSkeleton({
    kind: 'quotient',
    numerator: product(numeratorFactors),
    denominator: product(denominatorFactors),
  })
}

function isWorkedProduct(node: Node, isPartWorkedOut: (part: Node) => boolean): boolean {
  const factors = flattenFactors(node)
  // One million is a number, not a product.
  const isSpoken = factors.length === 2 && isScientific(factors)
  if (
    factors.some(
      ({ node: factor }) => (isTrivialFactor(factor) && !isSpoken) || !isPartWorkedOut(factor),
    )
  ) {
    return false
  }
  if (hasTwo(factors, isArray) || hasTwo(factors, isRootOfNumber)) return false
  const numbers = factors.filter(({ node: factor }) => isLiteral(factor) || isPowerOfTen(factor))
  if (numbers.length > 1 && !isScientific(numbers)) return false
  const constants = factors.filter(({ node: factor }) => isConstant(factor) && !isLiteral(factor))
  if (hasTwo(constants, ({ kind }) => kind === 'sum')) return false
  return (
    new Set(constants.map(({ node: constant }) => toSkeleton(constant))).size === constants.length
  )
}

/** A number that is neutral or absorbing as a factor: 1, 100 %, 0. */
function isTrivialFactor(factor: Node): boolean {
  const value = isLiteral(factor) ? exactValue(factor) : null
  if (value === null) return false
  const { numerator, denominator } = value
  return numerator === 0n || numerator === denominator || numerator === -denominator
}

/** Powers of ten as written or spoken: 10^6, a million. */
const isPowerOfTen = (node: Node): boolean =>
  (node.kind === 'power' && writtenInteger(node.base) === 10n) || isMillion(node)
const isMillion = (node: Node): boolean => /^10{6,}$/.test(String(writtenInteger(node)))
const isScientific = ([first, second, third]: readonly SignedPart[]): boolean =>
  third === undefined && first !== undefined && second !== undefined && isPowerOfTen(second.node)

const isRootOfNumber = (node: Node): boolean =>
  node.kind === 'call' && node.name === 'root' && node.operands.every(isLiteral)

const isReduced = ({ numerator, denominator }: NodeOfKind<'quotient'>): boolean => {
  const [numeratorValue, denominatorValue] = [
    writtenInteger(numerator),
    writtenInteger(denominator),
  ]
  if (numeratorValue === null || denominatorValue === null || isOne(denominator)) return false
  return numeratorValue < 0n && denominatorValue < 0n
    ? false
    : greatestCommonDivisor(numeratorValue, denominatorValue) === 1n
}

const isNumeric = ({ parts }: NodeOfKind<'ratio'>): boolean => parts.every(isLiteral)

/** Whether the parts of a ratio are integers or letters without a common factor. */
const isShortRatio = ({ parts }: NodeOfKind<'ratio'>): boolean =>
  parts.every((part) => !isLiteral(part) || writtenInteger(part) !== null) &&
  parts.reduce((divisor, part) => greatestCommonDivisor(divisor, commonFactor(part)), 0n) === 1n

function isWorkedQuotient(
  node: NodeOfKind<'quotient'>,
  isPartWorkedOut: (part: Node) => boolean,
): boolean {
  const { numerator, denominator } = node
  if (!isPartWorkedOut(numerator) || !isPartWorkedOut(denominator)) return false
  // A divided or dividing number is an integer.
  if (isOne(denominator) || isZero(numerator)) return false
  const isFractionLiteral = (part: Node): boolean =>
    isLiteral(part) && writtenInteger(part) === null
  if (isFractionLiteral(denominator) || isFractionLiteral(numerator)) return false
  if (greatestCommonDivisor(commonFactor(numerator), commonFactor(denominator)) > 1n) return false
  if (isConstant(denominator) && contains(denominator, isUnit)) return false
  const [numeratorFactors, denominatorFactors] = [
    flattenFactors(numerator),
    flattenFactors(denominator),
  ].map((parts) =>
    parts.filter(({ node: part }) => !isLiteral(part)).map(({ node: part }) => part),
  ) as [Node[], Node[]]
  const roots = [numeratorFactors, denominatorFactors].map((parts) =>
    parts.filter(isRootOfNumber).map(integerRadicand),
  )
  if (
    roots[0]?.some((upper) => roots[1]?.some((lower) => greatestCommonDivisor(upper, lower) > 1n))
  )
    return false
  const bases = new Set(numeratorFactors.map((part) => toSkeleton(innermostBase(part))))
  return !denominatorFactors.some((part) => bases.has(toSkeleton(innermostBase(part))))
}

const isUnit = (node: Node): boolean => node.kind === 'constant' && node.name === 'i'
const innermostBase = (node: Node): Node =>
  node.kind === 'power' ? innermostBase(node.base) : node
const integerRadicand = (node: Node): bigint =>
  (node.kind === 'call' && node.operands[0] !== undefined
    ? writtenInteger(node.operands[0])
    : null) ?? 1n

function isWorkedPower(
  node: NodeOfKind<'power'>,
  isPartWorkedOut: (part: Node) => boolean,
  goldOperations: ReadonlySet<string>,
): boolean {
  const { base, exponent } = node
  if (
    !isPartWorkedOut(base) ||
    !isPartWorkedOut(exponent) ||
    isTrivialFactor(base) ||
    isArray(base)
  )
    return false
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
  if (contains(exponent, ({ kind, ...node }) => kind === 'call' && isLogarithm(node))) return false
  return !isPolarPower(node) || goldOperations.has('turn')
}

const isLogarithm = (rest: object): boolean =>
  'name' in rest && FAMILIES.get(String(rest.name)) === 'logarithm'

/** A number in polar form, such as e^{i pi/3}: a constant power whose exponent has an i. */
const isPolarPower = (node: Node): boolean =>
  node.kind === 'power' && isConstant(node) && contains(node.exponent, isUnit)

const WORK_UNITS = 5_000
const exactValue = (node: Node): Rational | null => exactValueOf(node, new Budget(WORK_UNITS))

/** The value of `8^{2/3}` if it is an integer or a fraction. */
function exactPower(base: Node, exponent: Node): Rational | null {
  const [exactBase, exactExponent] = [exactValue(base), exactValue(exponent)]
  if (exactBase === null || exactExponent === null || exactExponent.denominator > 64n) return null
  return exactRoot(exactBase, Number(exactExponent.denominator))
}

/** Functions whose values are known only for known arguments. */
const KEPT_FUNCTIONS: ReadonlySet<string> = new Set(['angle', 'inverse', 'logarithm'])

function isWorkedCall(
  { name, operands }: NodeOfKind<'call'>,
  goldOperations: ReadonlySet<string>,
): boolean {
  if (!operands.every(isConstant)) return true
  if (name === 'root') return isWorkedRoot(operands)
  const family = FAMILIES.get(name) ?? name
  if (!goldOperations.has(family) || !KEPT_FUNCTIONS.has(family)) return false
  return !isSimple(constantValue({ kind: 'call', name, operands }, new Budget(WORK_UNITS)))
}

function isWorkedRoot([radicand, degree]: readonly Node[]): boolean {
  if (radicand === undefined || degree === undefined) return true
  const [exactRadicand, times] = [exactValue(radicand), writtenInteger(degree)]
  if (times === null) return !isConstant(degree)
  if (times < 2n || times > 64n) return false
  if (exactRadicand === null) return !isLiteral(radicand)
  return exactRoot(exactRadicand, Number(times)) === null
}

/** Whether a value is an integer or a fraction with a small denominator. */
const isSimple = (value: number | null): boolean =>
  value === null ||
  [1, 2, 3, 4, 5, 6, 8, 10, 12].some(
    (denominator) => Math.abs(value * denominator - Math.round(value * denominator)) < 1e-9,
  )

function isRemainder({ operand, modulus }: NodeOfKind<'modulo'>): boolean {
  const [value, integerModulus] = [writtenInteger(operand), writtenInteger(modulus)]
  return (
    value === null || integerModulus === null || (value > -integerModulus && value < integerModulus)
  )
}

/** Whether every inequality of an answer isolates a letter from numbers. */
export function hasSolvedInequalities(node: Node): boolean {
  if (node.kind !== 'relation') return childNodes(node).every(hasSolvedInequalities)
  if (node.comparisons.every((sign) => sign === '=' || sign === '≡')) return true
  return node.sides.every((side) => isConstant(side) || /^(?:symbol|applied)$/.test(side.kind))
}
