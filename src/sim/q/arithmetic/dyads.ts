import { convertTimes } from '../temporal/convert.ts'
import { atom, float, long, settledVector, vector } from '../values/build.ts'
import { FLOAT, isFloating, isTemporal, isWideType, LONG, REAL } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { type Leaf, pairwise } from './atomic.ts'
import {
  areExact,
  commonLength,
  doubleLoop,
  type KernelOperator,
  narrowResult,
  scalarResult,
  toDoubles,
  wideLoop,
  wideResult,
} from './kernels.ts'
import { negate } from './monads.ts'
import { asWider, lowerHalf } from './operands.ts'
import {
  ADD_TYPES,
  MULTIPLY_TYPES,
  type Promotion,
  promoteTypes,
  SUBTRACT_TYPES,
} from './promotion.ts'

const SAFE = Number.MAX_SAFE_INTEGER
const MAX_32 = 2 ** 31 - 2

const raw = (x: Leaf): Data | Scalar => (x.kind === 'atom' ? x.value : x.data)

function dyad(
  operation: KernelOperator,
  types: Promotion,
  alone?: (y: Value) => Value,
): (x: Value, y: Value) => Value {
  const leaf = (x: Leaf, y: Leaf): Value => compute(operation, types, x, y)
  return (x, y) => {
    if (x.kind === 'atom' && y.kind === 'atom' && x.type === LONG && y.type === LONG) {
      const fast = wideResult(operation, x.value as number, y.value as number)
      return long(fast)
    }
    return pairwise(x, y, leaf, alone)
  }
}

function compute(operation: KernelOperator, types: Promotion, x: Leaf, y: Leaf): Value {
  const type = promoteTypes(types, x.type, y.type)
  const needsConversion = isTemporal(x.type) && isTemporal(y.type) && !(x.type === y.type)
  const leftData = needsConversion ? convertTimes(x.type, type, raw(x)) : raw(asWider(x, type))
  const rightData = needsConversion ? convertTimes(y.type, type, raw(y)) : raw(asWider(y, type))
  if (commonLength(leftData, rightData) === undefined)
    return applyToDoubles(operation, type, leftData, rightData)
  if (isFloating(type)) {
    const result = doubleLoop(operation, toDoubles(leftData), toDoubles(rightData))
    if (type === REAL) for (let i = 0; i < result.length; i++) result[i] = Math.fround(result[i]!)
    return vector(type, result)
  }
  return applyToIntegers(operation, type, leftData, rightData)
}

function applyToDoubles(
  operation: KernelOperator,
  type: number,
  x: Data | Scalar,
  y: Data | Scalar,
): Value {
  if (isWideType(type)) return atom(type, wideResult(operation, x as number, y as number))
  const left = toDoubles(x) as number
  const right = toDoubles(y) as number
  if (type === FLOAT) return float(scalarResult(operation, left, right))
  if (isFloating(type)) {
    const result = scalarResult(operation, left, right)
    return atom(type, type === REAL ? Math.fround(result) : result)
  }
  if (typeof x === 'bigint' || typeof y === 'bigint')
    return atom(type, lowerHalf(wideResult(operation, x as number, y as number)))
  return atom(type, narrowResult(operation, left, right))
}

function applyToIntegers(
  operation: KernelOperator,
  type: number,
  x: Data | Scalar,
  y: Data | Scalar,
): Value {
  const isWide = x instanceof BigInt64Array || y instanceof BigInt64Array
  if (isWide || typeof x === 'bigint' || typeof y === 'bigint') {
    const result = wideLoop(operation, x as number, y as number)
    return isWideType(type)
      ? settledVector(type, result)
      : vector(type, Float64Array.from(result, lowerHalf))
  }
  const left = toDoubles(x)
  const right = toDoubles(y)
  const result = doubleLoop(operation, left, right)
  if (isWideType(type)) {
    return areExact(result, left, right, SAFE)
      ? vector(type, result)
      : settledVector(type, wideLoop(operation, left, right))
  }
  if (areExact(result, left, right, MAX_32)) return vector(type, result)
  for (let i = 0; i < result.length; i++) {
    const a = typeof left === 'number' ? left : (left[i] as number)
    const b = typeof right === 'number' ? right : (right[i] as number)
    result[i] = narrowResult(operation, a, b)
  }
  return vector(type, result)
}

/** `x+y`. */
export const add = dyad('+', ADD_TYPES)
/** `x-y`. */
export const subtract = dyad('-', SUBTRACT_TYPES, negate)
/** `x*y`. */
export const multiply = dyad('*', MULTIPLY_TYPES)
