import type { Node } from '../node.ts'
import { isFunctionLetter } from '../parse-factor.ts'
import { greatestCommonDivisor } from '../rational.ts'

/** A term or a factor with its sign. */
export interface SignedPart {
  readonly node: Node
  /** For a term: whether it is subtracted. For a factor: whether it divides. */
  readonly isOpposed: boolean
}

/** The terms of a sum without redundant brackets; one term if it is not a sum. */
export function flattenTerms(node: Node, isOpposed = false): readonly SignedPart[] {
  if (node.kind === 'negative') return flattenTerms(node.operand, !isOpposed)
  if (node.kind !== 'sum' || isMixedNumber(node)) return [{ node, isOpposed }]
  return node.terms.flatMap((term) => flattenTerms(term, isOpposed))
}

/** The factors of a product or quotient without brackets and signs. */
export function flattenFactors(node: Node, isOpposed = false): readonly SignedPart[] {
  switch (node.kind) {
    case 'negative':
      return flattenFactors(node.operand, isOpposed)
    case 'product':
      return node.factors.flatMap((factor) => flattenFactors(factor, isOpposed))
    case 'quotient':
      if (isFraction(node)) return [{ node, isOpposed }]
      return [
        ...flattenFactors(node.numerator, isOpposed),
        ...flattenFactors(node.denominator, !isOpposed),
      ]
    case 'applied': {
      const argument = isMultiplied(node) ? node.operands[0] : undefined
      if (argument === undefined) return [{ node, isOpposed }]
      return [
        { node: { kind: 'symbol', name: node.name }, isOpposed },
        { node: argument, isOpposed },
      ]
    }
    default:
      return [{ node, isOpposed }]
  }
}

/** `x(x + 1)`, where the letter before the brackets is not a function. */
export const isMultiplied = ({ name, operands }: Extract<Node, { kind: 'applied' }>): boolean =>
  operands.length === 1 && !isFunctionLetter(name)

/** A written integer with its sign; otherwise `null`. */
export function writtenInteger(node: Node): bigint | null {
  if (node.kind === 'negative') {
    const integer = writtenInteger(node.operand)
    return integer === null || integer < 0n ? null : -integer
  }
  return node.kind === 'number' && node.value.denominator === 1n ? node.value.numerator : null
}

/** An integer over an integer. */
export const isFraction = (node: Node): boolean =>
  node.kind === 'quotient' &&
  writtenInteger(node.numerator) !== null &&
  writtenInteger(node.denominator) !== null

/** `2\frac{1}{2}`: an integer and a fraction below one. */
export function isMixedNumber(node: Node): boolean {
  if (node.kind !== 'sum' || node.terms.length !== 2) return false
  const [first, second] = node.terms as [Node, Node]
  if (second.kind !== 'quotient') return false
  const [integer, numerator, denominator] = [
    writtenInteger(first),
    writtenInteger(second.numerator),
    writtenInteger(second.denominator),
  ]
  if (integer === null || numerator === null || denominator === null) return false
  return integer > 0n && numerator > 0n && numerator < denominator
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
      return isLiteral(node.operand)
    default:
      return isFraction(node) || isMixedNumber(node)
  }
}

/** The common integer factor of all terms, as written. */
export function commonFactor(node: Node): bigint {
  const integer = writtenInteger(node)
  if (integer !== null) return integer < 0n ? -integer : integer
  if (node.kind === 'negative') return commonFactor(node.operand)
  if (node.kind === 'sum' && !isMixedNumber(node)) {
    return node.terms.reduce(
      (divisor, term) => greatestCommonDivisor(divisor, commonFactor(term)),
      0n,
    )
  }
  if (node.kind !== 'product') return 1n
  return node.factors.reduce((all, factor) => all * commonFactor(factor), 1n)
}
