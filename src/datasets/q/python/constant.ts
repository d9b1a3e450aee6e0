import type { Expression } from './expression.ts'
import { PythonError } from './tokens.ts'

/** A constant of Python. Tuples are lists; integers have any size. */
export type Constant =
  | boolean
  | bigint
  | number
  | string
  | null
  | readonly Constant[]
  | ReadonlyMap<Constant, Constant>

const WORDS: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['True', true],
  ['False', false],
  ['None', null],
])

const ITEMS_MAX = 100_000
const DIGITS_MAX = 400n

/**
 * The value of an expression of constants.
 *
 * @throws PythonError if it contains anything else
 */
export function evaluateConstant(expression: Expression): Constant {
  switch (expression.kind) {
    case 'number':
      return parseNumber(expression.text)
    case 'text':
      return expression.text
    case 'name': {
      const word = WORDS.get(expression.name)
      if (word !== undefined) return word
      throw new PythonError(`uses the name ${expression.name}`)
    }
    case 'list':
      return expression.items.map(evaluateConstant)
    case 'dict':
      return new Map(
        expression.entries.map(([key, value]) => [evaluateConstant(key), evaluateConstant(value)]),
      )
    case 'unary':
      return evaluateUnary(expression.operator, evaluateConstant(expression.inner))
    case 'binary': {
      const { operator, left, right } = expression
      return evaluateBinary(operator, evaluateConstant(left), evaluateConstant(right))
    }
    case 'call':
      return evaluateCall(expression.name, expression.args.map(evaluateConstant))
  }
}

function parseNumber(text: string): Constant {
  const digits = text.replaceAll('_', '')
  if (/[jJ]$/.test(digits)) throw new PythonError('has a complex number')
  return /^\d+$/.test(digits) ? BigInt(digits) : Number(digits)
}

function evaluateUnary(operator: string, inner: Constant): Constant {
  if (operator === 'not' && typeof inner === 'boolean') return !inner
  if (typeof inner === 'bigint') return operator === '-' ? -inner : inner
  if (typeof inner === 'number') return operator === '-' ? -inner : inner
  throw new PythonError(`has ${operator} before something that is no number`)
}

/** The list or number that a call of constants makes. */
function evaluateCall(name: string, args: readonly Constant[]): Constant {
  const [only] = args
  if ((name === 'list' || name === 'tuple') && args.length <= 1) {
    if (only === undefined) return []
    if (Array.isArray(only)) return only as readonly Constant[]
    if (typeof only === 'string') return [...only]
  }
  if (name === 'float' && args.length === 1) {
    if (typeof only === 'bigint') return Number(only)
    if (typeof only === 'number') return only
  }
  if (name === 'range') return evaluateRange(args)
  if (name === 'abs' && typeof only === 'bigint') return only < 0n ? -only : only
  if (name === 'abs' && typeof only === 'number') return Math.abs(only)
  throw new PythonError(`calls ${name}`)
}

function evaluateRange(args: readonly Constant[]): Constant {
  const [first, second, step = 1n] = args
  const [start, end] = second === undefined ? [0n, first] : [first, second]
  if (typeof start !== 'bigint' || typeof end !== 'bigint' || typeof step !== 'bigint') {
    throw new PythonError('has a range of no whole numbers')
  }
  if (step === 0n || (end - start) / step > ITEMS_MAX) throw new PythonError('has too long a range')
  const items: bigint[] = []
  for (let item = start; step > 0n ? item < end : item > end; item += step) items.push(item)
  return items
}

function evaluateBinary(operator: string, left: Constant, right: Constant): Constant {
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofWhole(operator, left, right)
  const [x, y] = [left, right].map((side) => (typeof side === 'bigint' ? Number(side) : side))
  if (typeof x === 'number' && typeof y === 'number') return ofFloats(operator, x, y)
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right
  if (operator === '+' && Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  if (operator === '*') {
    if (typeof left === 'bigint') return repeated(right, left)
    if (typeof right === 'bigint') return repeated(left, right)
  }
  throw new PythonError(`has ${operator} between values of these types`)
}

function repeated(value: Constant, times: bigint): Constant {
  const count = Number(times < 0n ? 0n : times)
  const isList = Array.isArray(value)
  if (!isList && typeof value !== 'string') throw new PythonError('has * between these types')
  if (count * value.length > ITEMS_MAX) throw new PythonError('has too long a list or text')
  return isList ? new Array(count).fill(value).flat(1) : (value as string).repeat(count)
}

function ofWhole(operator: string, x: bigint, y: bigint): Constant {
  const floored = (): bigint => {
    const quotient = x / y
    return quotient * y !== x && x < 0n !== y < 0n ? quotient - 1n : quotient
  }
  if (y === 0n && ['/', '//', '%'].includes(operator)) throw new PythonError('divides by zero')
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '/':
      return Number(x) / Number(y)
    case '//':
      return floored()
    case '%':
      return x - floored() * y
    case '**':
      if (y > DIGITS_MAX) throw new PythonError('has too large a power')
      return y < 0n ? Number(x) ** Number(y) : x ** y
    default:
      throw new PythonError(`has ${operator} within a value`)
  }
}

function ofFloats(operator: string, x: number, y: number): Constant {
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '/':
      return x / y
    case '//':
      return Math.floor(x / y)
    case '%':
      return x - Math.floor(x / y) * y
    case '**':
      return x ** y
    default:
      throw new PythonError(`has ${operator} within a value`)
  }
}
