import { fromPattern32, INFINITY_32 } from '../arithmetic/kernels.ts'
import { doublesIn, patternsOf } from '../arithmetic/operands.ts'
import { mapType, toMapping } from '../arithmetic/promotion.ts'
import { DIFFERENCE, MEAN, SAME } from '../arithmetic/tables/result-types.ts'
import { signal } from '../errors.ts'
import {
  atom,
  collapse,
  dictionary,
  floats,
  longs,
  settledVector,
  table,
  vector,
} from '../values/build.ts'
import { reserve, spendProduct } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BYTE, CHAR, isFloating, isTemporal, isWideType, LONG, REAL } from '../values/types.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { WIDE_NULL, widen } from '../values/wide.ts'
import { extremeStart } from './aggregate.ts'
import { mapColumns } from './numbers.ts'

const DIFFERENCE_TYPES = toMapping(DIFFERENCE)
const MEAN_TYPES = toMapping(MEAN)
const SAME_TYPES = toMapping(SAME)

type Window = (width: number, y: Vector) => Value

/** A verb of a window width and a list, or nested lists. */
function movingVerb(ofVector: Window): (x: Value, y: Value) => Value {
  return (x, y) => {
    if (x.kind !== 'atom' || x.type > LONG || typeof x.value === 'string') return signal('type')
    const width = Number(x.value) || 0
    if (y.kind === 'atom') {
      const alone = mapColumns(collapse([y]), (column) => ofVector(width, column))
      return alone.kind === 'vector' ? atom(alone.type, alone.data[0] as Scalar) : alone
    }
    return mapColumns(y, (column) => ofVector(width, column))
  }
}

/** `n msum y`: nulls count as zero. */
export const movingSum = movingVerb((width, y) => {
  const type = mapType(DIFFERENCE_TYPES, y.type)
  if (isWideType(y.type)) return settledVector(type, wideSums(width, widen(y.data as Float64Array)))
  const sums = windowSums(width, doublesIn(y.data))
  if (type === REAL) return vector(type, sums.map(Math.fround))
  if (isFloating(type) || sums.every((item) => Math.abs(item) < INFINITY_32))
    return vector(type, sums)
  const wrapped = wideSums(width, patternsOf(y.data, y.type))
  return vector(type, Float64Array.from(wrapped, fromPattern32))
})

/** Sums of windows as differences of running sums; nulls count as zero. */
function windowSums(width: number, data: Float64Array): Float64Array {
  const sums = new Float64Array(reserve(data.length))
  const result = new Float64Array(reserve(data.length))
  let state = 0
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (!Number.isNaN(item)) state += item
    sums[i] = state
    result[i] = i < width ? state : state - (sums[i - Math.max(0, width)] as number)
  }
  return result
}

function wideSums(width: number, data: BigInt64Array): BigInt64Array {
  const sums = new BigInt64Array(reserve(data.length))
  const result = new BigInt64Array(reserve(data.length))
  let state = 0n
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as bigint
    if (item !== WIDE_NULL) state = BigInt.asIntN(64, state + item)
    sums[i] = state
    result[i] = i < width ? state : state - (sums[i - Math.max(0, width)] as bigint)
  }
  return result
}

const presence = (y: Vector): Float64Array =>
  Float64Array.from(y.data as Scalar[], (item) => (isNullScalar(y.type, item) ? 0 : 1))

/** `n mcount y`: the number of items in the window that are not null. */
export const movingCount = movingVerb((width, y) => longs(windowSums(width, presence(y))))

/** `n mavg y`. */
export const movingAverage = movingVerb((width, y) => {
  if (y.type === CHAR) return signal('type')
  mapType(MEAN_TYPES, y.type)
  const totals = windowSums(width, doublesIn(y.data))
  const counts = windowSums(width, presence(y))
  return floats(totals.map((total, i) => total / (counts[i] as number)))
})

/** `n mdev y`: the deviation of each window. */
export const movingDeviation = movingVerb((width, y) => {
  if (y.type === CHAR) return signal('type')
  mapType(MEAN_TYPES, y.type)
  const data = doublesIn(y.data)
  spendProduct(data.length, Math.min(Math.max(0, width), data.length))
  return floats(data.map((_, i) => windowDeviation(data, Math.max(0, i - width + 1), i + 1)))
})

function windowDeviation(data: Float64Array, start: number, end: number): number {
  let [total, count] = [0, 0]
  for (let i = start; i < end; i++) {
    const item = data[i] as number
    if (Number.isNaN(item)) continue
    total += item
    count++
  }
  const mean = total / count
  let squares = 0
  for (let i = start; i < end; i++) {
    const item = data[i] as number
    if (!Number.isNaN(item)) squares += (item - mean) ** 2
  }
  return Math.sqrt(squares / count)
}

/**
 * The minimum or maximum of each window, by a queue of candidates. A null is the least value: it
 * remains a minimum, and no maximum is null.
 */
function windowExtremes(width: number, y: Vector, isLesser: boolean): Value {
  const type = mapType(SAME_TYPES, y.type)
  const data = y.data as Float64Array
  const start = extremeStart(type, isLesser)
  const result = y.data.slice() as Float64Array
  const blank = y.data instanceof BigInt64Array ? widen(Float64Array.of(start))[0] : start
  const queue: number[] = []
  let head = 0
  const isBetter = (a: number, b: number): boolean => {
    const [isNullA, isNullB] = [isNullScalar(LONG, a), isNullScalar(LONG, b)]
    if (isNullA || isNullB) return isLesser ? isNullA : isNullB
    return isLesser ? a <= b : a >= b
  }
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    while (queue.length > head && isBetter(item, data[queue.at(-1) as number] as number)) {
      queue.pop()
    }
    queue.push(i)
    while (head < queue.length && (queue[head] as number) <= i - width) head++
    const extreme = head < queue.length ? (data[queue[head] as number] as number) : undefined
    const isMissing = extreme === undefined || (!isLesser && isNullScalar(LONG, extreme))
    result[i] = isMissing ? (blank as number) : extreme
  }
  return settledVector(type, result)
}

/** `n mmax y`. */
export const movingMaximum = movingVerb((width, y) => windowExtremes(width, y, false))

/** `n mmin y`. */
export const movingMinimum = movingVerb((width, y) => windowExtremes(width, y, true))

/** `x ema y`: the exponential moving average with a smoothing factor, or one for each item. */
export function exponentialAverage(x: Value, y: Value): Value {
  if (y.kind === 'table') {
    return table(
      y.names,
      y.columns.map((column) => exponentialAverage(x, column)),
    )
  }
  if (y.kind === 'dictionary') return dictionary(y.keys, exponentialAverage(x, y.values))
  if (y.kind === 'list') return mapColumns(y, (column) => exponentialAverage(x, column))
  if (y.kind !== 'vector') return y
  if (y.type === CHAR || y.type === BYTE) return signal('type')
  mapType(MEAN_TYPES, y.type)
  const factor = smoothingFactors(x, y.data.length)
  const data = doublesIn(y.data)
  let state = data[0] as number
  return floats(
    data.map((item, i) => {
      if (i > 0) state = state + factor(i) * (item - state)
      return state
    }),
  )
}

function smoothingFactors(x: Value, count: number): (i: number) => number {
  if (x.kind !== 'atom' && x.kind !== 'vector') return signal('type')
  if (isTemporal(x.type) || !(isFloating(x.type) || x.type <= LONG)) return signal('type')
  if (x.kind === 'atom') {
    const factor = Number(x.value)
    return () => factor
  }
  if (isList(x) && x.data.length !== count) return signal('length')
  const factors = doublesIn(x.data)
  return (i) => factors[i] as number
}
