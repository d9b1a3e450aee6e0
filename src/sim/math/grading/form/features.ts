import type { Node } from '../node.ts'
import { assignedValue, isName } from '../relation.ts'
import { collectSymbols, contains } from '../tree.ts'
import {
  commonFactor,
  flattenFactors,
  isFraction,
  isLiteral,
  isMixedNumber,
  isMultiplied,
  writtenInteger,
} from './flat.ts'
import { toSkeleton } from './skeleton.ts'

/**
 * The features of a formula that work could remove: brackets to multiply out, a sum to factor, a
 * root in a denominator, a letter that cancels, an equation to solve. If a formula of the question
 * has the right value, the features that the gold lacks are the work.
 */
export function findFeatures(node: Node): ReadonlySet<string> {
  const features = new Set<string>()
  if (isProperSum(node)) features.add('sum')
  contains(node, (part) => {
    addFeatures(part, features)
    return false
  })
  for (const name of collectSymbols(node)) features.add(`letter ${name}`)
  return features
}

function addFeatures(node: Node, features: Set<string>): void {
  switch (node.kind) {
    case 'product':
    case 'applied':
      addProductFeatures(node, features)
      break
    case 'quotient':
      addQuotientFeatures(node, features)
      break
    case 'power':
      addPowerFeatures(node, features)
      break
    case 'call':
      if (node.name === 'root') addRootFeatures(node, features)
      else features.add(`call ${node.name}`)
      break
    case 'sum':
      if (node.terms.filter(isSplit).length > 1) features.add('several fractions')
      break
    case 'relation':
      if (assignedValue(node) === null || isOnBothSides(node.sides)) features.add('unsolved')
      break
    case 'number':
      if (node.value.denominator > 1n) {
        features.add(node.decimals === null ? 'repeating decimal' : 'decimal')
      }
      break
    default:
      if (NOTATIONS.has(node.kind)) features.add(node.kind)
  }
}

/** Notations that a question may ask to convert. */
const NOTATIONS: ReadonlySet<string> = new Set([
  ...['percent', 'degrees', 'based', 'ratio', 'modulo', 'set', 'combined', 'opaque'],
])

/** Whether a feature adds a notation, a function or a letter instead of rearranging a formula. */
export const isForeign = (feature: string): boolean =>
  NOTATIONS.has(feature) || /^(?:call|letter) /.test(feature)

const isProperSum = (node: Node): boolean =>
  node.kind === 'negative' ? isProperSum(node.operand) : node.kind === 'sum' && !isMixedNumber(node)

const hasSum = (node: Node): boolean => isProperSum(node)

function addProductFeatures(node: Node, features: Set<string>): void {
  if (node.kind === 'applied' && !isMultiplied(node)) {
    features.add(`call ${node.name}`)
    return
  }
  const factors = flattenFactors(node).map((part) => part.node)
  if (factors.some((factor) => hasSum(powerBase(factor)))) features.add('brackets')
  const bases = factors
    .filter((factor) => !isLiteral(factor))
    .map((part) => toSkeleton(powerBase(part)))
  if (new Set(bases).size < bases.length) features.add('powers of one base')
  if (factors.filter(isRoot).length > 1) features.add('roots multiplied')
}

const powerBase = (node: Node): Node => (node.kind === 'power' ? node.base : node)

function addQuotientFeatures(
  node: Extract<Node, { kind: 'quotient' }>,
  features: Set<string>,
): void {
  if (isFraction(node)) return
  const { numerator, denominator } = node
  const isQuotient = ({ kind }: Node): boolean => kind === 'quotient'
  if (contains(numerator, isQuotient) || contains(denominator, isQuotient))
    features.add('fraction in a fraction')
  if (contains(denominator, isRoot)) features.add('root below')
  if (collectSymbols(denominator).size > 0) features.add('letters below')
  if (hasSum(denominator)) features.add('sum below')
}

const isRoot = (node: Node): boolean =>
  (node.kind === 'call' && node.name === 'root') ||
  (node.kind === 'power' && node.exponent.kind === 'quotient')

const isSplit = (node: Node): boolean =>
  node.kind === 'negative' ? isSplit(node.operand) : node.kind === 'quotient' && !isFraction(node)

function addPowerFeatures(node: Extract<Node, { kind: 'power' }>, features: Set<string>): void {
  const { base, exponent } = node
  if (hasSum(base) && writtenInteger(exponent) !== null) features.add('brackets')
  if (base.kind === 'power') features.add('power of a power')
  if (/^(?:product|quotient|negative)$/.test(base.kind)) features.add('power of several')
  if (exponent.kind === 'negative') features.add('negative exponent')
  if (exponent.kind === 'quotient') features.add('broken exponent')
}

type Call = Extract<Node, { kind: 'call' }>

function addRootFeatures({ operands }: Call, features: Set<string>): void {
  const [radicand, degree] = operands
  const times = degree === undefined ? null : writtenInteger(degree)
  if (radicand === undefined || times === null) return
  if (contains(radicand, ({ kind }) => kind === 'quotient')) features.add('fraction in a root')
  if (hasRemovablePower(radicand, times)) features.add('root to simplify')
}

/** Whether a factor of a radicand can be moved out of the root. */
function hasRemovablePower(radicand: Node, times: bigint): boolean {
  if (times < 2n || times > 9n) return false
  const isRemovable = ({ node }: { readonly node: Node }): boolean =>
    node.kind === 'power' && (writtenInteger(node.exponent) ?? 0n) >= times
  if (flattenFactors(radicand).some(isRemovable)) return true
  const content = commonFactor(radicand)
  for (let factor = 2n; factor <= 100n && factor ** times <= content; factor++) {
    if (content % factor ** times === 0n) return true
  }
  return false
}

/** Whether a letter is on both sides of an equation. */
function isOnBothSides([first, ...otherSides]: readonly Node[]): boolean {
  if (first === undefined || !isName(first)) return false
  const names = collectSymbols(first)
  return otherSides.some((side) => [...collectSymbols(side)].some((name) => names.has(name)))
}

/** The number of factors with letters; powers count by their exponent. */
export function factorCount(node: Node): number {
  return flattenFactors(node).reduce((count, { node: factor }) => {
    if (collectSymbols(factor).size === 0) return count
    if (factor.kind !== 'power') return count + 1
    const times = writtenInteger(factor.exponent)
    return count + (times !== null && times > 0n && times < 1000n ? Number(times) : 1)
  }, 0)
}
