import { QError } from '../errors.ts'
import { reserve } from '../values/meter.ts'
import type { Data, Scalar } from '../values/value.ts'
import { doublesOfWide, fromWide, toDouble, toWide, WIDE_NULL, widen } from '../values/wide.ts'

/** The operations with loops of their own. */
export type KernelOperator = '+' | '-' | '*'

/** An operand of a loop: the items of a vector, or one number for all. */
type Operand = Float64Array | number

/**
 * The length of the result; undefined for two atoms.
 *
 * @throws QError `length`
 */
export function commonLength(x: Data | Scalar, y: Data | Scalar): number | undefined {
  const left = isData(x) ? x.length : undefined
  const right = isData(y) ? y.length : undefined
  if (left !== undefined && right !== undefined && left !== right) throw new QError('length')
  return left ?? right
}

/** Whether the operand is the storage of a vector. */
const isData = (x: Data | Scalar): x is Data => typeof x === 'object'

/** The operand as doubles. Wide integers are rounded to the nearest one. */
export function toDoubles(x: Data | Scalar): Operand {
  if (!isData(x)) return toDouble(x)
  if (x instanceof Float64Array) return x
  if (x instanceof Uint8Array) return Float64Array.from(x)
  return doublesOfWide(x as BigInt64Array)
}

/** The operation on two doubles. */
export function scalarResult(operation: KernelOperator, x: number, y: number): number {
  if (operation === '+') return x + y
  return operation === '-' ? x - y : x * y
}

// Each operation and shape has its own loop: a shared loop that calls the operation is many times
// slower.

/** The operation on doubles. At least one operand is a vector. */
export function doubleLoop(operation: KernelOperator, x: Operand, y: Operand): Float64Array {
  const length = commonLength(x, y) as number
  const result = new Float64Array(reserve(length))
  if (typeof x === 'number') return fromScalar(operation, x, y as Float64Array, result)
  if (typeof y === 'number') return withScalar(operation, x, y, result)
  if (operation === '+') for (let i = 0; i < length; i++) result[i] = x[i]! + y[i]!
  else if (operation === '-') for (let i = 0; i < length; i++) result[i] = x[i]! - y[i]!
  else for (let i = 0; i < length; i++) result[i] = x[i]! * y[i]!
  return result
}

function fromScalar(operation: KernelOperator, x: number, y: Float64Array, result: Float64Array) {
  const { length } = result
  if (operation === '+') for (let i = 0; i < length; i++) result[i] = x + y[i]!
  else if (operation === '-') for (let i = 0; i < length; i++) result[i] = x - y[i]!
  else for (let i = 0; i < length; i++) result[i] = x * y[i]!
  return result
}

function withScalar(operation: KernelOperator, x: Float64Array, y: number, result: Float64Array) {
  const { length } = result
  if (operation === '+') for (let i = 0; i < length; i++) result[i] = x[i]! + y
  else if (operation === '-') for (let i = 0; i < length; i++) result[i] = x[i]! - y
  else for (let i = 0; i < length; i++) result[i] = x[i]! * y
  return result
}

/**
 * Whether all results are integers within the limit, or nulls of nulls, without infinity or
 * overflow. Also turns -0 into 0, because integers have no -0.
 */
export function areExact(result: Float64Array, x: Operand, y: Operand, limit: number): boolean {
  for (let i = 0; i < result.length; i++) {
    const item = result[i] as number
    if (item <= limit && item >= -limit) {
      if (item === 0) result[i] = 0
    } else if (!Number.isNaN(item) || !(isNullAt(x, i) || isNullAt(y, i))) return false
  }
  return true
}

const isNullAt = (x: Operand, i: number): boolean =>
  Number.isNaN(typeof x === 'number' ? x : (x[i] as number))

const WIDE_OPERATIONS: Readonly<Record<KernelOperator, (x: bigint, y: bigint) => bigint>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
}

/** The operation on two 64-bit integers. Wraps and keeps nulls. */
export function wideResult(
  operation: KernelOperator,
  x: number | bigint,
  y: number | bigint,
): number | bigint {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  if (typeof x === 'number' && typeof y === 'number') {
    const fast = scalarResult(operation, x, y)
    if (Number.isSafeInteger(fast)) return fast === 0 ? 0 : fast
  }
  return fromWide(WIDE_OPERATIONS[operation](toWide(x), toWide(y)))
}

type WholeData = Float64Array | BigInt64Array | Uint8Array

const toBitPatterns = (x: WholeData | number | bigint): BigInt64Array =>
  typeof x === 'object' ? widen(x) : BigInt64Array.of(toWide(x))

/** The operation on 64-bit integers beyond doubles. Wraps and keeps nulls. */
export function wideLoop(
  operation: KernelOperator,
  x: WholeData | number | bigint,
  y: WholeData | number | bigint,
): BigInt64Array {
  const length = commonLength(x, y) as number
  const result = new BigInt64Array(reserve(length))
  const left = toBitPatterns(x)
  const right = toBitPatterns(y)
  const xStep = typeof x === 'object' ? 1 : 0
  const yStep = typeof y === 'object' ? 1 : 0
  const apply = WIDE_OPERATIONS[operation]
  for (let i = 0, a = 0, b = 0; i < length; i++, a += xStep, b += yStep) {
    const p = left[a] as bigint
    const q = right[b] as bigint
    result[i] = p === WIDE_NULL || q === WIDE_NULL ? WIDE_NULL : apply(p, q)
  }
  return result
}

const NULL_32 = -(2 ** 31)
/** The infinity of 32-bit integers, as a number. */
export const INFINITY_32 = 2 ** 31 - 1

/** The operation on two 32-bit integers. Wraps and keeps nulls. */
export function narrowResult(operation: KernelOperator, x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const fast = scalarResult(operation, x, y)
  if (fast < INFINITY_32 && fast > -INFINITY_32) return fast === 0 ? 0 : fast
  return fromPattern32(WIDE_OPERATIONS[operation](pattern32(x), pattern32(y)))
}

/** The item of a 32-bit pattern, wrapped if it is longer. */
export function fromPattern32(pattern: bigint): number {
  const item = Number(BigInt.asIntN(32, pattern))
  if (item === NULL_32) return Number.NaN
  return Math.abs(item) === INFINITY_32 ? item * Number.POSITIVE_INFINITY : item
}

const pattern32 = (x: number): bigint =>
  BigInt(
    x === Number.POSITIVE_INFINITY
      ? INFINITY_32
      : x === Number.NEGATIVE_INFINITY
        ? -INFINITY_32
        : x,
  )
