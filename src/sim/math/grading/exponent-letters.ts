import type { Node } from './node.ts'
import { childNodes, collectSymbols, contains, replaceNodes, withChildren } from './tree.ts'

/** Functions that grow faster than any polynomial. */
const FAST_GROWING: ReadonlySet<string> = new Set([
  ...['factorial', 'sinh', 'cosh', 'tanh', 'coth', 'sech', 'csch', 'binom'],
])

/** Whether a part with letters grows faster than any power of them. */
export const hasGrowth = (node: Node): boolean =>
  contains(node, (part) => {
    if (part.kind === 'power') return collectSymbols(part.exponent).size > 0
    return part.kind === 'call' && FAST_GROWING.has(part.name) && collectSymbols(part).size > 0
  })

/** The suffix of letters that occur in exponents. */
export const EXPONENT_SUFFIX = '⁺'

/**
 * Renames the letters in exponents, so that they can stay small while the others are tried at large
 * values. The laws of exponents still hold, and `e^x + max(0, x - 50)` differs from `e^x`.
 */
export function renameExponentLetters(node: Node): Node {
  if (node.kind === 'power') {
    const exponent = node.exponent.kind === 'number' ? node.exponent : addSuffix(node.exponent)
    return { ...node, base: renameExponentLetters(node.base), exponent }
  }
  if (node.kind === 'call' && FAST_GROWING.has(node.name)) {
    return { ...node, operands: node.operands.map(addSuffix) }
  }
  const children = childNodes(node)
  return children.length === 0 ? node : withChildren(node, children.map(renameExponentLetters))
}

const addSuffix = (node: Node): Node =>
  replaceNodes(node, (part) =>
    part.kind === 'symbol' ? { kind: 'symbol', name: part.name + EXPONENT_SUFFIX } : part,
  )
