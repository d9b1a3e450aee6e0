import type { Budget } from './budget.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import {
  add,
  divide,
  exactRoot,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  same,
  whole,
  ZERO,
} from './rational.ts'

/** Exact values of letters; `null` for a letter without one. */
export type ExactPoint = (name: string) => Rational | null

const FACTORIAL_MAX = 1000n
const NODE_COST = 10
const LARGE = 1n << 64n
const HUGE = 1n << 256n

/** Evaluates trees in exact fractions. */
export class ExactEvaluator {
  readonly #at: ExactPoint
  readonly #work: Budget

  constructor(at: ExactPoint, work: Budget) {
    this.#at = at
    this.#work = work
  }

  /** The exact value; `null` if it is not a fraction, too large, or too much work. */
  value(node: Node): Rational | null {
    if (!this.#work.spend(NODE_COST)) return null
    switch (node.kind) {
      case 'number':
        return node.value
      case 'symbol':
        return this.#at(node.name)
      case 'sum':
        return this.#fold(node.terms, ZERO, add)
      case 'product':
        return this.#fold(node.factors, ONE, multiply)
      case 'negative':
        return this.#map(node.of, negate)
      case 'quotient':
        return this.#pair(node.over, node.under, divide)
      case 'power':
        return this.#pair(node.base, node.exponent, (base, exponent) =>
          this.#heavy(powerOf(base, exponent)),
        )
      case 'percent':
        return this.#map(node.of, (value) => divide(value, whole(100n)))
      case 'quantity':
      case 'modulo':
        return this.value(node.of)
      case 'applied':
        return this.#applied(node.name, node.of)
      case 'call':
        return this.#call(node.name, node.of)
      case 'ratio':
        return node.parts.length === 2 ? this.#ratio(node.parts) : null
      default:
        return null
    }
  }

  /** Charges work for large numbers, most for large fractions, because each step reduces them. */
  #heavy(value: Rational | null): Rational | null {
    if (value === null) return null
    const { numerator, denominator } = value
    const isLarge = denominator > LARGE || numerator > HUGE || numerator < -HUGE
    const isReduced = denominator > LARGE && (denominator > HUGE || numerator > HUGE)
    return isLarge && !this.#work.spend(isReduced ? 1_000 : 200) ? null : value
  }

  /** Evaluates a product of this many steps if enough work is left. */
  #stepped(steps: bigint, evaluate: () => Rational | null): Rational | null {
    if (steps > FACTORIAL_MAX) return null
    const count = Number(steps)
    return this.#work.spend(count + (count * count) / 1_000) ? this.#heavy(evaluate()) : null
  }

  #map(of: Node, change: (value: Rational) => Rational | null): Rational | null {
    const value = this.value(of)
    return value === null ? null : change(value)
  }

  #pair(
    first: Node,
    second: Node,
    join: (first: Rational, second: Rational) => Rational | null,
  ): Rational | null {
    const left = this.value(first)
    const right = left === null ? null : this.value(second)
    return left === null || right === null ? null : this.#heavy(join(left, right))
  }

  #fold(
    nodes: readonly Node[],
    start: Rational,
    join: (first: Rational, second: Rational) => Rational | null,
  ): Rational | null {
    let result: Rational | null = start
    for (const node of nodes) {
      const value: Rational | null = this.value(node)
      result = value === null || result === null ? null : this.#heavy(join(result, value))
      if (result === null) return null
    }
    return result
  }

  #ratio([first, second]: readonly Node[]): Rational | null {
    return first === undefined || second === undefined ? null : this.#pair(first, second, divide)
  }

  #applied(name: string, of: readonly Node[]): Rational | null {
    const [only] = of
    if (only === undefined || of.length > 1 || isFunctionLetter(name)) return null
    return this.#pair({ kind: 'symbol', name }, only, multiply)
  }

  #call(name: string, of: readonly Node[]): Rational | null {
    const values: Rational[] = []
    for (const node of of) {
      const value = this.value(node)
      if (value === null) return null
      values.push(value)
    }
    const [first, second] = values
    if (first === undefined) return null
    if (name === 'absolute') return first.numerator < 0n ? negate(first) : first
    if (name === 'floor') return floor(first)
    if (name === 'ceil') return negate(floor(negate(first)))
    if (name === 'factorial') return this.#stepped(first.numerator, () => factorial(first))
    if (name === 'sgn') return signOf(first)
    if (name === 'max') return extreme(values, 1n)
    if (name === 'min') return extreme(values, -1n)
    if (second === undefined) return null
    if (name === 'remainder') return remainder(first, second)
    if (name === 'root') return rootOf(first, second)
    if (name === 'binom') return this.#stepped(second.numerator, () => binomial(first, second))
    if (name === 'gcd' || name === 'lcm') return common(name, values)
    return null
  }
}

/** Whether two trees have equal exact values at a point; `null` if one of them has none. */
export function sameExactly(
  gold: Node,
  answer: Node,
  at: ExactPoint,
  work: Budget,
): boolean | null {
  const evaluator = new ExactEvaluator(at, work)
  const first = evaluator.value(gold)
  const second = first === null ? null : evaluator.value(answer)
  return first === null || second === null ? null : same(first, second)
}

/** A power; a fractional exponent takes a root. */
function powerOf(base: Rational, exponent: Rational): Rational | null {
  if (exponent.denominator === 1n) return power(base, exponent.numerator)
  const inner = rootOf(base, whole(exponent.denominator))
  return inner === null ? null : power(inner, exponent.numerator)
}

const signOf = ({ numerator }: Rational): Rational =>
  numerator === 0n ? ZERO : numerator > 0n ? ONE : negate(ONE)

function extreme(values: readonly Rational[], direction: bigint): Rational | null {
  return values.reduce((most, value) => {
    const distance = value.numerator * most.denominator - most.numerator * value.denominator
    return distance * direction > 0n ? value : most
  })
}

/** The greatest common divisor of positive integers, or their least common multiple. */
function common(name: 'gcd' | 'lcm', values: readonly Rational[]): Rational | null {
  let all: Rational | null = null
  for (const value of values) {
    if (value.denominator !== 1n || value.numerator <= 0n) return null
    // The denominator of the reduced fraction is the factor that the divisor lacks.
    const share: Rational | null = all === null ? ONE : divide(all, value)
    if (share === null) return null
    if (name === 'gcd') all = divide(value, whole(share.denominator))
    else all = multiply(value, whole(share.numerator))
  }
  return all
}

/** The remainder of a division by a positive number. */
function remainder(of: Rational, by: Rational): Rational | null {
  if (of.denominator !== 1n || by.denominator !== 1n || by.numerator <= 0n) return null
  const left = of.numerator % by.numerator
  return whole(left < 0n ? left + by.numerator : left)
}

function floor({ numerator, denominator }: Rational): Rational {
  const down = numerator / denominator
  return whole(numerator < 0n && down * denominator !== numerator ? down - 1n : down)
}

function rootOf(of: Rational, degree: Rational): Rational | null {
  if (degree.denominator !== 1n || degree.numerator < 1n || degree.numerator > 64n) return null
  return exactRoot(of, Number(degree.numerator))
}

function factorial({ numerator, denominator }: Rational): Rational | null {
  if (denominator !== 1n || numerator < 0n || numerator > FACTORIAL_MAX) return null
  let product = 1n
  for (let factor = 2n; factor <= numerator; factor++) product *= factor
  return whole(product)
}

function binomial(of: Rational, chosen: Rational): Rational | null {
  if (of.denominator !== 1n || chosen.denominator !== 1n) return null
  const [all, part] = [of.numerator, chosen.numerator]
  if (part < 0n || part > all || all > FACTORIAL_MAX) return null
  let product = 1n
  for (let step = 1n; step <= part; step++) product = (product * (all - part + step)) / step
  return whole(product)
}
