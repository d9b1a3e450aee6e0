import {
  type Ball,
  Balls,
  binaryMagnitude,
  exactBall,
  floorBall,
  isExactZero,
  mayBeZero,
  negateBall,
  signOfBall,
  throwUndecided,
  timesPowerOfTwo,
  Undecided,
  ZERO_BALL,
} from './ball.ts'
import { angleBall, circleBall, exponentialBall, logarithmBall, piBall } from './ball-functions.ts'
import type { Budget } from './budget.ts'
import { ComplexArithmetic, type ComplexOf, type RealArithmetic } from './complexes.ts'
import { Evaluator } from './evaluator.ts'
import { type ExactPoint, exactValueOf } from './exact.ts'
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
  point: ExactPoint,
  work: Budget,
): boolean | null {
  let bits = FIRST_BITS
  try {
    for (let round = 0; round < 4; round++) {
      const balls = new Balls(bits, work)
      const evaluator = new BallEvaluator(balls, point)
      const [goldValue, answerValue] = [evaluator.value(gold), evaluator.value(answer)]
      const neededBits = AGREEING_BITS + Math.ceil(4 * balls.range)
      const difference = evaluator.numbers.minus(goldValue, answerValue)
      if (!mayBeZero(difference.re) || !mayBeZero(difference.im)) return false
      if (neededBits <= bits)
        return isNarrow(difference, [goldValue, answerValue], neededBits) ? true : null
      if (neededBits > BITS_MAX) return null
      bits = neededBits
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
  }
  return null
}

type ComplexBall = ComplexOf<Ball>

/** Whether a difference is certainly small relative to its operands. */
function isNarrow({ re, im }: ComplexBall, values: readonly ComplexBall[], bits: number): boolean {
  const sizes = values.flatMap((value) => [value.re, value.im]).filter((part) => part.middle !== 0n)
  const largest = sizes.length === 0 ? 0 : Math.max(...sizes.map(binaryMagnitude))
  return [re, im].every(
    (part) => part.radius === 0n || binaryMagnitude(part) < Math.max(largest, 0) - bits / 2,
  )
}

/** Real arithmetic of balls. */
const ballArithmetic = (balls: Balls): RealArithmetic<Ball> => ({
  zero: ZERO_BALL,
  fromInteger: (value) => exactBall(BigInt(value)),
  isZero: isExactZero,
  isNegative: ({ middle }) => middle < 0n,
  negate: negateBall,
  half: (of) => timesPowerOfTwo(of, -1),
  add: (one, other) => balls.add(one, other),
  multiply: (one, other) => balls.multiply(one, other),
  divide: (over, under) => balls.divide(over, under),
  root: (of, degree) => balls.root(of, degree),
  exponential: (of) => exponentialBall(of, balls),
  logarithm: (of) => logarithmBall(of, balls),
  cosineAndSine: (of) => circleBall(of, balls),
  angle: (across, up) => angleBall(across, up, balls),
  integerPower: (base, exponent) => balls.power(base, exponent),
  power: (base, exponent) =>
    exponentialBall(balls.multiply(exponent, logarithmBall(base, balls)), balls),
})

/** Higher powers of complex numbers are not evaluated. */
const COMPLEX_POWER_MAX = 4096n

/** Evaluates a tree in balls. Throws Undecided if they do not decide a value. */
class BallEvaluator extends Evaluator<Ball> {
  readonly #balls: Balls
  readonly #point: ExactPoint

  constructor(balls: Balls, point: ExactPoint) {
    super(new ComplexArithmetic(ballArithmetic(balls)))
    this.#balls = balls
    this.#point = point
  }

  noValue(): ComplexBall {
    return throwUndecided()
  }

  protected fraction({ numerator, denominator }: Rational): ComplexBall {
    return this.numbers.real(this.#balls.ratio(numerator, denominator))
  }

  protected letter(name: string): ComplexBall {
    const value = this.#point(name)
    return value === null ? throwUndecided() : this.fraction(value)
  }

  protected constant(name: string): ComplexBall {
    if (name === 'pi') return this.numbers.real(piBall(this.#balls))
    return name === 'e' ? this.numbers.exp(this.numbers.one) : throwUndecided()
  }

  #exact(node: Node): Rational | null {
    return exactValueOf(node, this.#balls.work, this.#point)
  }

  protected power(base: Node, exponent: Node): ComplexBall {
    const { numbers } = this
    const value = this.value(base)
    const isReal = numbers.isReal(value)
    const exactExponent = this.#exact(exponent)
    if (exactExponent !== null) {
      const { numerator, denominator } = exactExponent
      const isLarge = numerator > COMPLEX_POWER_MAX || numerator < -COMPLEX_POWER_MAX
      if (!isReal && denominator === 1n && isLarge) throwUndecided()
      if (denominator === 1n) return numbers.integerPower(value, numerator)
      // As with doubles: an odd root of a negative number is real if the fraction is written.
      const isOdd = denominator % 2n === 1n
      if (isReal && denominator <= 64n && (value.re.middle >= 0n || isOdd)) {
        return numbers.integerPower(numbers.root(value, Number(denominator)), numerator)
      }
    }
    if (base.kind === 'constant' && base.name === 'e') return numbers.exp(this.value(exponent))
    const power = this.value(exponent)
    if (!numbers.isZero(value)) return numbers.power(value, power)
    return numbers.isReal(power) && power.re.middle > 0n ? value : throwUndecided()
  }

  protected root(radicand: Node, degree: Node): ComplexBall {
    const exact = this.#exact({ kind: 'call', name: 'root', operands: [radicand, degree] })
    if (exact !== null) return this.fraction(exact)
    const exactDegree = this.#exact(degree)
    if (exactDegree === null || exactDegree.denominator !== 1n) return throwUndecided()
    if (exactDegree.numerator < 1n || exactDegree.numerator > 1000n) return throwUndecided()
    return this.numbers.root(this.value(radicand), Number(exactDegree.numerator))
  }

  protected call(name: string, operands: readonly Node[]): ComplexBall {
    const exact = this.#exact({ kind: 'call', name, operands })
    if (exact !== null) return this.fraction(exact)
    const balls = operands.map((node) => {
      const value = this.value(node)
      return this.numbers.isReal(value) ? value.re : throwUndecided()
    })
    return this.numbers.real(this.#real(name, balls))
  }

  #real(name: string, balls: readonly Ball[]): Ball {
    const [first = throwUndecided()] = balls
    switch (name) {
      case 'floor':
        return floorBall(first)
      case 'ceil':
        return negateBall(floorBall(negateBall(first)))
      case 'sgn':
        return exactBall(signOfBall(first))
      case 'max':
        return balls.reduce((most, ball) => (this.#isGreater(ball, most) ? ball : most))
      case 'min':
        return balls.reduce((least, ball) => (this.#isGreater(least, ball) ? ball : least))
      default:
        return throwUndecided()
    }
  }

  #isGreater(left: Ball, right: Ball): boolean {
    return signOfBall(this.#balls.subtract(left, right)) === 1n
  }
}
