import { byName } from '../../by-name.ts'
import { ComplexArithmetic, type Complex as ComplexOf, type RealArithmetic } from './complexes.ts'
import { Evaluator } from './evaluator.ts'
import type { Node } from './node.ts'
import { divide, negate, type Rational, toNumber } from './rational.ts'
import { angleOf, cosine, exponential, length, logarithm, raise, sine } from './transcendental.ts'

/** A complex number in double precision. */
export type Complex = ComplexOf<number>

export const NOT_A_NUMBER: Complex = { re: Number.NaN, im: Number.NaN }

const orNaN = (value: number, isValue: boolean): number => (isValue ? value : Number.NaN)

/** Arithmetic of doubles. The result is NaN if there is no value, or if it is too small. */
const DOUBLES: RealArithmetic<number> = {
  zero: 0,
  whole: (value) => value,
  isZero: (of) => of === 0,
  isNegative: (of) => of < 0,
  // Avoids negative zero.
  negate: (of) => 0 - of,
  half: (of) => of / 2,
  add: (one, other) => one + other,
  multiply: (one, other) => one * other,
  divide: (over, under) => orNaN(over / under, under !== 0),
  root: (of, degree) => (degree === 2 ? Math.sqrt(of) : raise(of, 1 / degree)),
  exponential,
  logarithm: (of) => orNaN(logarithm(of), of !== 0),
  circle: (of) => [cosine(of), sine(of)],
  angle: (across, up) => angleOf(up, across),
  wholePower: (base, exponent) => doublePower(base, Number(exponent)),
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
/** The absolute value. */
export const magnitude = (a: Complex): number => (a.im === 0 ? Math.abs(a.re) : length(a.re, a.im))

/** The values of letters during an evaluation. */
export type Point = (name: string) => Complex

/** No letter has a value. */
export const NOWHERE: Point = () => NOT_A_NUMBER

/** The value of a tree at a point; NaN if it has none. */
export const valueAt = (node: Node, at: Point): Complex => new DoubleEvaluator(at).value(node)

/** Integer exponents up to this value use multiplication. */
const SMALL_POWER = 32
const DEGREE_MAX = 1_000

class DoubleEvaluator extends Evaluator<number> {
  readonly #at: Point

  constructor(at: Point) {
    super(numbers)
    this.#at = at
  }

  none(): Complex {
    return NOT_A_NUMBER
  }

  protected fraction(value: Rational): Complex {
    return real(toNumber(value))
  }

  protected letter(name: string): Complex {
    return this.#at(name)
  }

  protected constant(name: string): Complex {
    return CONSTANTS[name] ?? NOT_A_NUMBER
  }

  /** A power. An exponent with an odd denominator is a real odd root. */
  protected power(base: Node, exponent: Node): Complex {
    const [value, raised] = [this.value(base), this.value(exponent)]
    const isWhole = raised.im === 0 && Number.isInteger(raised.re)
    if (isWhole && (value.im === 0 || Math.abs(raised.re) <= SMALL_POWER)) {
      if (value.im === 0) return real(doublePower(value.re, raised.re))
      return numbers.wholePower(value, BigInt(raised.re))
    }
    if (value.re === 0 && value.im === 0) return raised.re > 0 ? value : NOT_A_NUMBER
    if (value.im === 0 && value.re < 0) {
      const fraction = fractionOf(exponent)
      if (fraction !== null && fraction.denominator % 2n === 1n) {
        const size = numbers.power(real(-value.re), raised)
        return fraction.numerator % 2n === 0n ? size : numbers.opposite(size)
      }
    }
    return numbers.power(value, raised)
  }

  protected root(of: Node, degree: Node): Complex {
    const [value, times] = [this.value(of), this.value(degree)]
    const isDegree = Number.isInteger(times.re) && times.re > 0 && times.re <= DEGREE_MAX
    if (isDegree && times.im === 0) return numbers.root(value, times.re)
    return numbers.isZero(value)
      ? NOT_A_NUMBER
      : numbers.power(value, numbers.over(numbers.one, times))
  }

  protected call(name: string, of: readonly Node[]): Complex {
    const values = of.map((node) => this.value(node))
    const ofReals = REAL_FUNCTIONS[name]
    if (ofReals === undefined || values.some(({ im }) => im !== 0)) return NOT_A_NUMBER
    return real(ofReals(...values.map(({ re }) => re)))
  }
}

const CONSTANTS: Readonly<Record<string, Complex>> = byName({
  pi: real(Math.PI),
  e: real(Math.E),
  infinity: real(Number.POSITIVE_INFINITY),
})

/** The fraction that is written as a number or a quotient, or `null`. */
function fractionOf(node: Node): Rational | null {
  if (node.kind === 'number') return node.value
  if (node.kind === 'negative') {
    const inner = fractionOf(node.of)
    return inner === null ? null : negate(inner)
  }
  if (node.kind !== 'quotient') return null
  const [above, below] = [fractionOf(node.over), fractionOf(node.under)]
  return above === null || below === null ? null : divide(above, below)
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
  remainder: (of = Number.NaN, by = Number.NaN) =>
    Number.isSafeInteger(of) && Number.isSafeInteger(by) && by > 0
      ? ((of % by) + by) % by
      : Number.NaN,
  gcd: (...values) => values.reduce(greatestCommonDivisor, 0),
  lcm: (...values) =>
    values.reduce((lcm, value) => Math.abs(lcm * value) / greatestCommonDivisor(lcm, value), 1),
  factorial: (value = Number.NaN) => factorial(value),
  binom: (all = Number.NaN, part = Number.NaN) =>
    factorial(all) / (factorial(part) * factorial(all - part)),
})

const LANCZOS = [
  ...[0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313],
  ...[-176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6],
  1.5056327351493116e-7,
]

const FACTORIAL_MIN = -20

/** The factorial, by the gamma function between integers. */
function factorial(of: number): number {
  if (!(of > FACTORIAL_MIN && of <= 170)) return Number.NaN
  if (of < -0.5) return Number.isInteger(of) ? Number.NaN : factorial(of + 1) / (of + 1)
  let series = LANCZOS[0] as number
  for (let index = 1; index < LANCZOS.length; index++) {
    series += (LANCZOS[index] as number) / (of + index)
  }
  const shifted = of + 7.5
  const value = Math.sqrt(2 * Math.PI) * raise(shifted, of + 0.5) * exponential(-shifted) * series
  return Number.isInteger(of) && value < 1e15 ? Math.round(value) : value
}
