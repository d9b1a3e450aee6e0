import { compareScalars } from '../comparison/order.ts'
import { atom, settledVector } from '../values/build.ts'
import { fitWholes } from '../values/fit.ts'
import { reserve } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE, CHAR, isFloating, isTemporal, isWideType, REAL } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { type Leaf, pairwise } from './atomic.ts'
import { isPlainNumber, lowerHalf, type Operands, prepareOperands } from './operands.ts'
import { EXTREME_TYPES, FILL_TYPES, promoteTypes } from './promotion.ts'

/** `x&y`, the lesser; nulls are less than all other values. */
export const lesserOf = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => extremeLeaves(a, b, true))

/** `x|y`, the greater. */
export const greaterOf = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => extremeLeaves(a, b, false))

function extremeLeaves(x: Leaf, y: Leaf, isLesser: boolean): Value {
  const type = promoteTypes(EXTREME_TYPES, x.type, y.type)
  if (isPlainNumber(x) && isPlainNumber(y)) {
    const isLeft = compareScalars(x.value, y.value) < 0 === isLesser
    const value = isLeft ? x.value : y.value
    if (type === REAL) return atom(type, Math.fround(value))
    return atom(type, isByteType(type) ? value & 255 : value)
  }
  const operands = prepareOperands(x, y, type)
  const result = storageLike(operands)
  if (operands.kind === 'doubles') {
    const doubles = operands as Operands<Float64Array>
    if (isLesser) lesserDoubles(doubles, result as Float64Array)
    else greaterDoubles(doubles, result as Float64Array)
  } else if (isLesser) lesserItems(operands as Operands<Uint8Array>, result as Uint8Array)
  else greaterItems(operands as Operands<Uint8Array>, result as Uint8Array)
  return toResult(type, operands, result)
}

function storageLike({ kind, count }: Operands<Data>): Data {
  reserve(count)
  if (kind === 'doubles') return new Float64Array(count)
  if (kind === 'bytes') return new Uint8Array(count)
  return kind === 'wide' ? new BigInt64Array(count) : new Array<string>(count)
}

/** The result as an atom or a vector, in the storage of its type. */
function toResult(type: number, { isSingle }: Operands<Data>, result: Data): Value {
  const data = inStorageOf(type, result)
  if (!isSingle) return settledVector(type, data)
  const [item] = data as Scalar[]
  return atom(type, typeof item === 'bigint' ? fromWide(item) : (item as Scalar))
}

/** The items as those of a type: floats become whole times, and numbers the codes of chars. */
function inStorageOf(type: number, result: Data): Data {
  if (result instanceof BigInt64Array) {
    if (isByteType(type)) return Uint8Array.from(result, (item) => Number(BigInt.asUintN(8, item)))
    return isWideType(type) ? result : Float64Array.from(result, lowerHalf)
  }
  if (result instanceof Float64Array) {
    if (isByteType(type)) return Uint8Array.from(result)
    if (type === REAL) return result.map(Math.fround)
    return isTemporal(type) && !isFloating(type) ? fitWholes(type, result) : result
  }
  return result instanceof Uint8Array && !isByteType(type) ? Float64Array.from(result) : result
}

const isByteType = (type: number): boolean => type === BOOLEAN || type === BYTE || type === CHAR

// The loops for doubles handle nulls, which are less than all other values. The others serve bytes
// and wide integers, which `Math.min` does not accept.

function lesserDoubles({ x, y, xStep, yStep }: Operands<Float64Array>, result: Float64Array) {
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    result[i] = left < right || Number.isNaN(left) ? left : right
  }
}

function greaterDoubles({ x, y, xStep, yStep }: Operands<Float64Array>, result: Float64Array) {
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    result[i] = left > right || Number.isNaN(right) ? left : right
  }
}

function lesserItems({ x, y, xStep, yStep }: Operands<Uint8Array>, result: Uint8Array) {
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    const isLeft = left < right
    result[i] = isLeft ? left : right
  }
}

function greaterItems({ x, y, xStep, yStep }: Operands<Uint8Array>, result: Uint8Array) {
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    const isLeft = left > right
    result[i] = isLeft ? left : right
  }
}

/** `x^y`: y with its nulls filled from x. */
export const fillWith = (x: Value, y: Value): Value => pairwise(x, y, fillLeaves)

function fillLeaves(x: Leaf, y: Leaf): Value {
  const type = promoteTypes(FILL_TYPES, x.type, y.type)
  const operands = prepareOperands(x, y, type)
  const { xStep, yStep } = operands
  const left = operands.x as Uint8Array
  const right = operands.y as Uint8Array
  const result = storageLike(operands) as Uint8Array
  for (let i = 0, a = 0, b = 0; i < operands.count; i++, a += xStep, b += yStep) {
    const item = right[b] as number
    result[i] = isNullScalar(y.type, item) ? (left[a] as number) : item
  }
  const filledResult = toResult(type, operands, result)
  return filledResult.kind === 'vector' && y.kind === 'vector' && y.domain !== undefined
    ? { ...filledResult, type: y.type, domain: y.domain }
    : filledResult
}
