import type { Budget } from './budget.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import {
  add,
  divide,
  exactRoot,
  fromInteger,
  isEqual,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  ZERO,
} from './rational.ts'

/** Exact values of letters; `null` for a letter without one. */
export type ExactPoint = (name: string) => Rational | null

const NOWHERE: ExactPoint = () => null

/**
 * The exact value of a tree at a point; `null` if it is not a fraction, or needs too much work.
 */
export const exactValueOf = (
  node: Node,
  work: Budget,
  point: ExactPoint = NOWHERE,
): Rational | null => new ExactEvaluator(point, work).value(node)

const FACTORIAL_MAX = 1000n
const NODE_COST = 10
const LARGE = 1n << 64n
const HUGE = 1n << 256n

/** Evaluates trees in exact fractions. */
class ExactEvaluator {
  readonly #point: ExactPoint
  readonly #work: Budget

  constructor(point: ExactPoint, work: Budget) {
    this.#point = point
    this.#work = work
  }

  value(node: Node): Rational | null {
    if (!this.#work.spend(NODE_COST)) return null
    switch (node.kind) {
      case 'number':
        return node.value
      case 'symbol':
        return this.#point(node.name)
      case 'sum':
        return this.#fold(node.terms, ZERO, add)
      case 'product':
        return this.#fold(node.factors, ONE, multiply)
      case 'negative':
        return this.#map(node.operand, negate)
      case 'quotient':
        return this.#combine(node.numerator, node.denominator, divide)
      case 'power':
        return this.#combine(node.base, node.exponent, (base, exponent) =>
          this.#chargeSize(rationalPower(base, exponent)),
        )
      case 'percent':
        return this.#map(node.operand, (value) => divide(value, fromInteger(100n)))
      case 'quantity':
      case 'modulo':
        return this.value(node.operand)
      case 'applied':
        return this.#applied(node.name, node.operands)
      case 'call':
        return this.#call(node.name, node.operands)
      case 'ratio':
        return node.parts.length === 2 ? this.#ratio(node.parts) : null
      default:
        return null
    }
  }

  /** Charges work for large numbers, most for large fractions, because each step reduces them. */
  #chargeSize(value: Rational | null): Rational | null {
    if (value === null) return null
    const { numerator, denominator } = value
    const isLarge = denominator > LARGE || numerator > HUGE || numerator < -HUGE
    const isReduced = denominator > LARGE && (denominator > HUGE || numerator > HUGE)
    return isLarge && !this.#work.spend(isReduced ? 1_000 : 200) ? null : value
  }

  /** Evaluates a product of this many steps if enough work is left. */
  #chargeSteps(steps: bigint, evaluate: () => Rational | null): Rational | null {
    if (steps > FACTORIAL_MAX) return null
    const count = Number(steps)
    return this.#work.spend(count + (count * count) / 1_000) ? this.#chargeSize(evaluate()) : null
  }

  #map(operand: Node, change: (value: Rational) => Rational | null): Rational | null {
    const value = this.value(operand)
    return value === null ? null : change(value)
  }

  #combine(
    first: Node,
    second: Node,
    operation: (first: Rational, second: Rational) => Rational | null,
  ): Rational | null {
    const left = this.value(first)
    const right = left === null ? null : this.value(second)
    return left === null || right === null ? null : this.#chargeSize(operation(left, right))
  }

  #fold(
    nodes: readonly Node[],
    start: Rational,
    operation: (first: Rational, second: Rational) => Rational | null,
  ): Rational | null {
    let result: Rational | null = start
    for (const node of nodes) {
      const value: Rational | null = this.value(node)
      result = value === null || result === null ? null : this.#chargeSize(operation(result, value))
      if (result === null) return null
    }
    return result
  }

  #ratio([first, second]: readonly Node[]): Rational | null {
    return first === undefined || second === undefined ? null : this.#combine(first, second, divide)
  }

  #applied(name: string, operands: readonly Node[]): Rational | null {
    const [operand] = operands
    if (operand === undefined || operands.length > 1 || isFunctionLetter(name)) return null
    return this.#combine({ kind: 'symbol', name }, operand, multiply)
  }

  #call(name: string, operands: readonly Node[]): Rational | null {
    const values: Rational[] = []
    for (const node of operands) {
      const value = this.value(node)
      if (value === null) return null
      values.push(value)
    }
    const [first, second] = values
    if (first === undefined) return null
    if (name === 'absolute') return first.numerator < 0n ? negate(first) : first
    if (name === 'floor') return floor(first)
    if (name === 'ceil') return negate(floor(negate(first)))
    if (name === 'factorial') return this.#chargeSteps(first.numerator, () => factorial(first))
    if (name === 'sgn') return sign(first)
    if (name === 'max') return findExtreme(values, 1n)
    if (name === 'min') return findExtreme(values, -1n)
    if (second === undefined) return null
    if (name === 'remainder') return remainder(first, second)
    if (name === 'root') return integerDegreeRoot(first, second)
    if (name === 'binom') return this.#chargeSteps(second.numerator, () => binomial(first, second))
    if (name === 'gcd' || name === 'lcm') return commonDivisorOrMultiple(name, values)
    return null
  }
}

/** Whether two trees have equal exact values at a point; `null` if one of them has none. */
export function sameExactly(
  gold: Node,
  answer: Node,
  point: ExactPoint,
  work: Budget,
): boolean | null {
  const goldValue = exactValueOf(gold, work, point)
  const answerValue = goldValue === null ? null : exactValueOf(answer, work, point)
  return goldValue === null || answerValue === null ? null : isEqual(goldValue, answerValue)
}

/** A power; a fractional exponent takes a root. */
function rationalPower(base: Rational, exponent: Rational): Rational | null {
  if (exponent.denominator === 1n) return power(base, exponent.numerator)
  const root = integerDegreeRoot(base, fromInteger(exponent.denominator))
  return root === null ? null : power(root, exponent.numerator)
}

const sign = ({ numerator }: Rational): Rational =>
  numerator === 0n ? ZERO : numerator > 0n ? ONE : negate(ONE)

function findExtreme(values: readonly Rational[], direction: bigint): Rational | null {
  return values.reduce((extreme, value) => {
    const distance = value.numerator * extreme.denominator - extreme.numerator * value.denominator
    return distance * direction > 0n ? value : extreme
  })
}

/** The greatest common divisor of positive integers, or their least common multiple. */
function commonDivisorOrMultiple(
  name: 'gcd' | 'lcm',
  values: readonly Rational[],
): Rational | null {
  let result: Rational | null = null
  for (const value of values) {
    if (value.denominator !== 1n || value.numerator <= 0n) return null
    // The denominator of the reduced fraction is the factor that the divisor lacks.
    const ratio: Rational | null = result === null ? ONE : divide(result, value)
    if (ratio === null) return null
    if (name === 'gcd') result = divide(value, fromInteger(ratio.denominator))
    else result = multiply(value, fromInteger(ratio.numerator))
  }
  return result
}

/** The remainder of a division by a positive number. */
function remainder(dividend: Rational, divisor: Rational): Rational | null {
  if (dividend.denominator !== 1n || divisor.denominator !== 1n || divisor.numerator <= 0n)
    return null
  const rest = dividend.numerator % divisor.numerator
  return fromInteger(rest < 0n ? rest + divisor.numerator : rest)
}

function floor({ numerator, denominator }: Rational): Rational {
  const truncated = numerator / denominator
  return fromInteger(
    numerator < 0n && truncated * denominator !== numerator ? truncated - 1n : truncated,
  )
}

function integerDegreeRoot(radicand: Rational, degree: Rational): Rational | null {
  if (degree.denominator !== 1n || degree.numerator < 1n || degree.numerator > 64n) return null
  return exactRoot(radicand, Number(degree.numerator))
}

function factorial({ numerator, denominator }: Rational): Rational | null {
  if (denominator !== 1n || numerator < 0n || numerator > FACTORIAL_MAX) return null
  let product = 1n
  for (let factor = 2n; factor <= numerator; factor++) product *= factor
  return fromInteger(product)
}

function binomial(total: Rational, chosen: Rational): Rational | null {
  if (total.denominator !== 1n || chosen.denominator !== 1n) return null
  const [totalCount, chosenCount] = [total.numerator, chosen.numerator]
  if (chosenCount < 0n || chosenCount > totalCount || totalCount > FACTORIAL_MAX) return null
  let product = 1n
  for (let step = 1n; step <= chosenCount; step++)
    product = (product * (totalCount - chosenCount + step)) / step
  return fromInteger(product)
}
