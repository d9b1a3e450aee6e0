import {
  add,
  divide,
  isWhole,
  isZero,
  multiply,
  type Rational,
  rational,
  subtract,
} from '../../../../sim/math/rational.ts'

/** An operation on the current value and the next number of a question. */
interface Operation {
  readonly name: string
  /** The new value, or undefined if there is none. */
  readonly apply: (value: Rational, next: Rational) => Rational | undefined
}

const HUNDRED = rational(100)

const part = (value: Rational, percent: Rational): Rational =>
  divide(multiply(value, percent), HUNDRED)

const ratio = (numerator: Rational, denominator: Rational): Rational | undefined =>
  isZero(denominator) ? undefined : divide(numerator, denominator)

function remainder(value: Rational, next: Rational): Rational | undefined {
  if (!isWhole(value) || !isWhole(next) || isZero(next)) return undefined
  const left = value.numerator % next.numerator
  return rational(left < 0n ? left + next.numerator : left)
}

/** A working takes the numbers of a question in order and applies one operation to each. */
export const WORKING_OPERATIONS: readonly Operation[] = [
  { name: 'times', apply: multiply },
  { name: 'plus', apply: add },
  { name: 'minus', apply: subtract },
  { name: 'over', apply: ratio },
  { name: 'percent of', apply: part },
  { name: 'percent less', apply: (value, next) => part(value, subtract(HUNDRED, next)) },
  { name: 'percent more', apply: (value, next) => part(value, add(HUNDRED, next)) },
  { name: 'from', apply: (value, next) => subtract(next, value) },
  { name: 'into', apply: (value, next) => ratio(next, value) },
  { name: 'remainder', apply: remainder },
  { name: 'skip', apply: (value) => value },
  { name: 'begin anew', apply: (_, next) => next },
]

/** No problem asks for a longer value. */
const DIGITS_MAX = 40

/** The value after an operation; undefined if there is none or it has too many digits. */
export function applied(
  operation: number,
  value: Rational | undefined,
  next: Rational,
): Rational | undefined {
  const result =
    value === undefined
      ? undefined
      : (WORKING_OPERATIONS[operation] as Operation).apply(value, next)
  if (result === undefined) return undefined
  const limit = 10n ** BigInt(DIGITS_MAX)
  const isLong = result.numerator > limit || result.numerator < -limit
  return isLong || result.denominator > limit ? undefined : result
}
