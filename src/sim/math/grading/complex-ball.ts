import {
  type Ball,
  type Balls,
  exactBall,
  isExactZero,
  NOUGHT,
  negated,
  shifted,
  undecided,
} from './ball.ts'
import { angleBall, circleOf, exponentialOf, logarithmOf } from './ball-functions.ts'

/** A complex number, known within two balls. */
export interface ComplexBall {
  readonly re: Ball
  readonly im: Ball
}

export const realBall = (re: Ball): ComplexBall => ({ re, im: NOUGHT })
export const ONE_BALL = realBall(exactBall(1n))
export const I_BALL: ComplexBall = { re: NOUGHT, im: exactBall(1n) }

export const isRealBall = ({ im }: ComplexBall): boolean => isExactZero(im)
const isNought = ({ re, im }: ComplexBall): boolean => isExactZero(re) && isExactZero(im)

export const oppositeBall = ({ re, im }: ComplexBall): ComplexBall => {
  return { re: negated(re), im: negated(im) }
}

/** The functions of complex numbers that trees are made of. */
export class ComplexBalls {
  readonly balls: Balls

  constructor(balls: Balls) {
    this.balls = balls
  }

  plus(one: ComplexBall, other: ComplexBall): ComplexBall {
    return { re: this.balls.add(one.re, other.re), im: this.balls.add(one.im, other.im) }
  }

  minus(one: ComplexBall, other: ComplexBall): ComplexBall {
    return this.plus(one, oppositeBall(other))
  }

  times(one: ComplexBall, other: ComplexBall): ComplexBall {
    const { balls } = this
    if (isRealBall(one) && isRealBall(other)) return realBall(balls.multiply(one.re, other.re))
    return {
      re: balls.subtract(balls.multiply(one.re, other.re), balls.multiply(one.im, other.im)),
      im: balls.add(balls.multiply(one.re, other.im), balls.multiply(one.im, other.re)),
    }
  }

  #square({ re, im }: ComplexBall): Ball {
    return this.balls.add(this.balls.multiply(re, re), this.balls.multiply(im, im))
  }

  over(one: ComplexBall, other: ComplexBall): ComplexBall {
    const { balls } = this
    if (isRealBall(other)) {
      return { re: balls.divide(one.re, other.re), im: balls.divide(one.im, other.re) }
    }
    const square = this.#square(other)
    const product = this.times(one, { re: other.re, im: negated(other.im) })
    return { re: balls.divide(product.re, square), im: balls.divide(product.im, square) }
  }

  size(of: ComplexBall): Ball {
    if (isRealBall(of)) return of.re.middle < 0n ? negated(of.re) : of.re
    return this.balls.root(this.#square(of), 2)
  }

  exp({ re, im }: ComplexBall): ComplexBall {
    const scale = exponentialOf(re, this.balls)
    if (isExactZero(im)) return realBall(scale)
    const [cosine, sine] = circleOf(im, this.balls)
    return { re: this.balls.multiply(scale, cosine), im: this.balls.multiply(scale, sine) }
  }

  log(of: ComplexBall): ComplexBall {
    const half = shifted(logarithmOf(this.#square(of), this.balls), -1)
    return { re: half, im: angleBall(of.re, of.im, this.balls) }
  }

  /** The principal power. */
  power(base: ComplexBall, exponent: ComplexBall): ComplexBall {
    if (isNought(base)) return isRealBall(exponent) && exponent.re.middle > 0n ? base : undecided()
    return this.exp(this.times(exponent, this.log(base)))
  }

  wholePower(base: ComplexBall, exponent: bigint): ComplexBall {
    if (isRealBall(base)) return realBall(this.balls.power(base.re, exponent))
    const size = exponent < 0n ? -exponent : exponent
    if (size > 4096n) undecided()
    let result = ONE_BALL
    for (const digit of size.toString(2)) {
      result = this.times(result, result)
      if (digit === '1') result = this.times(result, base)
    }
    return exponent < 0n ? this.over(ONE_BALL, result) : result
  }

  /** The root; real for odd roots of negative numbers. */
  root(of: ComplexBall, degree: number): ComplexBall {
    if (isNought(of)) return of
    if (isRealBall(of) && of.re.middle > 0n) return realBall(this.balls.root(of.re, degree))
    if (isRealBall(of) && degree % 2 === 1) {
      return realBall(negated(this.balls.root(negated(of.re), degree)))
    }
    if (isRealBall(of) && degree === 2) {
      return { re: NOUGHT, im: this.balls.root(negated(of.re), 2) }
    }
    return this.power(of, realBall(this.balls.ratio(1n, BigInt(degree))))
  }

  cos(of: ComplexBall): ComplexBall {
    if (isRealBall(of)) return realBall(circleOf(of.re, this.balls)[0])
    const turned = this.times(I_BALL, of)
    return this.#half(this.plus(this.exp(turned), this.exp(oppositeBall(turned))))
  }

  sin(of: ComplexBall): ComplexBall {
    if (isRealBall(of)) return realBall(circleOf(of.re, this.balls)[1])
    const turned = this.times(I_BALL, of)
    const twice = this.minus(this.exp(turned), this.exp(oppositeBall(turned)))
    return this.times(oppositeBall(I_BALL), this.#half(twice))
  }

  sinh(of: ComplexBall): ComplexBall {
    return this.#half(this.minus(this.exp(of), this.exp(oppositeBall(of))))
  }

  cosh(of: ComplexBall): ComplexBall {
    return this.#half(this.plus(this.exp(of), this.exp(oppositeBall(of))))
  }

  #half({ re, im }: ComplexBall): ComplexBall {
    return { re: shifted(re, -1), im: shifted(im, -1) }
  }

  /** The real arc tangent of one real number over another. */
  #angle(up: ComplexBall, across: ComplexBall): ComplexBall {
    if (!isRealBall(up) || !isRealBall(across)) return undecided()
    return realBall(angleBall(across.re, up.re, this.balls))
  }

  arctan(of: ComplexBall): ComplexBall {
    return this.#angle(of, ONE_BALL)
  }

  arcsin(of: ComplexBall): ComplexBall {
    return this.#angle(of, this.#beside(of))
  }

  arccos(of: ComplexBall): ComplexBall {
    return this.#angle(this.#beside(of), of)
  }

  /** The other short side of a right triangle whose long side is one. */
  #beside(of: ComplexBall): ComplexBall {
    return this.root(this.minus(ONE_BALL, this.times(of, of)), 2)
  }

  arsinh(of: ComplexBall): ComplexBall {
    return this.log(this.plus(of, this.root(this.plus(this.times(of, of), ONE_BALL), 2)))
  }

  arcosh(of: ComplexBall): ComplexBall {
    return this.log(this.plus(of, this.root(this.minus(this.times(of, of), ONE_BALL), 2)))
  }

  artanh(of: ComplexBall): ComplexBall {
    return this.#half(this.log(this.over(this.plus(ONE_BALL, of), this.minus(ONE_BALL, of))))
  }
}
