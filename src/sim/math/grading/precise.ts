import { byName } from '../../by-name.ts'
import { childSeed } from '../../child-seed.ts'
import {
  Balls,
  exactBall,
  floorOf,
  magnitudeOf,
  mayBeZero,
  NOUGHT,
  negated,
  signOfBall,
  Undecided,
  undecided,
} from './ball.ts'
import { piBall } from './ball-functions.ts'
import type { Budget } from './budget.ts'
import {
  type ComplexBall,
  ComplexBalls,
  I_BALL,
  isRealBall,
  ONE_BALL,
  oppositeBall,
  realBall,
} from './complex-ball.ts'
import { type ExactPoint, ExactReckoner } from './exact.ts'
import type { Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import type { Rational } from './rational.ts'

/** Precision that two values are first compared with, in binary digits. */
const FIRST_BITS = 192
/** What they must agree in beyond the range of the numbers that were added. */
const AGREEING_BITS = 128
const BITS_MAX = 12_000

/**
 * Whether two formulas have the same value where their letters have some: `null` if that cannot be
 * decided. They are the same if they agree in many more digits than their numbers have.
 */
export function samePrecisely(
  gold: Node,
  answer: Node,
  at: ExactPoint,
  work: Budget,
): boolean | null {
  let bits = FIRST_BITS
  try {
    for (let round = 0; round < 4; round++) {
      const balls = new Balls(bits, work)
      const reckoner = new PreciseReckoner(balls, at)
      const [wanted, given] = [reckoner.value(gold), reckoner.value(answer)]
      const needed = AGREEING_BITS + Math.ceil(4 * reckoner.range)
      const difference = reckoner.functions.minus(wanted, given)
      if (!mayBeZero(difference.re) || !mayBeZero(difference.im)) return false
      if (needed <= bits) return isNarrow(difference, [wanted, given], needed) ? true : null
      if (needed > BITS_MAX) return null
      bits = needed
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
  }
  return null
}

/** Whether a difference is known to be small beside what it is a difference of. */
function isNarrow({ re, im }: ComplexBall, values: readonly ComplexBall[], bits: number): boolean {
  const sizes = values.flatMap((value) => [value.re, value.im]).filter((part) => part.middle !== 0n)
  const largest = sizes.length === 0 ? 0 : Math.max(...sizes.map(magnitudeOf))
  return [re, im].every(
    (part) => part.radius === 0n || magnitudeOf(part) < Math.max(largest, 0) - bits / 2,
  )
}

type Single = (functions: ComplexBalls, of: ComplexBall) => ComplexBall

const SINGLES: Readonly<Record<string, Single>> = byName({
  sin: (functions, of) => functions.sin(of),
  cos: (functions, of) => functions.cos(of),
  tan: (functions, of) => functions.over(functions.sin(of), functions.cos(of)),
  cot: (functions, of) => functions.over(functions.cos(of), functions.sin(of)),
  sec: (functions, of) => functions.over(ONE_BALL, functions.cos(of)),
  csc: (functions, of) => functions.over(ONE_BALL, functions.sin(of)),
  arcsin: (functions, of) => functions.arcsin(of),
  arccos: (functions, of) => functions.arccos(of),
  arctan: (functions, of) => functions.arctan(of),
  arcsec: (functions, of) => functions.arccos(functions.over(ONE_BALL, of)),
  arccsc: (functions, of) => functions.arcsin(functions.over(ONE_BALL, of)),
  sinh: (functions, of) => functions.sinh(of),
  cosh: (functions, of) => functions.cosh(of),
  tanh: (functions, of) => functions.over(functions.sinh(of), functions.cosh(of)),
  coth: (functions, of) => functions.over(functions.cosh(of), functions.sinh(of)),
  sech: (functions, of) => functions.over(ONE_BALL, functions.cosh(of)),
  csch: (functions, of) => functions.over(ONE_BALL, functions.sinh(of)),
  arsinh: (functions, of) => functions.arsinh(of),
  arcosh: (functions, of) => functions.arcosh(of),
  artanh: (functions, of) => functions.artanh(of),
  ln: (functions, of) => functions.log(of),
  absolute: (functions, of) => realBall(functions.size(of)),
  floor: (_, of) => (isRealBall(of) ? realBall(floorOf(of.re)) : undecided()),
  ceil: (_, of) => (isRealBall(of) ? realBall(negated(floorOf(negated(of.re)))) : undecided()),
  sgn: (_, of) => (isRealBall(of) ? realBall(exactBall(signOfBall(of.re))) : undecided()),
  Re: (_, of) => realBall(of.re),
  Im: (_, of) => realBall(of.im),
})

/** Reckons a tree in balls; throws Undecided for what they do not decide. */
class PreciseReckoner {
  readonly functions: ComplexBalls
  readonly #balls: Balls
  readonly #at: ExactPoint

  constructor(balls: Balls, at: ExactPoint) {
    this.#balls = balls
    this.functions = new ComplexBalls(balls)
    this.#at = at
  }

  get range(): number {
    return this.#balls.range
  }

  value(node: Node): ComplexBall {
    const { functions } = this
    switch (node.kind) {
      case 'number':
        return this.#fraction(node.value)
      case 'symbol':
        return this.#fraction(this.#at(node.name))
      case 'constant':
        return this.#constant(node.name)
      case 'sum':
        return node.terms.reduce(
          (sum, term) => functions.plus(sum, this.value(term)),
          realBall(NOUGHT),
        )
      case 'product':
        return node.factors.reduce(
          (product, factor) => functions.times(product, this.value(factor)),
          ONE_BALL,
        )
      case 'negative':
        return oppositeBall(this.value(node.of))
      case 'quotient':
        return functions.over(this.value(node.over), this.value(node.under))
      case 'power':
        return this.#power(node.base, node.exponent)
      case 'call':
        return this.#call(node)
      case 'applied':
        return this.#applied(node)
      case 'opaque':
        return this.#opaque(node)
      case 'percent':
        return functions.times(this.value(node.of), realBall(this.#balls.ratio(1n, 100n)))
      case 'degrees':
        return functions.times(this.value(node.of), this.#degree())
      case 'quantity':
      case 'modulo':
        return this.value(node.of)
      default:
        return undecided()
    }
  }

  #fraction(value: Rational | null): ComplexBall {
    if (value === null) return undecided()
    return realBall(this.#balls.ratio(value.numerator, value.denominator))
  }

  #constant(name: string): ComplexBall {
    if (name === 'pi') return realBall(piBall(this.#balls))
    if (name === 'e') return this.functions.exp(ONE_BALL)
    return name === 'i' ? I_BALL : undecided()
  }

  #degree(): ComplexBall {
    return realBall(this.#balls.divide(piBall(this.#balls), this.#balls.ratio(180n, 1n)))
  }

  #exact(node: Node): Rational | null {
    return new ExactReckoner(this.#at, this.#balls.work).value(node)
  }

  #power(base: Node, exponent: Node): ComplexBall {
    const value = this.value(base)
    const times = this.#exact(exponent)
    if (times !== null) {
      const { numerator, denominator } = times
      if (denominator === 1n) return this.functions.wholePower(value, numerator)
      const isNegative = isRealBall(value) && value.re.middle < 0n
      // As doubles do it: a root of a negative number is real if the fraction is written down.
      const isRoot = denominator <= 64n && (!isNegative || denominator % 2n === 1n)
      if (isRoot && isRealBall(value)) {
        const root = this.functions.root(value, Number(denominator))
        return this.functions.wholePower(root, numerator)
      }
    }
    if (base.kind === 'constant' && base.name === 'e')
      return this.functions.exp(this.value(exponent))
    return this.functions.power(value, this.value(exponent))
  }

  /** A fraction below one that belongs to a text. */
  #share(text: string, number: number): ComplexBall {
    return realBall(this.#balls.ratio(BigInt(childSeed(number, text)), 1n << 53n))
  }

  /** A function that nobody knows is a cubic of its own; other letters are factors. */
  #applied({ name, of }: Extract<Node, { kind: 'applied' }>): ComplexBall {
    const { functions } = this
    const values = of.map((node) => this.value(node))
    const [only] = values
    if (!isFunctionLetter(name) && values.length === 1 && only !== undefined) {
      return functions.times(this.#fraction(this.#at(name)), only)
    }
    return values.reduce((sum, value, place) => {
      const cubic = [0, 1, 2, 3].reduce(
        (inner, number) =>
          functions.plus(this.#share(name, 4 * place + number), functions.times(inner, value)),
        ONE_BALL,
      )
      return functions.plus(sum, cubic)
    }, ONE_BALL)
  }

  /** What is not worked out grows with what it is applied to; a product does so in another way. */
  #opaque({ text, of }: Extract<Node, { kind: 'opaque' }>): ComplexBall {
    const { functions } = this
    const weight = functions.plus(ONE_BALL, this.#share(text, 0))
    const [body] = of
    if (body === undefined) return weight
    const product = functions.times(weight, this.value(body))
    if (!text.startsWith('prod')) return product
    return functions.plus(weight, functions.times(product, this.value(body)))
  }

  #extreme(of: readonly Node[], direction: bigint): ComplexBall {
    return of
      .map((node) => this.value(node))
      .reduce((most, value) => {
        const { re, im } = this.functions.minus(value, most)
        if (signOfBall(im) !== 0n) undecided()
        return signOfBall(re) === direction ? value : most
      })
  }

  #call(node: Extract<Node, { kind: 'call' }>): ComplexBall {
    const exact = this.#exact(node)
    if (exact !== null) return this.#fraction(exact)
    const { name, of } = node
    const [first, second] = of
    if (first === undefined) return undecided()
    const single = SINGLES[name]
    if (single !== undefined && second === undefined)
      return single(this.functions, this.value(first))
    if (name === 'max' || name === 'min') return this.#extreme(of, name === 'max' ? 1n : -1n)
    if (second === undefined) return undecided()
    if (name === 'log') {
      const [above, below] = [first, second].map((one) => this.functions.log(this.value(one)))
      return this.functions.over(above as ComplexBall, below as ComplexBall)
    }
    const degree = name === 'root' ? this.#exact(second) : null
    if (degree === null || degree.denominator !== 1n) return undecided()
    if (degree.numerator < 1n || degree.numerator > 1000n) return undecided()
    return this.functions.root(this.value(first), Number(degree.numerator))
  }
}
