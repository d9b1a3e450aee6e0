import { childSeed } from '../../child-seed.ts'
import { type ComplexArithmetic, type ComplexOf, UNARY_FUNCTIONS } from './complexes.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { fromInteger, type Rational, rational, ZERO } from './rational.ts'

/** A pseudorandom fraction below one that is derived from a text. */
const pseudorandomShare = (text: string, number: number): Rational =>
  rational(BigInt(childSeed(number, text) >>> 0), 2n ** 32n) ?? ZERO

/** Evaluates a tree in doubles or in balls. */
export abstract class Evaluator<Real> {
  readonly numbers: ComplexArithmetic<Real>

  constructor(numbers: ComplexArithmetic<Real>) {
    this.numbers = numbers
  }

  /** The result for a node without a value. */
  abstract noValue(): ComplexOf<Real>
  protected abstract fraction(value: Rational): ComplexOf<Real>
  protected abstract letter(name: string): ComplexOf<Real>
  protected abstract constant(name: string): ComplexOf<Real>
  protected abstract power(base: Node, exponent: Node): ComplexOf<Real>
  protected abstract root(radicand: Node, degree: Node): ComplexOf<Real>
  /** A function that is not a function of one complex number. */
  protected abstract call(name: string, operands: readonly Node[]): ComplexOf<Real>

  value(node: Node): ComplexOf<Real> {
    const { numbers } = this
    switch (node.kind) {
      case 'number':
        return this.fraction(node.value)
      case 'symbol':
        return this.letter(node.name)
      case 'constant':
        return node.name === 'i' ? numbers.i : this.constant(node.name)
      case 'sum':
        return this.#foldValues(node.terms, (sum, term) => numbers.plus(sum, term))
      case 'product':
        return this.#foldValues(node.factors, (product, factor) => numbers.times(product, factor))
      case 'negative':
        return numbers.negate(this.value(node.operand))
      case 'quotient':
        return numbers.divide(this.value(node.numerator), this.value(node.denominator))
      case 'power':
        return this.power(node.base, node.exponent)
      case 'call':
        return this.#call(node.name, node.operands)
      case 'applied':
        return this.#applied(node.name, node.operands)
      case 'opaque':
        return this.#opaque(node.text, node.operands)
      case 'percent':
        return numbers.divide(this.value(node.operand), this.fraction(fromInteger(100n)))
      case 'degrees': {
        const halfTurns = numbers.divide(this.value(node.operand), this.fraction(fromInteger(180n)))
        return numbers.times(halfTurns, this.constant('pi'))
      }
      case 'quantity':
      case 'modulo':
        return this.value(node.operand)
      case 'ratio':
        return this.#ratio(node.parts)
      default:
        return this.noValue()
    }
  }

  #foldValues(
    nodes: readonly Node[],
    join: (one: ComplexOf<Real>, other: ComplexOf<Real>) => ComplexOf<Real>,
  ): ComplexOf<Real> {
    return nodes.map((node) => this.value(node)).reduce(join)
  }

  #ratio([first, second, ...others]: readonly Node[]): ComplexOf<Real> {
    if (first === undefined || second === undefined || others.length > 0) return this.noValue()
    return this.numbers.divide(this.value(first), this.value(second))
  }

  #call(name: string, operands: readonly Node[]): ComplexOf<Real> {
    const { numbers } = this
    const [first, second] = operands
    if (first === undefined) return this.noValue()
    const unaryFunction = UNARY_FUNCTIONS[name]
    if (unaryFunction !== undefined && second === undefined)
      return unaryFunction(numbers, this.value(first))
    if (second !== undefined && name === 'root') return this.root(first, second)
    if (second === undefined || name !== 'log') return this.call(name, operands)
    return numbers.divide(numbers.log(this.value(first)), numbers.log(this.value(second)))
  }

  /**
   * An unknown function, such as f in f(x), is evaluated as a cubic polynomial whose coefficients
   * depend on its name. Another letter before brackets is a factor.
   */
  #applied(name: string, operands: readonly Node[]): ComplexOf<Real> {
    const { numbers } = this
    const values = operands.map((node) => this.value(node))
    const [onlyValue] = values
    if (!isFunctionLetter(name) && values.length === 1 && onlyValue !== undefined) {
      return numbers.times(this.letter(name), onlyValue)
    }
    return values.reduce((sum, value, index) => {
      const cubic = [0, 1, 2, 3].reduce((inner, number) => {
        const share = this.fraction(pseudorandomShare(name, 4 * index + number))
        return numbers.plus(share, numbers.times(inner, value))
      }, numbers.one)
      return numbers.plus(sum, cubic)
    }, numbers.one)
  }

  /**
   * Notation that is not evaluated is a pseudorandom multiple of its operand. A product uses
   * another formula than a sum.
   */
  #opaque(text: string, [body]: readonly Node[]): ComplexOf<Real> {
    const { numbers } = this
    const weight = numbers.plus(numbers.one, this.fraction(pseudorandomShare(text, 0)))
    if (body === undefined) return weight
    const value = this.value(body)
    const product = numbers.times(weight, value)
    if (!text.startsWith('prod')) return product
    return numbers.plus(weight, numbers.times(product, value))
  }
}
