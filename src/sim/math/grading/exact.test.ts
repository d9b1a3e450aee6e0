// Guards exact arithmetic: what is large costs work in proportion to its size, and roots are exact.
import { describe, expect, it } from 'vitest'
import type { AnswerKey } from '../problem.ts'
import { Budget } from './budget.ts'
import { exactValueOf } from './exact.ts'
import { answersEqual, parseExpression } from './index.ts'

const WORK_UNITS = 20_000

/** The value of a formula, within a small budget. */
function exactOf(formula: string) {
  const node = parseExpression(formula)
  return node === null ? undefined : exactValueOf(node, new Budget(WORK_UNITS))
}

const joined = (count: number, part: (at: number) => string, by: string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(by)

describe('the work of a value', () => {
  it('grows with factorials and ways to choose', () => {
    expect(exactOf(joined(20, () => '9!', '+'))).not.toBeNull()
    expect(exactOf(joined(20, (at) => `${900 + at}!`, '+'))).toBeNull()
    expect(exactOf(joined(60, (at) => `\\binom{1000}{${400 + at}}`, '+'))).toBeNull()
  })

  it('grows with fractions that have to be reduced', () => {
    const fraction = (digits: number) => (at: number) =>
      `\\frac{${'7'.repeat(digits)}${at}}{${'3'.repeat(digits)}1${at}}`
    expect(exactOf(joined(30, fraction(1), '\\cdot '))).not.toBeNull()
    expect(exactOf(`${joined(9, fraction(12), '+')}`)).not.toBeNull()
    const factors = joined(25, (at) => `${at + 2}`, '\\cdot ')
    expect(exactOf(`${fraction(2)(0)}\\cdot ${factors}`)).not.toBeNull()
    expect(exactOf(`${fraction(90)(0)}\\cdot ${factors}`)).toBeNull()
  })

  it('knows common divisors and multiples of positive whole numbers', () => {
    expect(exactOf('\\gcd(12,18,30)')).toEqual({ numerator: 6n, denominator: 1n })
    expect(exactOf('\\operatorname{lcm}(12,18,10)')).toEqual({ numerator: 180n, denominator: 1n })
    expect(exactOf('\\gcd(12,\\frac12)')).toBeNull()
  })
})

describe('a multiple of a square root', () => {
  const gold = '\\sqrt{12}'
  const key: AnswerKey = { kind: 'expression', gold, options: [], aliases: [] }
  const isTwelve = (formula: string): boolean => answersEqual(key, gold, formula)

  it.each(['2\\sqrt{3}', '\\sqrt{16-4}', '\\frac{6}{\\sqrt{3}}', '(-2)\\cdot(-\\sqrt{3})'])(
    'equals %s',
    (formula) => expect(isTwelve(formula)).toBe(true),
  )

  it.each([
    '-2\\sqrt{3}',
    '\\sqrt{-12}',
    '2\\sqrt[3]{3}',
    '\\frac{34641016151377545870548926830117447}{10^{34}}',
  ])('differs from %s', (formula) => expect(isTwelve(formula)).toBe(false))
})
