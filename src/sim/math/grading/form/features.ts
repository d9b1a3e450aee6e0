import type { Node } from '../node.ts'
import { assigned, isName } from '../relation.ts'
import { contains, symbolsOf } from '../tree.ts'
import {
  contentOf,
  factorsOf,
  isFraction,
  isLiteral,
  isMixed,
  isMultiplied,
  writtenInteger,
} from './flat.ts'
import { skeletonOf } from './skeleton.ts'

/**
 * The features of a formula that work could remove: brackets to multiply out, a sum to factor, a
 * root in a denominator, a letter that cancels, an equation to solve. If a formula of the question
 * has the right value, the features that the gold lacks are the work.
 */
export function featuresOf(node: Node): ReadonlySet<string> {
  const found = new Set<string>()
  if (isSumOfParts(node)) found.add('sum')
  contains(node, (part) => {
    addFeatures(part, found)
    return false
  })
  for (const name of symbolsOf(node)) found.add(`letter ${name}`)
  return found
}

function addFeatures(node: Node, found: Set<string>): void {
  switch (node.kind) {
    case 'product':
    case 'applied':
      addProductFeatures(node, found)
      break
    case 'quotient':
      addQuotientFeatures(node, found)
      break
    case 'power':
      addPowerFeatures(node, found)
      break
    case 'call':
      if (node.name === 'root') addRootFeatures(node, found)
      else found.add(`call ${node.name}`)
      break
    case 'sum':
      if (node.terms.filter(isSplit).length > 1) found.add('several fractions')
      break
    case 'relation':
      if (assigned(node) === null || isInBoth(node.sides)) found.add('unsolved')
      break
    case 'number':
      if (node.value.denominator > 1n) {
        found.add(node.decimals === null ? 'repeating decimal' : 'decimal')
      }
      break
    default:
      if (NOTATIONS.has(node.kind)) found.add(node.kind)
  }
}

/** Notations that a question may ask to convert. */
const NOTATIONS: ReadonlySet<string> = new Set([
  ...['percent', 'degrees', 'based', 'ratio', 'modulo', 'set', 'combined', 'opaque'],
])

/** Whether a feature is not a matter of arrangement but comes from elsewhere. */
export const isForeign = (feature: string): boolean =>
  NOTATIONS.has(feature) || /^(?:call|letter) /.test(feature)

const isSumOfParts = (node: Node): boolean =>
  node.kind === 'negative' ? isSumOfParts(node.of) : node.kind === 'sum' && !isMixed(node)

const hasSum = (node: Node): boolean => isSumOfParts(node)

function addProductFeatures(node: Node, found: Set<string>): void {
  if (node.kind === 'applied' && !isMultiplied(node)) {
    found.add(`call ${node.name}`)
    return
  }
  const factors = factorsOf(node).map((part) => part.node)
  if (factors.some((factor) => hasSum(baseOf(factor)))) found.add('brackets')
  const bases = factors
    .filter((factor) => !isLiteral(factor))
    .map((part) => skeletonOf(baseOf(part)))
  if (new Set(bases).size < bases.length) found.add('powers of one base')
  if (factors.filter(isRoot).length > 1) found.add('roots multiplied')
}

const baseOf = (node: Node): Node => (node.kind === 'power' ? node.base : node)

function addQuotientFeatures(node: Extract<Node, { kind: 'quotient' }>, found: Set<string>): void {
  if (isFraction(node)) return
  const { over, under } = node
  const isQuotient = ({ kind }: Node): boolean => kind === 'quotient'
  if (contains(over, isQuotient) || contains(under, isQuotient)) found.add('fraction in a fraction')
  if (contains(under, isRoot)) found.add('root below')
  if (symbolsOf(under).size > 0) found.add('letters below')
  if (hasSum(under)) found.add('sum below')
}

const isRoot = (node: Node): boolean =>
  (node.kind === 'call' && node.name === 'root') ||
  (node.kind === 'power' && node.exponent.kind === 'quotient')

const isSplit = (node: Node): boolean =>
  node.kind === 'negative' ? isSplit(node.of) : node.kind === 'quotient' && !isFraction(node)

function addPowerFeatures(node: Extract<Node, { kind: 'power' }>, found: Set<string>): void {
  const { base, exponent } = node
  if (hasSum(base) && writtenInteger(exponent) !== null) found.add('brackets')
  if (base.kind === 'power') found.add('power of a power')
  if (/^(?:product|quotient|negative)$/.test(base.kind)) found.add('power of several')
  if (exponent.kind === 'negative') found.add('negative exponent')
  if (exponent.kind === 'quotient') found.add('broken exponent')
}

type Call = Extract<Node, { kind: 'call' }>

function addRootFeatures({ of }: Call, found: Set<string>): void {
  const [inside, degree] = of
  const times = degree === undefined ? null : writtenInteger(degree)
  if (inside === undefined || times === null) return
  if (contains(inside, ({ kind }) => kind === 'quotient')) found.add('fraction in a root')
  if (hasPower(inside, times)) found.add('root to simplify')
}

/** Whether a factor of a radicand can be moved out of the root. */
function hasPower(inside: Node, times: bigint): boolean {
  if (times < 2n || times > 9n) return false
  const isDrawn = ({ node }: { readonly node: Node }): boolean =>
    node.kind === 'power' && (writtenInteger(node.exponent) ?? 0n) >= times
  if (factorsOf(inside).some(isDrawn)) return true
  const content = contentOf(inside)
  for (let factor = 2n; factor <= 100n && factor ** times <= content; factor++) {
    if (content % factor ** times === 0n) return true
  }
  return false
}

/** Whether a letter is on both sides of an equation. */
function isInBoth([first, ...others]: readonly Node[]): boolean {
  if (first === undefined || !isName(first)) return false
  const names = symbolsOf(first)
  return others.some((side) => [...symbolsOf(side)].some((name) => names.has(name)))
}

/** The number of factors with letters; powers count by their exponent. */
export function factorCount(node: Node): number {
  return factorsOf(node).reduce((count, { node: factor }) => {
    if (symbolsOf(factor).size === 0) return count
    if (factor.kind !== 'power') return count + 1
    const times = writtenInteger(factor.exponent)
    return count + (times !== null && times > 0n && times < 1000n ? Number(times) : 1)
  }, 0)
}
