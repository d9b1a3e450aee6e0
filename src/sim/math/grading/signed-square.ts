import type { Budget } from './budget.ts'
import { exactValueOf } from './exact.ts'
import type { Node } from './node.ts'
import { divide, fromInteger, isEqual, multiply, negate, ONE, type Rational } from './rational.ts'

/**
 * The square of a real number with the number's sign, such as -12 for `-2\\sqrt{3}`. The number
 * must be a product or quotient of fractions and their square roots; otherwise `null`. Equal signed
 * squares mean equal numbers.
 */
export function signedSquare(node: Node, work: Budget): Rational | null {
  if (!work.spend(10)) return null
  switch (node.kind) {
    case 'negative': {
      const square = signedSquare(node.operand, work)
      return square === null ? null : negate(square)
    }
    case 'product': {
      let product: Rational | null = ONE
      for (const factor of node.factors) {
        const square: Rational | null = product === null ? null : signedSquare(factor, work)
        product = product === null || square === null ? null : multiply(product, square)
      }
      return product
    }
    case 'quotient': {
      const dividend = signedSquare(node.numerator, work)
      const divisor = dividend === null ? null : signedSquare(node.denominator, work)
      return dividend === null || divisor === null ? null : divide(dividend, divisor)
    }
    default: {
      const radicand = radicandOf(node)
      const value = exactValueOf(radicand ?? node, work)
      if (value === null) return null
      if (radicand !== null) return value.numerator < 0n ? null : value
      return multiply(value, value.numerator < 0n ? negate(value) : value)
    }
  }
}

const TWO = fromInteger(2n)

/** The radicand of a square root of a fraction; otherwise `null`. */
function radicandOf(node: Node): Node | null {
  const [radicand, degree] = node.kind === 'call' && node.name === 'root' ? node.operands : []
  const isSquareRoot = degree?.kind === 'number' && isEqual(degree.value, TWO)
  return radicand !== undefined && isSquareRoot ? radicand : null
}
