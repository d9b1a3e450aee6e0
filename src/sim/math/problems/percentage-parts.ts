import { add, multiply, type Rational, rational, toDecimal } from '../rational.ts'
import { type Candidate, type Draft, expression, type Facts } from './draft.ts'
import { steps } from './wording.ts'

const HUNDRED = rational(100)
export const ONE = rational(1)

/** p% as a fraction. */
export const percentFraction = (value: number): Rational => rational(value, 100)
/** 1 + p% */
export const growth = (value: number): Rational => add(ONE, percentFraction(value))

/** A decimal. One that does not end is rounded to two places. */
export function decimal(value: Rational): string {
  const exact = toDecimal(value)
  if (exact !== undefined) return exact
  const { numerator, denominator } = multiply(value, HUNDRED)
  const half = numerator < 0n ? -denominator : denominator
  return toDecimal(rational((2n * numerator + half) / (2n * denominator), 100)) as string
}

/** A share as a percentage, `12.5\\%`. */
export const asPercentage = (value: Rational): string => `${decimal(multiply(value, HUNDRED))}\\%`

/** Whether a value has at most two decimal places. */
export const isShort = (value: Rational): boolean => 100n % value.denominator === 0n

/** A problem whose answer is a decimal or a percentage. */
interface PercentageParts {
  readonly question: string
  readonly facts: Facts
  readonly value: Rational
  readonly write: (value: Rational) => string
  readonly lines: readonly string[]
  readonly mistakes: readonly (readonly [Rational, string])[]
}

/** The problem, or undefined if its answer has more than two decimal places. */
export function percentageProblem({
  question,
  facts,
  value,
  write,
  lines,
  mistakes,
}: PercentageParts): Draft | undefined {
  if (!isShort(write === asPercentage ? multiply(value, HUNDRED) : value)) return undefined
  const gold = write(value)
  return expression({
    question,
    gold,
    facts,
    solution: () => steps(lines, gold),
    mistakes: () => mistakes.map(([wrong, mistake]): Candidate => [write(wrong), mistake]),
  })
}
