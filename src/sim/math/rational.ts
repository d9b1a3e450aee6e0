import { greatestCommonDivisor, negate, type Rational } from './grading/rational.ts'

export {
  greatestCommonDivisor,
  negate,
  type Rational,
  rationalText as toPlain,
} from './grading/rational.ts'

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** The fraction in lowest terms. Throws `RangeError` for denominator 0. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1): Rational {
  const [above, below] = [BigInt(numerator), BigInt(denominator)]
  if (below === 0n) throw new RangeError('a fraction cannot have denominator 0')
  const common = greatestCommonDivisor(above, below) * (below < 0n ? -1n : 1n)
  return { numerator: above / common, denominator: below / common }
}

/** left + right */
export const add = (left: Rational, right: Rational): Rational =>
  rational(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  )

/** left - right */
export const subtract = (left: Rational, right: Rational): Rational => add(left, negate(right))

/** left × right */
export const multiply = (left: Rational, right: Rational): Rational =>
  rational(left.numerator * right.numerator, left.denominator * right.denominator)

/** left ÷ right. Throws `RangeError` if right is 0. */
export const divide = (left: Rational, right: Rational): Rational =>
  rational(left.numerator * right.denominator, left.denominator * right.numerator)

export const isZero = ({ numerator }: Rational): boolean => numerator === 0n

export const isWhole = ({ denominator }: Rational): boolean => denominator === 1n

/** `7`, `-\frac{3}{4}`. Each value has one text, so texts can be compared. */
export function toLatex({ numerator, denominator }: Rational): string {
  if (denominator === 1n) return String(numerator)
  const sign = numerator < 0n ? '-' : ''
  return `${sign}\\frac{${absolute(numerator)}}{${denominator}}`
}

/** `36.75`: the decimal form, or undefined if it does not end. */
export function toDecimal({ numerator, denominator }: Rational): string | undefined {
  let places = 0
  let scale = 1n
  for (; scale % denominator !== 0n; scale *= 10n) {
    // A denominator with another prime than 2 and 5 never divides a power of ten.
    if (places++ > 40) return undefined
  }
  const digits = String((absolute(numerator) * scale) / denominator).padStart(places + 1, '0')
  const sign = numerator < 0n ? '-' : ''
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
