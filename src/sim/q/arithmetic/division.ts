import { atom, settledVector, vector } from '../values/build.ts'
import { fitWholes } from '../values/fit.ts'
import { reserve } from '../values/meter.ts'
import { FLOAT, isFloating, isWideType, REAL } from '../values/types.ts'
import type { Data, Value } from '../values/value.ts'
import { fromWide, WIDE_NULL } from '../values/wide.ts'
import { type Leaf, pairwise } from './atomic.ts'
import { INFINITY_32 } from './kernels.ts'
import {
  hasInfinity,
  isPlainNumber,
  lowerHalf,
  type Operands,
  patternsOf,
  prepareOperands,
} from './operands.ts'
import {
  BAR_TYPES,
  DIVIDE_TYPES,
  DIVIDE_WHOLE_TYPES,
  EXTREME_TYPES,
  findPromoted,
  MODULUS_TYPES,
  type Promotion,
  promoteTypes,
} from './promotion.ts'

/** The common type for a computation; for two types of times it is the result type of `&`. */
const commonType = (x: Leaf, y: Leaf): number => findPromoted(EXTREME_TYPES, x.type, y.type)

/** A verb that computes a float from two numbers; `types` lists the allowed types. */
export function floatDyad(
  types: Promotion,
  apply: (x: number, y: number) => number,
): (x: Value, y: Value) => Value {
  const leaf = (x: Leaf, y: Leaf): Value => {
    const type = promoteTypes(types, x.type, y.type)
    if (isPlainNumber(x) && isPlainNumber(y)) return atom(type, apply(x.value, y.value))
    const operands = prepareOperands(x, y, commonType(x, y), true) as Operands<Float64Array>
    const result = new Float64Array(reserve(operands.count))
    const { xStep, yStep } = operands
    for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
      result[i] = apply(operands.x[a] as number, operands.y[b] as number)
    }
    return operands.isSingle ? atom(type, result[0] as number) : vector(type, result)
  }
  return (x, y) => pairwise(x, y, leaf)
}

/** `x%y`: always a float. */
export const divide = floatDyad(DIVIDE_TYPES, (x, y) => x / y)

interface WholeVerb {
  /** The argument that divides. If it is zero, the result is null. */
  readonly divisor: 'x' | 'y'
  /** The operation on doubles, integers or not. */
  readonly small: (x: number, y: number) => number
  /** The operation on 64-bit patterns without nulls. */
  readonly big: (x: bigint, y: bigint) => bigint
}

const QUOTIENT: WholeVerb = {
  divisor: 'y',
  small: (x, y) => Math.floor(x / y),
  big: floorDivide,
}
const REST: WholeVerb = {
  divisor: 'y',
  small: floorModulo,
  big: (x, y) => x - y * floorDivide(x, y),
}
const BAR: WholeVerb = {
  divisor: 'x',
  small: (x, y) => x * Math.floor(y / x),
  big: (x, y) => x * floorDivide(y, x),
}

/** Up to this size, a quotient times its divisor is exact. */
const EXACT_MAX = 2 ** 52

const isExactWhole = (x: number): boolean =>
  x <= EXACT_MAX && x >= -EXACT_MAX && x === Math.floor(x)

function floorModulo(x: number, y: number): number {
  // The remainder of doubles beyond 32 bits is many times slower than a division.
  const remainder = isExactWhole(x) && isExactWhole(y) ? x - y * Math.floor(x / y) : x % y
  // Corrects the sign of a remainder, and a quotient that was rounded up to an integer.
  return remainder !== 0 && remainder < 0 !== y < 0 ? remainder + y : remainder + 0
}

function floorDivide(x: bigint, y: bigint): bigint {
  const quotient = x / y
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient
}

/** `x div y`: rounds down; division by zero gives null. */
export const divideWhole = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) =>
    wholeLeaves(QUOTIENT, promoteTypes(DIVIDE_WHOLE_TYPES, a.type, b.type), commonType(a, b), a, b),
  )

/** `x mod y`: takes the sign of y. */
export const modulo = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => wholeLeaves(REST, promoteTypes(MODULUS_TYPES, a.type, b.type), 0, a, b))

/** `x xbar y`: y rounded down to a multiple of x. */
export const roundToBars = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => wholeLeaves(BAR, promoteTypes(BAR_TYPES, a.type, b.type), 0, a, b))

function wholeLeaves(verb: WholeVerb, type: number, common: number, x: Leaf, y: Leaf): Value {
  if (isPlainNumber(x) && isPlainNumber(y)) {
    const divisor = verb.divisor === 'x' ? x.value : y.value
    const result = divisor === 0 ? Number.NaN : verb.small(x.value, y.value) + 0
    if (type === REAL) return atom(type, Math.fround(result))
    if (type === FLOAT || !(Math.abs(result) >= INFINITY_32)) return atom(type, result)
  }
  const isFloat = isFloating(x.type) || isFloating(y.type)
  const operands = prepareOperands(x, y, common, isFloat)
  let data: Data
  if (operands.kind === 'wide') data = inWidthOf(type, wideWhole(verb, operands))
  else if (!isFloat && isInfinite(operands)) data = wholeOfInfinite(verb, type, x, y, operands)
  else data = smallWhole(verb, operands)
  if (data instanceof Float64Array) data = inRangeOf(verb, type, x, y, operands, data)
  if (!operands.isSingle) return settledVector(type, data)
  const [item] = data
  return atom(type, typeof item === 'bigint' ? fromWide(item) : (item as number))
}

/** Results of floats become those of the type; integers beyond it are computed with 64 bits. */
function inRangeOf(
  verb: WholeVerb,
  type: number,
  x: Leaf,
  y: Leaf,
  operands: Operands<Data>,
  data: Float64Array,
): Data {
  if (type === REAL) return data.map(Math.fround)
  if (isFloating(type)) return data
  if (isFloating(x.type) || isFloating(y.type)) return fitWholes(type, data)
  const limit = isWideType(type) ? Number.MAX_SAFE_INTEGER : INFINITY_32
  return data.some((item) => Math.abs(item) >= limit && Number.isFinite(item))
    ? wholeOfInfinite(verb, type, x, y, operands)
    : data
}

const isInfinite = ({ kind, x, y }: Operands<Data>): boolean =>
  kind === 'doubles' && (hasInfinity(x as Float64Array) || hasInfinity(y as Float64Array))

/** Infinite integers divide as the largest numbers of their types. */
function wholeOfInfinite(
  verb: WholeVerb,
  type: number,
  x: Leaf,
  y: Leaf,
  operands: Operands<Data>,
): Data {
  const left = patternsOf(operands.x, x.type)
  const right = patternsOf(operands.y, y.type)
  return inWidthOf(type, wideWhole(verb, { ...operands, x: left, y: right }))
}

const inWidthOf = (type: number, items: BigInt64Array): Data =>
  isWideType(type) ? items : Float64Array.from(items, lowerHalf)

// A loop for each verb: a shared loop that calls the verb is slower. Adding zero turns -0 into 0,
// because integers have no -0.

function smallWhole(verb: WholeVerb, operands: Operands<Data>): Float64Array {
  const doubles = operands as Operands<Float64Array>
  if (verb === REST) return smallRests(doubles)
  return verb === BAR ? smallBars(doubles) : smallQuotients(doubles)
}

function smallQuotients({ x, y, xStep, yStep, count }: Operands<Float64Array>): Float64Array {
  const result = new Float64Array(reserve(count))
  for (let i = 0, a = 0, b = 0; i < count; i++, a += xStep, b += yStep) {
    const right = y[b] as number
    result[i] = right === 0 ? Number.NaN : Math.floor((x[a] as number) / right) + 0
  }
  return result
}

function smallRests({ x, y, xStep, yStep, count }: Operands<Float64Array>): Float64Array {
  const result = new Float64Array(reserve(count))
  for (let i = 0, a = 0, b = 0; i < count; i++, a += xStep, b += yStep) {
    const right = y[b] as number
    result[i] = right === 0 ? Number.NaN : floorModulo(x[a] as number, right) + 0
  }
  return result
}

function smallBars({ x, y, xStep, yStep, count }: Operands<Float64Array>): Float64Array {
  const result = new Float64Array(reserve(count))
  for (let i = 0, a = 0, b = 0; i < count; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    result[i] = left === 0 ? Number.NaN : left * Math.floor((y[b] as number) / left) + 0
  }
  return result
}

function wideWhole({ big, divisor }: WholeVerb, operands: Operands<Data>): BigInt64Array {
  const { x, y, xStep, yStep, count } = operands as Operands<BigInt64Array>
  const result = new BigInt64Array(reserve(count))
  for (let i = 0, a = 0, b = 0; i < count; i++, a += xStep, b += yStep) {
    const left = x[a] as bigint
    const right = y[b] as bigint
    const isNull =
      left === WIDE_NULL || right === WIDE_NULL || (divisor === 'x' ? left : right) === 0n
    result[i] = isNull ? WIDE_NULL : big(left, right)
  }
  return result
}
