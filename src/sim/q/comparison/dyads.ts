import { type Leaf, pairwise, withAllKeys } from '../arithmetic/atomic.ts'
import { isPlainNumber, type Operands, prepareOperands } from '../arithmetic/operands.ts'
import {
  COMPARE_TYPES,
  EXTREME_TYPES,
  findPromoted,
  promoteTypes,
} from '../arithmetic/promotion.ts'
import { bool, bools } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { isFloating, LONG } from '../values/types.ts'
import type { Data, Value } from '../values/value.ts'
import { closeDoubles } from './match.ts'
import { compareScalars } from './order.ts'

/** The test for each pair of items: equal, or less. */
type Loop = 'same' | 'less'

interface Comparison {
  readonly loop: Loop
  /** Whether to compare y with x instead. */
  readonly swaps: boolean
  /** Whether to negate the result. */
  readonly negates: boolean
}

function comparison(loop: Loop, swaps: boolean, negates: boolean): (x: Value, y: Value) => Value {
  const kind: Comparison = { loop, swaps, negates }
  const leaf = (x: Leaf, y: Leaf): Value => compareLeaves(kind, x, y)
  const swapOperands = (x: Leaf, y: Leaf): Value => compareLeaves(kind, y, x)
  return (x, y) => {
    if (x.kind === 'atom' && y.kind === 'atom' && x.type === LONG && y.type === LONG) {
      const order = compareScalars(x.value, y.value)
      const holds = loop === 'same' ? order === 0 : swaps ? order > 0 : order < 0
      return bool(holds !== negates)
    }
    const areDictionaries = x.kind === 'dictionary' && y.kind === 'dictionary'
    const [left, right] = areDictionaries ? withAllKeys(x, y) : [x, y]
    return pairwise(left, right, swaps ? swapOperands : leaf)
  }
}

function compareLeaves({ loop, negates }: Comparison, x: Leaf, y: Leaf): Value {
  promoteTypes(COMPARE_TYPES, x.type, y.type)
  const type = findPromoted(EXTREME_TYPES, x.type, y.type)
  const isTolerant = isFloating(x.type) || isFloating(y.type)
  if (isPlainNumber(x) && isPlainNumber(y)) {
    const isClose = isTolerant && closeDoubles(x.value, y.value)
    const order = isClose ? 0 : compareScalars(x.value, y.value)
    return bool((loop === 'same' ? order === 0 : order < 0) !== negates)
  }
  const operands = prepareOperands(x, y, type, isTolerant)
  const result = new Uint8Array(reserve(operands.count))
  fill(loop, isTolerant, operands, result)
  if (negates) for (let i = 0; i < result.length; i++) result[i] = 1 - (result[i] as number)
  return operands.isSingle ? bool(result[0] === 1) : bools(result)
}

function fill(loop: Loop, isTolerant: boolean, operands: Operands<Data>, result: Uint8Array): void {
  if (operands.kind === 'doubles') {
    const doubles = operands as Operands<Float64Array>
    if (loop === 'less') lessDoubles(doubles, isTolerant, result)
    else if (isTolerant) closeLoop(doubles, result)
    else sameDoubles(doubles, result)
  } else if (loop === 'same') sameItems(operands as Operands<BigInt64Array>, result)
  else lessItems(operands as Operands<BigInt64Array>, result)
}

function sameDoubles(operands: Operands<Float64Array>, result: Uint8Array): void {
  const { x, y, xStep, yStep } = operands
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    // Only nulls differ from themselves, and two nulls are equal.
    if (left === right || (Number.isNaN(left) && Number.isNaN(right))) result[i] = 1
  }
}

function closeLoop(operands: Operands<Float64Array>, result: Uint8Array): void {
  const { x, y, xStep, yStep } = operands
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    if (closeDoubles(x[a] as number, y[b] as number)) result[i] = 1
  }
}

function lessDoubles(
  operands: Operands<Float64Array>,
  isTolerant: boolean,
  result: Uint8Array,
): void {
  const { x, y, xStep, yStep } = operands
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    const left = x[a] as number
    const right = y[b] as number
    if (left < right) result[i] = isTolerant && closeDoubles(left, right) ? 0 : 1
    else if (Number.isNaN(left) && !Number.isNaN(right)) result[i] = 1
  }
}

// For bytes, wide integers and texts, every value equals itself, and nulls are the least values.

function sameItems(operands: Operands<BigInt64Array>, result: Uint8Array): void {
  const { x, y, xStep, yStep } = operands
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    if (x[a] === y[b]) result[i] = 1
  }
}

function lessItems(operands: Operands<BigInt64Array>, result: Uint8Array): void {
  const { x, y, xStep, yStep } = operands
  for (let i = 0, a = 0, b = 0; i < result.length; i++, a += xStep, b += yStep) {
    if ((x[a] as bigint) < (y[b] as bigint)) result[i] = 1
  }
}

/** `x=y`. */
export const equal = comparison('same', false, false)
/** `x<>y`. */
export const unequal = comparison('same', false, true)
/** `x<y`. */
export const less = comparison('less', false, false)
/** `x>y`. */
export const greater = comparison('less', true, false)
/** `x<=y`. */
export const lessOrEqual = comparison('less', true, true)
/** `x>=y`. */
export const greaterOrEqual = comparison('less', false, true)
