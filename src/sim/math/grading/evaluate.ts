import { byName } from '../../by-name.ts'
import { childSeed } from '../../child-seed.ts'
import {
  arcsin,
  arctan,
  type Complex,
  cos,
  exp,
  factorial,
  I,
  log,
  magnitude,
  minus,
  NOT_A_NUMBER,
  opposite,
  over,
  plus,
  pow,
  real,
  root,
  sin,
  times,
} from './complex.ts'
import type { ConstantName, Node } from './node.ts'
import { isFunctionLetter } from './parse-factor.ts'
import { divide, negate, type Rational, toNumber } from './rational.ts'

/** What the letters of a formula stand for while it is evaluated. */
export type Point = (name: string) => Complex

/** No letter has a value. */
export const NOWHERE: Point = () => NOT_A_NUMBER

const SPAN = 2 ** 53

/** A number from 0 to 1 that belongs to a text. */
const shareOf = (text: string, number: number): number => childSeed(number, text) / SPAN

const CONSTANTS: Readonly<Partial<Record<ConstantName, Complex>>> = {
  pi: real(Math.PI),
  e: real(Math.E),
  i: I,
  infinity: real(Number.POSITIVE_INFINITY),
}

/** The value of a tree at a point; not a number where it has none. */
export function evaluate(node: Node, at: Point): Complex {
  switch (node.kind) {
    case 'number':
      return real(toNumber(node.value))
    case 'symbol':
      return at(node.name)
    case 'constant':
      return CONSTANTS[node.name] ?? NOT_A_NUMBER
    case 'sum':
      return node.terms.reduce((sum, term) => plus(sum, evaluate(term, at)), real(0))
    case 'product':
      return node.factors.reduce((product, factor) => times(product, evaluate(factor, at)), real(1))
    case 'negative':
      return opposite(evaluate(node.of, at))
    case 'quotient':
      return over(evaluate(node.over, at), evaluate(node.under, at))
    case 'power':
      return powerValue(node.base, node.exponent, at)
    case 'call':
      return callValue(node.name, node.of, at)
    case 'applied':
      return appliedValue(node.name, node.of, at)
    case 'percent':
      return over(evaluate(node.of, at), real(100))
    case 'degrees':
      return times(evaluate(node.of, at), real(Math.PI / 180))
    case 'quantity':
    case 'modulo':
      return evaluate(node.of, at)
    case 'ratio':
      return node.parts.length === 2 ? ratioValue(node.parts, at) : NOT_A_NUMBER
    case 'opaque':
      return opaqueValue(node.text, node.of, at)
    default:
      return NOT_A_NUMBER
  }
}

const ratioValue = ([first, second]: readonly Node[], at: Point): Complex =>
  first === undefined || second === undefined
    ? NOT_A_NUMBER
    : over(evaluate(first, at), evaluate(second, at))

/** A power; one whose exponent is a fraction with an odd denominator is an odd root, and real. */
function powerValue(base: Node, exponent: Node, at: Point): Complex {
  const value = evaluate(base, at)
  const raised = evaluate(exponent, at)
  if (value.im !== 0 || value.re >= 0 || Number.isInteger(raised.re)) return pow(value, raised)
  const fraction = fractionOf(exponent)
  if (fraction === null || fraction.denominator % 2n === 0n) return pow(value, raised)
  const size = pow(real(-value.re), raised)
  return fraction.numerator % 2n === 0n ? size : opposite(size)
}

/** The fraction that is written as a number, or as one over another; `null` if none is. */
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

/** A sum nobody works out grows with what is summed; a product does not. */
function opaqueValue(text: string, of: readonly Node[], at: Point): Complex {
  const weight = real(0.3 + 2 * shareOf(text, 0))
  const [body] = of
  if (body === undefined) return weight
  const value = evaluate(body, at)
  if (!text.startsWith('prod')) return times(weight, value)
  return plus(weight, times(value, plus(weight, value)))
}

/** A function that nobody knows is a cubic of its own; other letters are factors. */
function appliedValue(name: string, of: readonly Node[], at: Point): Complex {
  const values = of.map((node) => evaluate(node, at))
  const [only] = values
  if (!isFunctionLetter(name) && values.length === 1 && only !== undefined) {
    return times(at(name), only)
  }
  return values.reduce((sum, value, place) => {
    const share = (number: number): Complex => real(0.2 + shareOf(name, 4 * place + number))
    const cubic = plus(share(2), times(value, plus(share(1), times(value, share(0)))))
    return plus(sum, plus(share(3), times(value, cubic)))
  }, real(0))
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
})

type ComplexFunction = (value: Complex) => Complex

const ONE = real(1)
const tan: ComplexFunction = (value) => over(sin(value), cos(value))
const sinh: ComplexFunction = (value) => over(minus(exp(value), exp(opposite(value))), real(2))
const cosh: ComplexFunction = (value) => over(plus(exp(value), exp(opposite(value))), real(2))
const QUARTER = real(Math.PI / 2)
const arccos: ComplexFunction = (value) => minus(QUARTER, arcsin(value))
const arsinh: ComplexFunction = (value) =>
  log(plus(value, root(plus(times(value, value), ONE), real(2))))

const COMPLEX_FUNCTIONS: Readonly<Record<string, ComplexFunction>> = byName({
  sin,
  cos,
  tan,
  cot: (value) => over(cos(value), sin(value)),
  sec: (value) => over(ONE, cos(value)),
  csc: (value) => over(ONE, sin(value)),
  arcsin,
  arccos,
  arctan,
  arccot: (value) => minus(QUARTER, arctan(value)),
  arcsec: (value) => arccos(over(ONE, value)),
  arccsc: (value) => arcsin(over(ONE, value)),
  sinh,
  cosh,
  tanh: (value) => over(sinh(value), cosh(value)),
  coth: (value) => over(cosh(value), sinh(value)),
  sech: (value) => over(ONE, cosh(value)),
  csch: (value) => over(ONE, sinh(value)),
  arsinh,
  arcosh: (value) => log(plus(value, root(minus(times(value, value), ONE), real(2)))),
  artanh: (value) => over(log(over(plus(ONE, value), minus(ONE, value))), real(2)),
  ln: log,
  absolute: (value) => real(magnitude(value)),
  factorial,
  Re: ({ re }) => real(re),
  Im: ({ im }) => real(im),
})

function callValue(name: string, of: readonly Node[], at: Point): Complex {
  const values = of.map((node) => evaluate(node, at))
  const [first = NOT_A_NUMBER, second = NOT_A_NUMBER] = values
  if (name === 'root') return root(first, second)
  if (name === 'log') return over(log(first), log(second))
  if (name === 'binom') {
    const under = times(factorial(second), factorial(minus(first, second)))
    return over(factorial(first), under)
  }
  const complex = COMPLEX_FUNCTIONS[name]
  if (complex !== undefined) return complex(first)
  const ofReals = REAL_FUNCTIONS[name]
  if (ofReals === undefined || values.some(({ im }) => im !== 0)) return NOT_A_NUMBER
  return real(ofReals(...values.map(({ re }) => re)))
}
