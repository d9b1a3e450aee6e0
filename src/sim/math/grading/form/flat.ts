import type { Node } from '../node.ts'
import { isFunctionLetter } from '../parse-factor.ts'
import { greatestCommonDivisor } from '../rational.ts'

/** A term or a factor with its sign. */
export interface Part {
  readonly node: Node
  /** For a term: whether it is subtracted. For a factor: whether it divides. */
  readonly isOpposed: boolean
}

/** The terms of a sum without redundant brackets; one term if it is not a sum. */
export function termsOf(node: Node, isOpposed = false): readonly Part[] {
  if (node.kind === 'negative') return termsOf(node.of, !isOpposed)
  if (node.kind !== 'sum' || isMixed(node)) return [{ node, isOpposed }]
  return node.terms.flatMap((term) => termsOf(term, isOpposed))
}

/** The factors of a product or quotient without brackets and signs. */
export function factorsOf(node: Node, isOpposed = false): readonly Part[] {
  switch (node.kind) {
    case 'negative':
      return factorsOf(node.of, isOpposed)
    case 'product':
      return node.factors.flatMap((factor) => factorsOf(factor, isOpposed))
    case 'quotient':
      if (isFraction(node)) return [{ node, isOpposed }]
      return [...factorsOf(node.over, isOpposed), ...factorsOf(node.under, !isOpposed)]
    case 'applied': {
      const inner = isMultiplied(node) ? node.of[0] : undefined
      if (inner === undefined) return [{ node, isOpposed }]
      return [
        { node: { kind: 'symbol', name: node.name }, isOpposed },
        { node: inner, isOpposed },
      ]
    }
    default:
      return [{ node, isOpposed }]
  }
}

/** `x(x + 1)`, where the letter before the brackets is not a function. */
export const isMultiplied = ({ name, of }: Extract<Node, { kind: 'applied' }>): boolean =>
  of.length === 1 && !isFunctionLetter(name)

/** A written integer with its sign; otherwise `null`. */
export function writtenInteger(node: Node): bigint | null {
  if (node.kind === 'negative') {
    const inner = writtenInteger(node.of)
    return inner === null || inner < 0n ? null : -inner
  }
  return node.kind === 'number' && node.value.denominator === 1n ? node.value.numerator : null
}

/** An integer over an integer. */
export const isFraction = (node: Node): boolean =>
  node.kind === 'quotient' &&
  writtenInteger(node.over) !== null &&
  writtenInteger(node.under) !== null

/** `2\frac{1}{2}`: an integer and a fraction below one. */
export function isMixed(node: Node): boolean {
  if (node.kind !== 'sum' || node.terms.length !== 2) return false
  const [first, second] = node.terms as [Node, Node]
  if (second.kind !== 'quotient') return false
  const [whole, over, under] = [
    writtenInteger(first),
    writtenInteger(second.over),
    writtenInteger(second.under),
  ]
  if (whole === null || over === null || under === null) return false
  return whole > 0n && over > 0n && over < under
}

/** A number as written: 5, -0.5, 3/4, 2 1/2, 12 %, 3 cm. */
export function isLiteral(node: Node): boolean {
  switch (node.kind) {
    case 'number':
    case 'based':
      return true
    case 'negative':
    case 'percent':
    case 'quantity':
      return isLiteral(node.of)
    default:
      return isFraction(node) || isMixed(node)
  }
}

/** The common integer factor of all terms, as written. */
export function contentOf(node: Node): bigint {
  const whole = writtenInteger(node)
  if (whole !== null) return whole < 0n ? -whole : whole
  if (node.kind === 'negative') return contentOf(node.of)
  if (node.kind === 'sum' && !isMixed(node)) {
    return node.terms.reduce((all, term) => greatestCommonDivisor(all, contentOf(term)), 0n)
  }
  if (node.kind !== 'product') return 1n
  return node.factors.reduce((all, factor) => all * contentOf(factor), 1n)
}
