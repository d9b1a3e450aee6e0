import { childSeed } from '../../child-seed.ts'
import { type Complex, type ComplexArithmetic, UNARY_FUNCTIONS } from './complexes.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { type Rational, rational, whole, ZERO } from './rational.ts'

/** A pseudorandom fraction below one that is derived from a text. */
const shareOf = (text: string, number: number): Rational =>
  rational(BigInt(childSeed(number, text) >>> 0), 2n ** 32n) ?? ZERO

/** Evaluates a tree in doubles or in balls. */
export abstract class Evaluator<Real> {
  readonly numbers: ComplexArithmetic<Real>

  constructor(numbers: ComplexArithmetic<Real>) {
    this.numbers = numbers
  }

  /** The result if there is no value. */
  abstract none(): Complex<Real>
  protected abstract fraction(value: Rational): Complex<Real>
  protected abstract letter(name: string): Complex<Real>
  protected abstract constant(name: string): Complex<Real>
  protected abstract power(base: Node, exponent: Node): Complex<Real>
  protected abstract root(of: Node, degree: Node): Complex<Real>
  /** A function that is not a function of one complex number. */
  protected abstract call(name: string, of: readonly Node[]): Complex<Real>

  value(node: Node): Complex<Real> {
    const { numbers } = this
    switch (node.kind) {
      case 'number':
        return this.fraction(node.value)
      case 'symbol':
        return this.letter(node.name)
      case 'constant':
        return node.name === 'i' ? numbers.i : this.constant(node.name)
      case 'sum':
        return this.#folded(node.terms, (sum, term) => numbers.plus(sum, term))
      case 'product':
        return this.#folded(node.factors, (product, factor) => numbers.times(product, factor))
      case 'negative':
        return numbers.opposite(this.value(node.of))
      case 'quotient':
        return numbers.over(this.value(node.over), this.value(node.under))
      case 'power':
        return this.power(node.base, node.exponent)
      case 'call':
        return this.#call(node.name, node.of)
      case 'applied':
        return this.#applied(node.name, node.of)
      case 'opaque':
        return this.#opaque(node.text, node.of)
      case 'percent':
        return numbers.over(this.value(node.of), this.fraction(whole(100n)))
      case 'degrees': {
        const turns = numbers.over(this.value(node.of), this.fraction(whole(180n)))
        return numbers.times(turns, this.constant('pi'))
      }
      case 'quantity':
      case 'modulo':
        return this.value(node.of)
      case 'ratio':
        return this.#ratio(node.parts)
      default:
        return this.none()
    }
  }

  #folded(
    nodes: readonly Node[],
    join: (one: Complex<Real>, other: Complex<Real>) => Complex<Real>,
  ): Complex<Real> {
    return nodes.map((node) => this.value(node)).reduce(join)
  }

  #ratio([first, second, ...others]: readonly Node[]): Complex<Real> {
    if (first === undefined || second === undefined || others.length > 0) return this.none()
    return this.numbers.over(this.value(first), this.value(second))
  }

  #call(name: string, of: readonly Node[]): Complex<Real> {
    const { numbers } = this
    const [first, second] = of
    if (first === undefined) return this.none()
    const single = UNARY_FUNCTIONS[name]
    if (single !== undefined && second === undefined) return single(numbers, this.value(first))
    if (second !== undefined && name === 'root') return this.root(first, second)
    if (second === undefined || name !== 'log') return this.call(name, of)
    return numbers.over(numbers.log(this.value(first)), numbers.log(this.value(second)))
  }

  /** An unknown function is evaluated as a cubic of its own; other letters are factors. */
  #applied(name: string, of: readonly Node[]): Complex<Real> {
    const { numbers } = this
    const values = of.map((node) => this.value(node))
    const [only] = values
    if (!isFunctionLetter(name) && values.length === 1 && only !== undefined) {
      return numbers.times(this.letter(name), only)
    }
    return values.reduce((sum, value, index) => {
      const cubic = [0, 1, 2, 3].reduce((inner, number) => {
        const share = this.fraction(shareOf(name, 4 * index + number))
        return numbers.plus(share, numbers.times(inner, value))
      }, numbers.one)
      return numbers.plus(sum, cubic)
    }, numbers.one)
  }

  /** Unevaluated notation grows with its operand; a product does so in another way. */
  #opaque(text: string, [body]: readonly Node[]): Complex<Real> {
    const { numbers } = this
    const weight = numbers.plus(numbers.one, this.fraction(shareOf(text, 0)))
    if (body === undefined) return weight
    const value = this.value(body)
    const product = numbers.times(weight, value)
    if (!text.startsWith('prod')) return product
    return numbers.plus(weight, numbers.times(product, value))
  }
}
