import { byName } from '../../by-name.ts'
import { ComplexArithmetic, type ComplexOf, type RealArithmetic } from './complexes.ts'
import { Evaluator } from './evaluator.ts'
import type { Node } from './node.ts'
import { divide, negate, type Rational, toNumber } from './rational.ts'
import {
  arctangent,
  cosine,
  exponential,
  length,
  logarithm,
  raise,
  sine,
} from './transcendental.ts'

/** A complex number in double precision. */
export type Complex = ComplexOf<number>

const NOT_A_NUMBER: Complex = { re: Number.NaN, im: Number.NaN }

const orNaN = (value: number, isValue: boolean): number => (isValue ? value : Number.NaN)

/** Arithmetic of doubles. The result is NaN if there is no value, or if it is too small. */
const DOUBLES: RealArithmetic<number> = {
  zero: 0,
  fromInteger: (value) => value,
  isZero: (of) => of === 0,
  isNegative: (of) => of < 0,
  // Avoids negative zero.
  negate: (of) => 0 - of,
  half: (of) => of / 2,
  add: (one, other) => one + other,
  multiply: (one, other) => one * other,
  divide: (over, under) => orNaN(over / under, under !== 0),
  root: (radicand, degree) => (degree === 2 ? Math.sqrt(radicand) : raise(radicand, 1 / degree)),
  exponential,
  logarithm: (of) => orNaN(logarithm(of), of !== 0),
  cosineAndSine: (of) => [cosine(of), sine(of)],
  angle: (x, y) => arctangent(y, x),
  integerPower: (base, exponent) => doublePower(base, Number(exponent)),
  power: (base, exponent) => doublePower(base, exponent),
}

function doublePower(base: number, exponent: number): number {
  const value = raise(base, exponent)
  return orNaN(value, base === 0 ? exponent >= 0 : value !== 0)
}

const numbers = new ComplexArithmetic(DOUBLES)

/** A real number as a complex one. */
export const real = (re: number): Complex => ({ re, im: 0 })
export const minus = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im })
export const divideComplex = (a: Complex, b: Complex): Complex => numbers.divide(a, b)
/** The absolute value. */
export const magnitude = (a: Complex): number => (a.im === 0 ? Math.abs(a.re) : length(a.re, a.im))

/** The values of letters during an evaluation. */
export type LetterValues = (name: string) => Complex

/** No letter has a value. */
export const NOWHERE: LetterValues = () => NOT_A_NUMBER

/** The value of a tree at a point; NaN if it has none. */
export const evaluateAt = (node: Node, point: LetterValues): Complex =>
  new DoubleEvaluator(point).value(node)

/** Integer exponents up to this value use multiplication. */
const SMALL_POWER = 32
const DEGREE_MAX = 1_000

class DoubleEvaluator extends Evaluator<number> {
  readonly #point: LetterValues

  constructor(point: LetterValues) {
    super(numbers)
    this.#point = point
  }

  noValue(): Complex {
    return NOT_A_NUMBER
  }

  protected fraction(value: Rational): Complex {
    return real(toNumber(value))
  }

  protected letter(name: string): Complex {
    return this.#point(name)
  }

  protected constant(name: string): Complex {
    return CONSTANTS[name] ?? NOT_A_NUMBER
  }

  /** A power. An exponent with an odd denominator is a real odd root. */
  protected power(base: Node, exponent: Node): Complex {
    const [value, power] = [this.value(base), this.value(exponent)]
    const isWhole = power.im === 0 && Number.isInteger(power.re)
    if (isWhole && (value.im === 0 || Math.abs(power.re) <= SMALL_POWER)) {
      if (value.im === 0) return real(doublePower(value.re, power.re))
      return numbers.integerPower(value, BigInt(power.re))
    }
    if (value.re === 0 && value.im === 0) return power.re > 0 ? value : NOT_A_NUMBER
    if (value.im === 0 && value.re < 0) {
      const fraction = writtenFraction(exponent)
      if (fraction !== null && fraction.denominator % 2n === 1n) {
        const size = numbers.power(real(-value.re), power)
        return fraction.numerator % 2n === 0n ? size : numbers.negate(size)
      }
    }
    return numbers.power(value, power)
  }

  protected root(radicand: Node, degree: Node): Complex {
    const [value, power] = [this.value(radicand), this.value(degree)]
    const isDegree = Number.isInteger(power.re) && power.re > 0 && power.re <= DEGREE_MAX
    if (isDegree && power.im === 0) return numbers.root(value, power.re)
    return numbers.isZero(value)
      ? NOT_A_NUMBER
      : numbers.power(value, numbers.divide(numbers.one, power))
  }

  protected call(name: string, operands: readonly Node[]): Complex {
    const values = operands.map((node) => this.value(node))
    const realFunction = REAL_FUNCTIONS[name]
    if (realFunction === undefined || values.some(({ im }) => im !== 0)) return NOT_A_NUMBER
    return real(realFunction(...values.map(({ re }) => re)))
  }
}

const CONSTANTS: Readonly<Record<string, Complex>> = byName({
  pi: real(Math.PI),
  e: real(Math.E),
  infinity: real(Number.POSITIVE_INFINITY),
})

/** The fraction that is written as a number or a quotient, or `null`. */
function writtenFraction(node: Node): Rational | null {
  if (node.kind === 'number') return node.value
  if (node.kind === 'negative') {
    const fraction = writtenFraction(node.operand)
    return fraction === null ? null : negate(fraction)
  }
  if (node.kind !== 'quotient') return null
  const [numerator, denominator] = [
    writtenFraction(node.numerator),
    writtenFraction(node.denominator),
  ]
  return numerator === null || denominator === null ? null : divide(numerator, denominator)
}

type RealFunction = (...values: readonly number[]) => number

function greatestCommonDivisor(first: number, second: number): number {
  let [larger, smaller] = [Math.abs(first), Math.abs(second)]
  if (!Number.isSafeInteger(larger) || !Number.isSafeInteger(smaller)) return Number.NaN
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

const REAL_FUNCTIONS: Readonly<Record<string, RealFunction>> = byName({
  floor: (value = Number.NaN) => Math.floor(value),
  ceil: (value = Number.NaN) => Math.ceil(value),
  max: (...values) => Math.max(...values),
  min: (...values) => Math.min(...values),
  sgn: (value = Number.NaN) => Math.sign(value),
  remainder: (dividend = Number.NaN, divisor = Number.NaN) =>
    Number.isSafeInteger(dividend) && Number.isSafeInteger(divisor) && divisor > 0
      ? ((dividend % divisor) + divisor) % divisor
      : Number.NaN,
  gcd: (...values) => values.reduce(greatestCommonDivisor, 0),
  lcm: (...values) =>
    values.reduce((lcm, value) => Math.abs(lcm * value) / greatestCommonDivisor(lcm, value), 1),
  factorial: (value = Number.NaN) => factorial(value),
  binom: (total = Number.NaN, chosen = Number.NaN) =>
    factorial(total) / (factorial(chosen) * factorial(total - chosen)),
})

const LANCZOS = [
  ...[0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313],
  ...[-176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6],
  1.5056327351493116e-7,
]

const FACTORIAL_MIN = -20

/** The factorial, by the gamma function between integers. */
function factorial(value: number): number {
  if (!(value > FACTORIAL_MIN && value <= 170)) return Number.NaN
  if (value < -0.5) return Number.isInteger(value) ? Number.NaN : factorial(value + 1) / (value + 1)
  let series = LANCZOS[0] as number
  for (let index = 1; index < LANCZOS.length; index++) {
    series += (LANCZOS[index] as number) / (value + index)
  }
  const base = value + 7.5
  const product = Math.sqrt(2 * Math.PI) * raise(base, value + 0.5) * exponential(-base) * series
  return Number.isInteger(value) && product < 1e15 ? Math.round(product) : product
}
