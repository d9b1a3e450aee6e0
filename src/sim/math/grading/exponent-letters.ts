import type { Node } from './node.ts'
import { childNodes, collectSymbols, contains, replaceNodes, withChildren } from './tree.ts'

/**
 * Functions made of exponentials or factorials. At large values, most are too large or too small
 * for a double.
 */
const EXPONENTIAL: ReadonlySet<string> = new Set([
  ...['factorial', 'sinh', 'cosh', 'tanh', 'coth', 'sech', 'csch', 'binom'],
])

/** Whether an expression has a letter in an exponent or inside an exponential function. */
export const hasExponentLetter = (node: Node): boolean =>
  contains(node, (part) => {
    if (part.kind === 'power') return collectSymbols(part.exponent).size > 0
    return part.kind === 'call' && EXPONENTIAL.has(part.name) && collectSymbols(part).size > 0
  })

/** The suffix of letters that occur in exponents. */
export const EXPONENT_SUFFIX = '⁺'

/**
 * Gives letters in exponents names of their own (`x⁺`), so that they can stay near one while the
 * others are large. Otherwise `e^x` and `e^x + max(0, x - 50)` could not be told apart: where they
 * differ, both are too large. The laws of exponents still hold.
 */
export function renameExponentLetters(node: Node): Node {
  if (node.kind === 'power') {
    const exponent = node.exponent.kind === 'number' ? node.exponent : addSuffix(node.exponent)
    return { ...node, base: renameExponentLetters(node.base), exponent }
  }
  if (node.kind === 'call' && EXPONENTIAL.has(node.name)) {
    return { ...node, operands: node.operands.map(addSuffix) }
  }
  const children = childNodes(node)
  return children.length === 0 ? node : withChildren(node, children.map(renameExponentLetters))
}

const addSuffix = (node: Node): Node =>
  replaceNodes(node, (part) =>
    part.kind === 'symbol' ? { kind: 'symbol', name: part.name + EXPONENT_SUFFIX } : part,
  )
