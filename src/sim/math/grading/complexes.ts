import { byName } from '../../by-name.ts'

/** A complex number whose parts are doubles or balls. */
export interface Complex<Real> {
  readonly re: Real
  readonly im: Real
}

/** Real arithmetic that complex arithmetic builds on. */
export interface RealArithmetic<Real> {
  readonly zero: Real
  whole(value: number): Real
  /** Whether a number is certainly zero. */
  isZero(of: Real): boolean
  isNegative(of: Real): boolean
  negate(of: Real): Real
  half(of: Real): Real
  add(one: Real, other: Real): Real
  multiply(one: Real, other: Real): Real
  divide(over: Real, under: Real): Real
  /** The root of a positive number. */
  root(of: Real, degree: number): Real
  exponential(of: Real): Real
  /** The logarithm of a positive number. */
  logarithm(of: Real): Real
  /** Cosine and sine. */
  circle(of: Real): readonly [Real, Real]
  /** The angle of a point, between minus pi and pi. */
  angle(across: Real, up: Real): Real
  wholePower(base: Real, exponent: bigint): Real
  /** The power of a positive number. */
  power(base: Real, exponent: Real): Real
}

/** Functions of complex numbers, over doubles or balls. */
export class ComplexArithmetic<Real> {
  readonly reals: RealArithmetic<Real>
  readonly one: Complex<Real>
  readonly i: Complex<Real>

  constructor(reals: RealArithmetic<Real>) {
    this.reals = reals
    this.one = this.real(reals.whole(1))
    this.i = { re: reals.zero, im: reals.whole(1) }
  }

  real(re: Real): Complex<Real> {
    return { re, im: this.reals.zero }
  }

  isReal({ im }: Complex<Real>): boolean {
    return this.reals.isZero(im)
  }

  isZero({ re, im }: Complex<Real>): boolean {
    return this.reals.isZero(re) && this.reals.isZero(im)
  }

  plus(one: Complex<Real>, other: Complex<Real>): Complex<Real> {
    return { re: this.reals.add(one.re, other.re), im: this.reals.add(one.im, other.im) }
  }

  opposite({ re, im }: Complex<Real>): Complex<Real> {
    return { re: this.reals.negate(re), im: this.reals.negate(im) }
  }

  minus(one: Complex<Real>, other: Complex<Real>): Complex<Real> {
    return this.plus(one, this.opposite(other))
  }

  /** The product. Two real factors stay real, including infinite ones. */
  times(one: Complex<Real>, other: Complex<Real>): Complex<Real> {
    const { reals } = this
    if (this.isReal(one) && this.isReal(other)) return this.real(reals.multiply(one.re, other.re))
    const product = reals.multiply(one.im, other.im)
    return {
      re: reals.add(reals.multiply(one.re, other.re), reals.negate(product)),
      im: reals.add(reals.multiply(one.re, other.im), reals.multiply(one.im, other.re)),
    }
  }

  #square({ re, im }: Complex<Real>): Real {
    return this.reals.add(this.reals.multiply(re, re), this.reals.multiply(im, im))
  }

  over(one: Complex<Real>, other: Complex<Real>): Complex<Real> {
    const { reals } = this
    if (this.isReal(other)) {
      const im = this.isReal(one) ? reals.zero : reals.divide(one.im, other.re)
      return { re: reals.divide(one.re, other.re), im }
    }
    const square = this.#square(other)
    const product = this.times(one, { re: other.re, im: reals.negate(other.im) })
    return { re: reals.divide(product.re, square), im: reals.divide(product.im, square) }
  }

  /** The absolute value. */
  size(of: Complex<Real>): Real {
    const { reals } = this
    if (this.isReal(of)) return reals.isNegative(of.re) ? reals.negate(of.re) : of.re
    return reals.root(this.#square(of), 2)
  }

  exp({ re, im }: Complex<Real>): Complex<Real> {
    const { reals } = this
    const scale = reals.exponential(re)
    if (reals.isZero(im)) return this.real(scale)
    const [cosine, sine] = reals.circle(im)
    return { re: reals.multiply(scale, cosine), im: reals.multiply(scale, sine) }
  }

  /** The principal natural logarithm. */
  log(of: Complex<Real>): Complex<Real> {
    const { reals } = this
    const size = reals.logarithm(this.size(of))
    if (this.isReal(of) && !reals.isNegative(of.re)) return this.real(size)
    return { re: size, im: reals.angle(of.re, of.im) }
  }

  /** The principal power of a number that is not zero. */
  power(base: Complex<Real>, exponent: Complex<Real>): Complex<Real> {
    const { reals } = this
    const isPositive = this.isReal(base) && !reals.isNegative(base.re)
    if (isPositive && this.isReal(exponent)) return this.real(reals.power(base.re, exponent.re))
    return this.exp(this.times(exponent, this.log(base)))
  }

  wholePower(base: Complex<Real>, exponent: bigint): Complex<Real> {
    if (this.isReal(base)) return this.real(this.reals.wholePower(base.re, exponent))
    const size = exponent < 0n ? -exponent : exponent
    let result = this.one
    for (const digit of size.toString(2)) {
      result = this.times(result, result)
      if (digit === '1') result = this.times(result, base)
    }
    return exponent < 0n ? this.over(this.one, result) : result
  }

  /** The root. For odd roots of negative numbers it is real. */
  root(of: Complex<Real>, degree: number): Complex<Real> {
    const { reals } = this
    if (this.isZero(of)) return of
    if (this.isReal(of)) {
      if (!reals.isNegative(of.re)) return this.real(reals.root(of.re, degree))
      const root = (): Real => reals.root(reals.negate(of.re), degree)
      if (degree % 2 === 1) return this.real(reals.negate(root()))
      if (degree === 2) return { re: reals.zero, im: root() }
    }
    const [size, whole] = [reals.logarithm(this.size(of)), reals.whole(degree)]
    return this.exp({
      re: reals.divide(size, whole),
      im: reals.divide(reals.angle(of.re, of.im), whole),
    })
  }

  half({ re, im }: Complex<Real>): Complex<Real> {
    return { re: this.reals.half(re), im: this.reals.half(im) }
  }

  cos(of: Complex<Real>): Complex<Real> {
    if (this.isReal(of)) return this.real(this.reals.circle(of.re)[0])
    return this.cosh(this.times(this.i, of))
  }

  sin(of: Complex<Real>): Complex<Real> {
    if (this.isReal(of)) return this.real(this.reals.circle(of.re)[1])
    return this.#turnedBack(this.sinh(this.times(this.i, of)))
  }

  sinh(of: Complex<Real>): Complex<Real> {
    return this.half(this.minus(this.exp(of), this.exp(this.opposite(of))))
  }

  cosh(of: Complex<Real>): Complex<Real> {
    return this.half(this.plus(this.exp(of), this.exp(this.opposite(of))))
  }

  /** Divides by i. */
  #turnedBack({ re, im }: Complex<Real>): Complex<Real> {
    return { re: im, im: this.reals.negate(re) }
  }

  /** The angle of `across + i up`; both may be complex. */
  angle(across: Complex<Real>, up: Complex<Real>): Complex<Real> {
    if (this.isReal(across) && this.isReal(up)) {
      return this.real(this.reals.angle(across.re, up.re))
    }
    const size = this.root(this.plus(this.times(across, across), this.times(up, up)), 2)
    const point = this.plus(across, this.times(this.i, up))
    return this.#turnedBack(this.log(this.over(point, size)))
  }

  /** `sqrt(1 - z²)`: the other leg of a right triangle with hypotenuse one. */
  beside(of: Complex<Real>): Complex<Real> {
    return this.root(this.minus(this.one, this.times(of, of)), 2)
  }

  arsinh(of: Complex<Real>): Complex<Real> {
    return this.log(this.plus(of, this.root(this.plus(this.times(of, of), this.one), 2)))
  }

  arcosh(of: Complex<Real>): Complex<Real> {
    return this.log(this.plus(of, this.root(this.minus(this.times(of, of), this.one), 2)))
  }

  artanh(of: Complex<Real>): Complex<Real> {
    return this.half(this.log(this.over(this.plus(this.one, of), this.minus(this.one, of))))
  }
}

/** A function of one complex number. */
type UnaryFunction = <Real>(numbers: ComplexArithmetic<Real>, of: Complex<Real>) => Complex<Real>

const arcsin: UnaryFunction = (numbers, of) => numbers.angle(numbers.beside(of), of)
const arccos: UnaryFunction = (numbers, of) => numbers.angle(of, numbers.beside(of))
const inverse: UnaryFunction = (numbers, of) => numbers.over(numbers.one, of)

/** The functions of one number, by name. */
export const UNARY_FUNCTIONS: Readonly<Record<string, UnaryFunction>> = byName<UnaryFunction>({
  sin: (numbers, of) => numbers.sin(of),
  cos: (numbers, of) => numbers.cos(of),
  tan: (numbers, of) => numbers.over(numbers.sin(of), numbers.cos(of)),
  cot: (numbers, of) => numbers.over(numbers.cos(of), numbers.sin(of)),
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
  tanh: (numbers, of) => numbers.over(numbers.sinh(of), numbers.cosh(of)),
  coth: (numbers, of) => numbers.over(numbers.cosh(of), numbers.sinh(of)),
  sech: (numbers, of) => inverse(numbers, numbers.cosh(of)),
  csch: (numbers, of) => inverse(numbers, numbers.sinh(of)),
  arsinh: (numbers, of) => numbers.arsinh(of),
  arcosh: (numbers, of) => numbers.arcosh(of),
  artanh: (numbers, of) => numbers.artanh(of),
  ln: (numbers, of) => numbers.log(of),
  absolute: (numbers, of) => numbers.real(numbers.size(of)),
  Re: (numbers, { re }) => numbers.real(re),
  Im: (numbers, { im }) => numbers.real(im),
})
