import { byName } from '../../by-name.ts'

/** A complex number whose parts are doubles or balls. */
export interface ComplexOf<Real> {
  readonly re: Real
  readonly im: Real
}

/** Real arithmetic that complex arithmetic builds on. */
export interface RealArithmetic<Real> {
  readonly zero: Real
  fromInteger(value: number): Real
  /** Whether a number is certainly zero. */
  isZero(value: Real): boolean
  isNegative(value: Real): boolean
  negate(value: Real): Real
  half(value: Real): Real
  add(left: Real, right: Real): Real
  multiply(left: Real, right: Real): Real
  divide(dividend: Real, divisor: Real): Real
  /** The root of a positive number. */
  root(radicand: Real, degree: number): Real
  exponential(exponent: Real): Real
  /** The logarithm of a positive number. */
  logarithm(value: Real): Real
  /** Cosine and sine. */
  cosineAndSine(angle: Real): readonly [Real, Real]
  /** The angle of a point, between minus pi and pi. */
  angle(x: Real, y: Real): Real
  integerPower(base: Real, exponent: bigint): Real
  /** The power of a positive number. */
  power(base: Real, exponent: Real): Real
}

/** Functions of complex numbers, over doubles or balls. */
export class ComplexArithmetic<Real> {
  readonly reals: RealArithmetic<Real>
  readonly one: ComplexOf<Real>
  readonly i: ComplexOf<Real>

  constructor(reals: RealArithmetic<Real>) {
    this.reals = reals
    this.one = this.real(reals.fromInteger(1))
    this.i = { re: reals.zero, im: reals.fromInteger(1) }
  }

  real(re: Real): ComplexOf<Real> {
    return { re, im: this.reals.zero }
  }

  isReal({ im }: ComplexOf<Real>): boolean {
    return this.reals.isZero(im)
  }

  isZero({ re, im }: ComplexOf<Real>): boolean {
    return this.reals.isZero(re) && this.reals.isZero(im)
  }

  plus(left: ComplexOf<Real>, right: ComplexOf<Real>): ComplexOf<Real> {
    return { re: this.reals.add(left.re, right.re), im: this.reals.add(left.im, right.im) }
  }

  negate({ re, im }: ComplexOf<Real>): ComplexOf<Real> {
    return { re: this.reals.negate(re), im: this.reals.negate(im) }
  }

  minus(left: ComplexOf<Real>, right: ComplexOf<Real>): ComplexOf<Real> {
    return this.plus(left, this.negate(right))
  }

  /** The product. Two real factors stay real, including infinite ones. */
  times(left: ComplexOf<Real>, right: ComplexOf<Real>): ComplexOf<Real> {
    const { reals } = this
    if (this.isReal(left) && this.isReal(right)) return this.real(reals.multiply(left.re, right.re))
    const product = reals.multiply(left.im, right.im)
    return {
      re: reals.add(reals.multiply(left.re, right.re), reals.negate(product)),
      im: reals.add(reals.multiply(left.re, right.im), reals.multiply(left.im, right.re)),
    }
  }

  #sizeSquared({ re, im }: ComplexOf<Real>): Real {
    return this.reals.add(this.reals.multiply(re, re), this.reals.multiply(im, im))
  }

  divide(dividend: ComplexOf<Real>, divisor: ComplexOf<Real>): ComplexOf<Real> {
    const { reals } = this
    if (this.isReal(divisor)) {
      const im = this.isReal(dividend) ? reals.zero : reals.divide(dividend.im, divisor.re)
      return { re: reals.divide(dividend.re, divisor.re), im }
    }
    const square = this.#sizeSquared(divisor)
    const product = this.times(dividend, { re: divisor.re, im: reals.negate(divisor.im) })
    return { re: reals.divide(product.re, square), im: reals.divide(product.im, square) }
  }

  /** The absolute value. */
  absoluteValue(value: ComplexOf<Real>): Real {
    const { reals } = this
    if (this.isReal(value)) return reals.isNegative(value.re) ? reals.negate(value.re) : value.re
    return reals.root(this.#sizeSquared(value), 2)
  }

  exp({ re, im }: ComplexOf<Real>): ComplexOf<Real> {
    const { reals } = this
    const scale = reals.exponential(re)
    if (reals.isZero(im)) return this.real(scale)
    const [cosine, sine] = reals.cosineAndSine(im)
    return { re: reals.multiply(scale, cosine), im: reals.multiply(scale, sine) }
  }

  /** The principal natural logarithm. */
  log(value: ComplexOf<Real>): ComplexOf<Real> {
    const { reals } = this
    const size = reals.logarithm(this.absoluteValue(value))
    if (this.isReal(value) && !reals.isNegative(value.re)) return this.real(size)
    return { re: size, im: reals.angle(value.re, value.im) }
  }

  /** The principal power of a number that is not zero. */
  power(base: ComplexOf<Real>, exponent: ComplexOf<Real>): ComplexOf<Real> {
    const { reals } = this
    const isPositive = this.isReal(base) && !reals.isNegative(base.re)
    if (isPositive && this.isReal(exponent)) return this.real(reals.power(base.re, exponent.re))
    return this.exp(this.times(exponent, this.log(base)))
  }

  integerPower(base: ComplexOf<Real>, exponent: bigint): ComplexOf<Real> {
    if (this.isReal(base)) return this.real(this.reals.integerPower(base.re, exponent))
    const size = exponent < 0n ? -exponent : exponent
    let result = this.one
    for (const digit of size.toString(2)) {
      result = this.times(result, result)
      if (digit === '1') result = this.times(result, base)
    }
    return exponent < 0n ? this.divide(this.one, result) : result
  }

  /** The root. For odd roots of negative numbers it is real. */
  root(radicand: ComplexOf<Real>, degree: number): ComplexOf<Real> {
    const { reals } = this
    if (this.isZero(radicand)) return radicand
    if (this.isReal(radicand)) {
      if (!reals.isNegative(radicand.re)) return this.real(reals.root(radicand.re, degree))
      const root = (): Real => reals.root(reals.negate(radicand.re), degree)
      if (degree % 2 === 1) return this.real(reals.negate(root()))
      if (degree === 2) return { re: reals.zero, im: root() }
    }
    const [logarithm, degreeAsReal] = [
      reals.logarithm(this.absoluteValue(radicand)),
      reals.fromInteger(degree),
    ]
    return this.exp({
      re: reals.divide(logarithm, degreeAsReal),
      im: reals.divide(reals.angle(radicand.re, radicand.im), degreeAsReal),
    })
  }

  half({ re, im }: ComplexOf<Real>): ComplexOf<Real> {
    return { re: this.reals.half(re), im: this.reals.half(im) }
  }

  cos(angle: ComplexOf<Real>): ComplexOf<Real> {
    if (this.isReal(angle)) return this.real(this.reals.cosineAndSine(angle.re)[0])
    return this.cosh(this.times(this.i, angle))
  }

  sin(angle: ComplexOf<Real>): ComplexOf<Real> {
    if (this.isReal(angle)) return this.real(this.reals.cosineAndSine(angle.re)[1])
    return this.#divideByI(this.sinh(this.times(this.i, angle)))
  }

  sinh(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.half(this.minus(this.exp(value), this.exp(this.negate(value))))
  }

  cosh(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.half(this.plus(this.exp(value), this.exp(this.negate(value))))
  }

  /** Divides by i. */
  #divideByI({ re, im }: ComplexOf<Real>): ComplexOf<Real> {
    return { re: im, im: this.reals.negate(re) }
  }

  /** The angle of `across + i up`; both may be complex. */
  angle(x: ComplexOf<Real>, y: ComplexOf<Real>): ComplexOf<Real> {
    if (this.isReal(x) && this.isReal(y)) {
      return this.real(this.reals.angle(x.re, y.re))
    }
    const size = this.root(this.plus(this.times(x, x), this.times(y, y)), 2)
    const point = this.plus(x, this.times(this.i, y))
    return this.#divideByI(this.log(this.divide(point, size)))
  }

  /** `sqrt(1 - z²)`: the other leg of a right triangle with hypotenuse one. */
  cofunction(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.root(this.minus(this.one, this.times(value, value)), 2)
  }

  arsinh(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.log(this.plus(value, this.root(this.plus(this.times(value, value), this.one), 2)))
  }

  arcosh(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.log(this.plus(value, this.root(this.minus(this.times(value, value), this.one), 2)))
  }

  artanh(value: ComplexOf<Real>): ComplexOf<Real> {
    return this.half(this.log(this.divide(this.plus(this.one, value), this.minus(this.one, value))))
  }
}

/** A function of one complex number. */
type UnaryFunction = <Real>(
  numbers: ComplexArithmetic<Real>,
  value: ComplexOf<Real>,
) => ComplexOf<Real>

const arcsin: UnaryFunction = (numbers, value) => numbers.angle(numbers.cofunction(value), value)
const arccos: UnaryFunction = (numbers, value) => numbers.angle(value, numbers.cofunction(value))
const inverse: UnaryFunction = (numbers, value) => numbers.divide(numbers.one, value)

/** The functions of one number, by name. */
export const UNARY_FUNCTIONS: Readonly<Record<string, UnaryFunction>> = byName<UnaryFunction>({
  sin: (numbers, of) => numbers.sin(of),
  cos: (numbers, of) => numbers.cos(of),
  tan: (numbers, of) => numbers.divide(numbers.sin(of), numbers.cos(of)),
  cot: (numbers, of) => numbers.divide(numbers.cos(of), numbers.sin(of)),
  sec: (numbers, of) => inverse(numbers, numbers.cos(of)),
  csc: (numbers, of) => inverse(numbers, numbers.sin(of)),
  arcsin,
  arccos,
  arctan: (numbers, of) => numbers.angle(numbers.one, of),
  arccot: (numbers, of) => numbers.angle(of, numbers.one),
  arcsec: (numbers, of) => arccos(numbers, inverse(numbers, of)),
  arccsc: (numbers, of) => arcsin(numbers, inverse(numbers, of)),
  sinh: (numbers, of) => numbers.sinh(of),
  cosh: (numbers, of) => numbers.cosh(of),
  tanh: (numbers, of) => numbers.divide(numbers.sinh(of), numbers.cosh(of)),
  coth: (numbers, of) => numbers.divide(numbers.cosh(of), numbers.sinh(of)),
  sech: (numbers, of) => inverse(numbers, numbers.cosh(of)),
  csch: (numbers, of) => inverse(numbers, numbers.sinh(of)),
  arsinh: (numbers, of) => numbers.arsinh(of),
  arcosh: (numbers, of) => numbers.arcosh(of),
  artanh: (numbers, of) => numbers.artanh(of),
  ln: (numbers, of) => numbers.log(of),
  absolute: (numbers, of) => numbers.real(numbers.absoluteValue(of)),
  Re: (numbers, { re }) => numbers.real(re),
  Im: (numbers, { im }) => numbers.real(im),
})
