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
/** Maximum number of bits of a power. */
const POWER_BITS_MAX = 4_096

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
  if (operator === 'not') return !isTrue(inner)
  if (typeof inner === 'bigint') return operator === '-' ? -inner : inner
  if (typeof inner === 'number') return operator === '-' ? -inner : inner
  throw new PythonError(`has ${operator} before something that is no number`)
}

/** Whether Python treats a value as true: zero and everything empty are false. */
function isTrue(value: Constant): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value)
  return (value instanceof Map ? value.size : (value as readonly Constant[]).length) > 0
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
  if (count * countItems(value) > ITEMS_MAX) throw new PythonError('has too long a list or text')
  return isList ? new Array(count).fill(value).flat(1) : (value as string).repeat(count)
}

/** Number of items including those of nested lists, or of characters. */
function countItems(value: Constant): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  return value.reduce((sum: number, item: Constant) => sum + countItems(item), 0)
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
      return y < 0n ? Number(x) ** Number(y) : wholePower(x, y)
    default:
      throw new PythonError(`has ${operator} within a value`)
  }
}

function wholePower(x: bigint, y: bigint): bigint {
  const bits = BigInt(x.toString(16).length) * 4n
  if (bits * y > POWER_BITS_MAX) throw new PythonError('has too large a power')
  return x ** y
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
