import type { Budget } from './budget.ts'
import { ExactEvaluator } from './exact.ts'
import type { Node } from './node.ts'
import { divide, multiply, negate, ONE, type Rational, same, whole } from './rational.ts'

/**
 * The square of a real number with the number's sign, such as -12 for `-2\\sqrt{3}`. The number
 * must be a product or quotient of fractions and their square roots; otherwise `null`. Equal signed
 * squares mean equal numbers.
 */
export function signedSquare(node: Node, work: Budget): Rational | null {
  if (!work.spend(10)) return null
  switch (node.kind) {
    case 'negative': {
      const square = signedSquare(node.of, work)
      return square === null ? null : negate(square)
    }
    case 'product':
      return node.factors.reduce<Rational | null>(
        (square, factor) => join(square, () => signedSquare(factor, work), multiply),
        ONE,
      )
    case 'quotient':
      return join(signedSquare(node.over, work), () => signedSquare(node.under, work), divide)
    default: {
      const { value, isRoot } = ofRoot(node, work)
      if (value === null || isRoot) return value
      return multiply(value, value.numerator < 0n ? negate(value) : value)
    }
  }
}

const TWO = whole(2n)

/** The radicand of a square root, or any other fraction. */
function ofRoot(node: Node, work: Budget): { value: Rational | null; isRoot: boolean } {
  const exact = (of: Node): Rational | null => new ExactEvaluator(() => null, work).value(of)
  const [of, degree] = node.kind === 'call' && node.name === 'root' ? node.of : []
  const isRoot = of !== undefined && degree?.kind === 'number' && same(degree.value, TWO)
  if (!isRoot) return { value: exact(node), isRoot }
  const value = exact(of)
  return { value: value === null || value.numerator < 0n ? null : value, isRoot }
}

function join(
  first: Rational | null,
  second: () => Rational | null,
  by: (first: Rational, second: Rational) => Rational | null,
): Rational | null {
  const other = first === null ? null : second()
  return first === null || other === null ? null : by(first, other)
}
