import { angleOf, cosine, exponential, length, logarithm, raise, sine } from './transcendental.ts'

/** A complex number in double precision. */
export interface Complex {
  readonly re: number
  readonly im: number
}

export const NOT_A_NUMBER: Complex = { re: Number.NaN, im: Number.NaN }
export const I: Complex = { re: 0, im: 1 }

/** A real number as a complex one. */
export const real = (re: number): Complex => ({ re, im: 0 })

export const plus = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im })
export const minus = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im })
export const opposite = (a: Complex): Complex => ({ re: -a.re, im: a.im === 0 ? 0 : -a.im })

/** The product; two real factors stay real, infinite ones too. */
export function times(a: Complex, b: Complex): Complex {
  if (a.im === 0 && b.im === 0) return real(a.re * b.re)
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }
}

/** The quotient; not a number if it divides by zero. */
export function over(a: Complex, b: Complex): Complex {
  if (a.im === 0 && b.im === 0) return b.re === 0 ? NOT_A_NUMBER : real(a.re / b.re)
  const square = b.re * b.re + b.im * b.im
  if (square === 0) return NOT_A_NUMBER
  return {
    re: (a.re * b.re + a.im * b.im) / square,
    im: (a.im * b.re - a.re * b.im) / square,
  }
}

/** The distance from zero. */
export const magnitude = (a: Complex): number => (a.im === 0 ? Math.abs(a.re) : length(a.re, a.im))

/** `e` to a power. */
export function exp(a: Complex): Complex {
  const scale = exponential(a.re)
  if (a.im === 0) return real(scale)
  return { re: scale * cosine(a.im), im: scale * sine(a.im) }
}

/** The principal natural logarithm. */
export function log(a: Complex): Complex {
  if (a.im === 0 && a.re > 0) return real(logarithm(a.re))
  const size = magnitude(a)
  return size === 0 ? NOT_A_NUMBER : { re: logarithm(size), im: angleOf(a.im, a.re) }
}

const SMALL_POWER = 32

/** The principal value of a power. */
export function pow(base: Complex, exponent: Complex): Complex {
  if (exponent.im === 0) {
    if (base.im === 0 && (base.re >= 0 || Number.isInteger(exponent.re))) {
      if (base.re === 0 && exponent.re <= 0) return zeroPower(exponent.re)
      const value = raise(base.re, exponent.re)
      // What is too small for a double is not zero.
      return value === 0 && base.re !== 0 ? NOT_A_NUMBER : real(value)
    }
    if (Number.isInteger(exponent.re) && Math.abs(exponent.re) <= SMALL_POWER) {
      return wholePower(base, exponent.re)
    }
  }
  if (base.re === 0 && base.im === 0) return exponent.re > 0 ? real(0) : NOT_A_NUMBER
  return exp(times(exponent, log(base)))
}

const zeroPower = (exponent: number): Complex => (exponent === 0 ? real(1) : NOT_A_NUMBER)

function wholePower(base: Complex, exponent: number): Complex {
  let result = real(1)
  for (let count = Math.abs(exponent); count > 0; count--) result = times(result, base)
  return exponent < 0 ? over(real(1), result) : result
}

/** The root; real for odd roots of negative numbers. */
export function root(of: Complex, degree: Complex): Complex {
  if (degree.im === 0 && of.im === 0) {
    if (degree.re === 2)
      return of.re >= 0 ? real(Math.sqrt(of.re)) : { re: 0, im: Math.sqrt(-of.re) }
    if (of.re < 0 && Number.isInteger(degree.re) && degree.re % 2 !== 0) {
      return real(-raise(-of.re, 1 / degree.re))
    }
  }
  return pow(of, over(real(1), degree))
}

export const sin = (a: Complex): Complex => {
  if (a.im === 0) return real(sine(a.re))
  const [up, down] = [exp(times(I, a)), exp(opposite(times(I, a)))]
  return over(minus(up, down), { re: 0, im: 2 })
}

export const cos = (a: Complex): Complex => {
  if (a.im === 0) return real(cosine(a.re))
  return over(plus(exp(times(I, a)), exp(opposite(times(I, a)))), real(2))
}

/** The principal arc sine: -i ln(iz + sqrt(1 - z²)). */
export function arcsin(a: Complex): Complex {
  const below = root(minus(real(1), times(a, a)), real(2))
  return times({ re: 0, im: -1 }, log(plus(times(I, a), below)))
}

/** The principal arc tangent: i/2 (ln(1 - iz) - ln(1 + iz)). */
export function arctan(a: Complex): Complex {
  const turned = times(I, a)
  const difference = minus(log(minus(real(1), turned)), log(plus(real(1), turned)))
  return times({ re: 0, im: 0.5 }, difference)
}

const LANCZOS = [
  ...[0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313],
  ...[-176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6],
  1.5056327351493116e-7,
]

const FACTORIAL_MIN = -20

/** The factorial, continued between the whole numbers. */
export function factorial(a: Complex): Complex {
  if (a.im !== 0 || !(a.re > FACTORIAL_MIN && a.re <= 170)) return NOT_A_NUMBER
  if (a.re < -0.5) {
    if (Number.isInteger(a.re)) return NOT_A_NUMBER
    return real(factorial(real(a.re + 1)).re / (a.re + 1))
  }
  let series = LANCZOS[0] as number
  for (let index = 1; index < LANCZOS.length; index++) {
    series += (LANCZOS[index] as number) / (a.re + index)
  }
  const shifted = a.re + 7.5
  const value = Math.sqrt(2 * Math.PI) * raise(shifted, a.re + 0.5) * exponential(-shifted) * series
  return real(Number.isInteger(a.re) && value < 1e15 ? Math.round(value) : value)
}
