import type { Budget } from './budget.ts'
import { ExactEvaluator } from './exact.ts'
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
    case 'product':
      return node.factors.reduce<Rational | null>(
        (square, factor) => combine(square, () => signedSquare(factor, work), multiply),
        ONE,
      )
    case 'quotient':
      return combine(
        signedSquare(node.numerator, work),
        () => signedSquare(node.denominator, work),
        divide,
      )
    default: {
      const { value, isRoot } = radicandOrFraction(node, work)
      if (value === null || isRoot) return value
      return multiply(value, value.numerator < 0n ? negate(value) : value)
    }
  }
}

const TWO = fromInteger(2n)

/** The radicand of a square root, or any other fraction. */
function radicandOrFraction(node: Node, work: Budget): { value: Rational | null; isRoot: boolean } {
  const exactValue = (value: Node): Rational | null =>
    new ExactEvaluator(() => null, work).value(value)
  const [radicand, degree] = node.kind === 'call' && node.name === 'root' ? node.operands : []
  const isRoot = radicand !== undefined && degree?.kind === 'number' && isEqual(degree.value, TWO)
  if (!isRoot) return { value: exactValue(node), isRoot }
  const value = exactValue(radicand)
  return { value: value === null || value.numerator < 0n ? null : value, isRoot }
}

function combine(
  left: Rational | null,
  evaluateRight: () => Rational | null,
  operation: (first: Rational, second: Rational) => Rational | null,
): Rational | null {
  const right = left === null ? null : evaluateRight()
  return left === null || right === null ? null : operation(left, right)
}
