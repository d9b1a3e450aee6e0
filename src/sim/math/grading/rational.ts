/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Larger numbers are refused: reducing huge fractions takes too long. */
const WHOLE_MAX = 1n << 16_384n
const FRACTION_MAX = 1n << 1_024n

export const ZERO: Rational = { numerator: 0n, denominator: 1n }
export const ONE: Rational = { numerator: 1n, denominator: 1n }

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

export function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let [larger, smaller] = [absolute(first), absolute(second)]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** An integer as a fraction. */
export const fromInteger = (value: bigint): Rational => ({ numerator: value, denominator: 1n })

/** The reduced fraction, or `null` if the denominator is zero or it is too large. */
export function rational(numerator: bigint, denominator: bigint): Rational | null {
  if (denominator === 0n) return null
  if (denominator === 1n) {
    return absolute(numerator) > WHOLE_MAX ? null : { numerator, denominator }
  }
  if (absolute(numerator) > FRACTION_MAX || absolute(denominator) > FRACTION_MAX) return null
  const divisor = greatestCommonDivisor(numerator, denominator)
  const sign = denominator < 0n ? -1n : 1n
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor }
}

/** The sum, or `null` if it is too large. */
export const add = (first: Rational, second: Rational): Rational | null =>
  rational(
    first.numerator * second.denominator + second.numerator * first.denominator,
    first.denominator * second.denominator,
  )

/** The product, or `null` if it is too large. */
export const multiply = (first: Rational, second: Rational): Rational | null =>
  rational(first.numerator * second.numerator, first.denominator * second.denominator)

/** The quotient, or `null` if it is too large or divides by zero. */
export const divide = (first: Rational, second: Rational): Rational | null =>
  rational(first.numerator * second.denominator, first.denominator * second.numerator)

/** The value with the other sign. */
export const negate = ({ numerator, denominator }: Rational): Rational => ({
  numerator: -numerator,
  denominator,
})

/** Whether two fractions are the same number. */
export const isEqual = (first: Rational, second: Rational): boolean =>
  first.numerator === second.numerator && first.denominator === second.denominator

const bitCount = (value: bigint): number => absolute(value).toString(16).length * 4

/** A power with a whole exponent, or `null` if it is too large. */
export function power(base: Rational, exponent: bigint): Rational | null {
  if (exponent === 0n) return ONE
  const { numerator, denominator } = base
  const isUnit = absolute(numerator) <= 1n && denominator === 1n
  if (isUnit) return numerator === 0n && exponent < 0n ? null : powerOfUnit(numerator, exponent)
  const times = absolute(exponent)
  const bits = Math.max(bitCount(numerator), bitCount(denominator))
  if (times > 65_536n || (bits - 4) * Number(times) > 16_384) return null
  const numeratorPower = numerator ** times
  const denominatorPower = denominator ** times
  return exponent > 0n
    ? rational(numeratorPower, denominatorPower)
    : rational(denominatorPower, numeratorPower)
}

const powerOfUnit = (base: bigint, exponent: bigint): Rational =>
  fromInteger(base === -1n && exponent % 2n === 0n ? 1n : base)

/** The exact root of a fraction, or `null` if it is irrational. */
export function exactRoot(value: Rational, degree: number): Rational | null {
  if (value.numerator < 0n && degree % 2 === 0) return null
  const numeratorRoot = integerRoot(absolute(value.numerator), degree)
  const denominatorRoot = integerRoot(value.denominator, degree)
  if (numeratorRoot === null || denominatorRoot === null) return null
  return {
    numerator: value.numerator < 0n ? -numeratorRoot : numeratorRoot,
    denominator: denominatorRoot,
  }
}

/** Newton's method from above; `null` if the root is not an integer. */
function integerRoot(value: bigint, degree: number): bigint | null {
  if (value < 2n || degree === 1) return value
  if (degree < 1 || degree > 64 || value > FRACTION_MAX) return null
  const times = BigInt(degree)
  let guess = 1n << BigInt(Math.ceil(bitCount(value) / degree) + 1)
  for (;;) {
    const next = ((times - 1n) * guess + value / guess ** (times - 1n)) / times
    if (next >= guess) break
    guess = next
  }
  return guess ** times === value ? guess : null
}

/** The nearest double, even if numerator and denominator exceed doubles. */
export function toNumber({ numerator, denominator }: Rational): number {
  const direct = Number(numerator) / Number(denominator)
  if (Number.isFinite(direct) && (direct !== 0 || numerator === 0n)) return direct
  const shift = BigInt(Math.max(0, bitCount(denominator) - 512))
  const shiftedNumerator = Number(numerator >> shift)
  const shiftedDenominator = Number(denominator >> shift)
  return shiftedNumerator / shiftedDenominator
}

/** As people write it: `-5`, `3/4`. */
export const rationalText = ({ numerator, denominator }: Rational): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`
