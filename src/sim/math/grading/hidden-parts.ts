import { evaluate, magnitude, NOWHERE, type Point } from './doubles.ts'
import type { Node } from './node.ts'
import { childrenOf, contains, exchange, symbolsOf, withChildren } from './tree.ts'

/** A term that is a smaller share of its sum says nothing that doubles can see. */
const NEGLIGIBLE = 1e-8

/**
 * Whether a formula has parts that no comparison of doubles sees: a term that is negligible beside
 * the others of its sum wherever it is tried, or a constant beyond all doubles.
 */
export const hasUnseenParts = (node: Node, points: readonly Point[]): boolean =>
  contains(node, (part) => {
    if (part.kind === 'sum') return hasNegligibleTerm(part.terms, points)
    if (part.kind === 'power' && isNearlyExact(part.exponent)) return true
    const isConstant = part.kind === 'power' && symbolsOf(part).size === 0
    return isConstant && !Number.isFinite(evaluate(part, NOWHERE).re) && !hasInfinity(part)
  })

/** An exponent with more decimals than anybody means: 2.0000000001. */
const isNearlyExact = (node: Node): boolean =>
  node.kind === 'number' && node.decimals !== null && node.decimals > 7

const hasInfinity = (node: Node): boolean =>
  contains(node, (part) => part.kind === 'constant' && part.name === 'infinity')

function hasNegligibleTerm(terms: readonly Node[], points: readonly Point[]): boolean {
  const sizes = points.map((at) => terms.map((term) => magnitude(evaluate(term, at))))
  return terms.some((_, term) => {
    const seen = sizes.filter((all) => all.every(Number.isFinite) && Math.max(...all) > 0)
    const isSmall = seen.every((all) => (all[term] ?? 0) < NEGLIGIBLE * Math.max(...all))
    // What is zero everywhere may be a zero that was written out.
    return seen.length > 0 && isSmall && seen.some((all) => all[term] !== 0)
  })
}

/** Functions that outgrow whatever stands beside them. */
const GROWING: ReadonlySet<string> = new Set([
  ...['factorial', 'sinh', 'cosh', 'tanh', 'coth', 'sech', 'csch', 'binom'],
])

/** Whether something with letters in it grows faster than any power of them. */
export const hasGrowth = (node: Node): boolean =>
  contains(node, (part) => {
    if (part.kind === 'power') return symbolsOf(part.exponent).size > 0
    return part.kind === 'call' && GROWING.has(part.name) && symbolsOf(part).size > 0
  })

/** How letters in exponents are told from the same letters elsewhere. */
export const IN_EXPONENT = '⁺'

/**
 * The formula with other letters in its exponents, so that these can stay small where the rest is
 * tried far out. All laws of exponents hold on, and `e^x + max(0, x - 50)` is no longer `e^x`.
 */
export function withExponentsApart(node: Node): Node {
  if (node.kind === 'power') {
    const exponent = node.exponent.kind === 'number' ? node.exponent : renamed(node.exponent)
    return { ...node, base: withExponentsApart(node.base), exponent }
  }
  if (node.kind === 'call' && GROWING.has(node.name)) {
    return { ...node, of: node.of.map(renamed) }
  }
  const children = childrenOf(node)
  return children.length === 0 ? node : withChildren(node, children.map(withExponentsApart))
}

const renamed = (node: Node): Node =>
  exchange(node, (part) =>
    part.kind === 'symbol' ? { kind: 'symbol', name: part.name + IN_EXPONENT } : part,
  )
