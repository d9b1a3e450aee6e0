import {
  type Ball,
  Balls,
  exactBall,
  floorOf,
  isExactZero,
  magnitudeOf,
  mayBeZero,
  negated,
  signOfBall,
  throwUndecided,
  timesPowerOfTwo,
  Undecided,
  ZERO_BALL,
} from './ball.ts'
import { angleBall, circleOf, exponentialOf, logarithmOf, piBall } from './ball-functions.ts'
import type { Budget } from './budget.ts'
import { type Complex, ComplexArithmetic, type RealArithmetic } from './complexes.ts'
import { Evaluator } from './evaluator.ts'
import { ExactEvaluator, type ExactPoint } from './exact.ts'
import type { Node } from './node.ts'
import type { Rational } from './rational.ts'

/** The precision of the first comparison, in binary digits. */
const FIRST_BITS = 192
/** The number of binary digits in which values must agree, beyond the range of added numbers. */
const AGREEING_BITS = 128
const BITS_MAX = 12_000

/**
 * Whether two formulas have equal values at a point; `null` if that cannot be decided. They are
 * equal if they agree in many more digits than their numbers have.
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
      const evaluator = new BallEvaluator(balls, at)
      const [wanted, given] = [evaluator.value(gold), evaluator.value(answer)]
      const needed = AGREEING_BITS + Math.ceil(4 * balls.range)
      const difference = evaluator.numbers.minus(wanted, given)
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

type ComplexBall = Complex<Ball>

/** Whether a difference is certainly small relative to its operands. */
function isNarrow({ re, im }: ComplexBall, values: readonly ComplexBall[], bits: number): boolean {
  const sizes = values.flatMap((value) => [value.re, value.im]).filter((part) => part.middle !== 0n)
  const largest = sizes.length === 0 ? 0 : Math.max(...sizes.map(magnitudeOf))
  return [re, im].every(
    (part) => part.radius === 0n || magnitudeOf(part) < Math.max(largest, 0) - bits / 2,
  )
}

/** Real arithmetic of balls. */
const ballArithmetic = (balls: Balls): RealArithmetic<Ball> => ({
  zero: ZERO_BALL,
  whole: (value) => exactBall(BigInt(value)),
  isZero: isExactZero,
  isNegative: ({ middle }) => middle < 0n,
  negate: negated,
  half: (of) => timesPowerOfTwo(of, -1),
  add: (one, other) => balls.add(one, other),
  multiply: (one, other) => balls.multiply(one, other),
  divide: (over, under) => balls.divide(over, under),
  root: (of, degree) => balls.root(of, degree),
  exponential: (of) => exponentialOf(of, balls),
  logarithm: (of) => logarithmOf(of, balls),
  circle: (of) => circleOf(of, balls),
  angle: (across, up) => angleBall(across, up, balls),
  wholePower: (base, exponent) => balls.power(base, exponent),
  power: (base, exponent) =>
    exponentialOf(balls.multiply(exponent, logarithmOf(base, balls)), balls),
})

/** Higher powers of complex numbers are not evaluated. */
const COMPLEX_POWER_MAX = 4096n

/** Evaluates a tree in balls. Throws Undecided if they do not decide a value. */
class BallEvaluator extends Evaluator<Ball> {
  readonly #balls: Balls
  readonly #at: ExactPoint

  constructor(balls: Balls, at: ExactPoint) {
    super(new ComplexArithmetic(ballArithmetic(balls)))
    this.#balls = balls
    this.#at = at
  }

  none(): ComplexBall {
    return throwUndecided()
  }

  protected fraction({ numerator, denominator }: Rational): ComplexBall {
    return this.numbers.real(this.#balls.ratio(numerator, denominator))
  }

  protected letter(name: string): ComplexBall {
    const value = this.#at(name)
    return value === null ? throwUndecided() : this.fraction(value)
  }

  protected constant(name: string): ComplexBall {
    if (name === 'pi') return this.numbers.real(piBall(this.#balls))
    return name === 'e' ? this.numbers.exp(this.numbers.one) : throwUndecided()
  }

  #exact(node: Node): Rational | null {
    return new ExactEvaluator(this.#at, this.#balls.work).value(node)
  }

  protected power(base: Node, exponent: Node): ComplexBall {
    const { numbers } = this
    const value = this.value(base)
    const isReal = numbers.isReal(value)
    const times = this.#exact(exponent)
    if (times !== null) {
      const { numerator, denominator } = times
      const isLarge = numerator > COMPLEX_POWER_MAX || numerator < -COMPLEX_POWER_MAX
      if (!isReal && denominator === 1n && isLarge) throwUndecided()
      if (denominator === 1n) return numbers.wholePower(value, numerator)
      // As with doubles: an odd root of a negative number is real if the fraction is written.
      const isOdd = denominator % 2n === 1n
      if (isReal && denominator <= 64n && (value.re.middle >= 0n || isOdd)) {
        return numbers.wholePower(numbers.root(value, Number(denominator)), numerator)
      }
    }
    if (base.kind === 'constant' && base.name === 'e') return numbers.exp(this.value(exponent))
    const raised = this.value(exponent)
    if (!numbers.isZero(value)) return numbers.power(value, raised)
    return numbers.isReal(raised) && raised.re.middle > 0n ? value : throwUndecided()
  }

  protected root(of: Node, degree: Node): ComplexBall {
    const exact = this.#exact({ kind: 'call', name: 'root', of: [of, degree] })
    if (exact !== null) return this.fraction(exact)
    const times = this.#exact(degree)
    if (times === null || times.denominator !== 1n) return throwUndecided()
    if (times.numerator < 1n || times.numerator > 1000n) return throwUndecided()
    return this.numbers.root(this.value(of), Number(times.numerator))
  }

  protected call(name: string, of: readonly Node[]): ComplexBall {
    const exact = this.#exact({ kind: 'call', name, of })
    if (exact !== null) return this.fraction(exact)
    const balls = of.map((node) => {
      const value = this.value(node)
      return this.numbers.isReal(value) ? value.re : throwUndecided()
    })
    return this.numbers.real(this.#real(name, balls))
  }

  #real(name: string, of: readonly Ball[]): Ball {
    const [first = throwUndecided()] = of
    switch (name) {
      case 'floor':
        return floorOf(first)
      case 'ceil':
        return negated(floorOf(negated(first)))
      case 'sgn':
        return exactBall(signOfBall(first))
      case 'max':
        return of.reduce((most, ball) => (this.#isAbove(ball, most) ? ball : most))
      case 'min':
        return of.reduce((least, ball) => (this.#isAbove(least, ball) ? ball : least))
      default:
        return throwUndecided()
    }
  }

  #isAbove(one: Ball, other: Ball): boolean {
    return signOfBall(this.#balls.subtract(one, other)) === 1n
  }
}
