import { divide } from '../arithmetic/division.ts'
import { add, multiply, subtract } from '../arithmetic/dyads.ts'
import { greaterOf, lesserOf } from '../arithmetic/extremes.ts'
import { fromPattern32, INFINITY_32 } from '../arithmetic/kernels.ts'
import { doublesIn, patternsOf } from '../arithmetic/operands.ts'
import { mapType, toMapping } from '../arithmetic/promotion.ts'
import { MEAN, SAME, TOTAL } from '../arithmetic/tables/result-types.ts'
import { matches, sameScalars } from '../comparison/match.ts'
import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import { countOf, itemsOf, slice } from '../values/access.ts'
import {
  atom,
  bool,
  bools,
  cell,
  collapse,
  dictionary,
  floats,
  long,
  settledVector,
  table,
  vector,
  vectorOf,
} from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { CHAR, isFloating, isWideType, REAL } from '../values/types.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { WIDE_NULL, widen } from '../values/wide.ts'
import { extremeStart } from './aggregate.ts'

const TOTAL_TYPES = toMapping(TOTAL)
const SAME_TYPES = toMapping(SAME)
const MEAN_TYPES = toMapping(MEAN)

type RunningVerb = (x: Value) => Value

/** A running verb from its vector function; other lists are folded item by item. */
function runningVerb(
  ofVector: (x: Vector) => Value,
  combine: (x: Value, y: Value) => Value,
): RunningVerb {
  const apply: RunningVerb = (x) => {
    switch (x.kind) {
      case 'atom':
        return x
      case 'vector':
        return ofVector(x)
      case 'table':
        return table(x.names, x.columns.map(apply))
      case 'dictionary':
        return dictionary(x.keys, apply(x.values))
      case 'list':
        return scanItems(x.items, combine)
      default:
        return signal('type')
    }
  }
  return apply
}

function scanItems(items: readonly Value[], combine: (x: Value, y: Value) => Value): Value {
  let state: Value | undefined
  return collapse(
    items.map((item) => {
      state = state === undefined ? item : combine(state, item)
      return state
    }),
  )
}

function runningTotals(x: Vector, start: 0 | 1): Value {
  const type = x.type === CHAR ? signal('type') : mapType(TOTAL_TYPES, x.type)
  if (x.data instanceof BigInt64Array) return exactRunningTotals(type, x.data, start)
  const data = doublesIn(x.data)
  const result = new Float64Array(reserve(data.length))
  let state: number = start
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    // Null (NaN) is the only value that differs from itself.
    if (!Number.isNaN(item)) state = start === 0 ? state + item : state * item
    result[i] = type === REAL ? Math.fround(state) : state
  }
  if (isWideType(type) && !result.every(Number.isSafeInteger)) {
    return exactRunningTotals(type, widen(data), start)
  }
  if (!isWideType(type) && !isFloating(type) && !result.every(is32Bit)) {
    return exactRunningTotals(type, patternsOf(data, x.type), start)
  }
  return { kind: 'vector', type, data: result, attribute: '' }
}

const is32Bit = (item: number): boolean => Math.abs(item) < INFINITY_32

/** The running totals of 64-bit patterns, wrapped to the width of the type. */
function exactRunningTotals(type: number, data: BigInt64Array, start: 0 | 1): Value {
  const result = new BigInt64Array(reserve(data.length))
  let state = BigInt(start)
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as bigint
    if (item !== WIDE_NULL) {
      state = BigInt.asIntN(64, start === 0 ? state + item : state * item)
    }
    result[i] = state
  }
  return isWideType(type)
    ? settledVector(type, result)
    : vector(type, Float64Array.from(result, fromPattern32))
}

/** `sums x`. */
export const sums: RunningVerb = runningVerb((x) => runningTotals(x, 0), add)

/** `prds x`. */
export const products: RunningVerb = runningVerb((x) => runningTotals(x, 1), multiply)

function runningExtremes(x: Vector, isLesser: boolean): Value {
  const type = mapType(SAME_TYPES, x.type)
  const data = x.data.slice() as Float64Array
  const start = extremeStart(type, isLesser)
  let state = data instanceof BigInt64Array ? (widen(Float64Array.of(start))[0] as never) : start
  const isNull = (item: number): boolean =>
    typeof item === 'bigint' ? item === WIDE_NULL : Number.isNaN(item)
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (!isNull(item) && (isLesser ? item < state : item > state)) state = item
    data[i] = state
  }
  return settledVector(type, data)
}

/** `maxs x`: minus infinity before the first item that is not null. */
export const maxima: RunningVerb = runningVerb((x) => runningExtremes(x, false), greaterOf)

/** `mins x`. */
export const minima: RunningVerb = runningVerb((x) => runningExtremes(x, true), lesserOf)

/** `avgs x`: the running mean of the items that are not null. */
export const averages = (x: Value): Value => {
  if (x.kind !== 'atom') return runningMeans(x)
  if (x.type === CHAR) return signal('type')
  return atom(mapType(MEAN_TYPES, x.type), Number(x.value))
}

const runningMeans: RunningVerb = (x) => {
  switch (x.kind) {
    case 'vector':
      return runningMeansOfVector(x)
    case 'table':
      return table(x.names, x.columns.map(runningMeans))
    case 'dictionary':
      return dictionary(x.keys, runningMeans(x.values))
    case 'list':
      return collapse(itemsOf(sums(x)).map((row, i) => divide(row, long(i + 1))))
    default:
      return signal('type')
  }
}

function runningMeansOfVector(x: Vector): Value {
  if (x.type === CHAR) return signal('type')
  mapType(MEAN_TYPES, x.type)
  let [total, count] = [0, 0]
  return floats(
    doublesIn(x.data).map((item) => {
      if (!Number.isNaN(item)) {
        total += item
        count++
      }
      return total / count
    }),
  )
}

/** Combines each item with its predecessor. The first one stays, or is combined with `initial`. */
function combineWithPrior(
  x: Value,
  combine: (x: Value, y: Value) => Value,
  initial?: Value,
): Value {
  switch (x.kind) {
    case 'vector':
      return combineVectorWithPrior(x, combine, initial)
    case 'table':
      return table(
        x.names,
        x.columns.map((column) => combineWithPrior(column, combine, initial)),
      )
    case 'dictionary':
      return dictionary(x.keys, combineWithPrior(x.values, combine, initial))
    case 'list': {
      const firstItem = (item: Value): Value =>
        initial === undefined ? item : combine(item, initial)
      const { items } = x
      return collapse(
        items.map((item, i) => (i === 0 ? firstItem(item) : combine(item, items[i - 1] as Value))),
      )
    }
    case 'atom':
      return initial === undefined ? x : combine(x, initial)
    default:
      return signal('type')
  }
}

function combineVectorWithPrior(
  x: Vector,
  combine: (x: Value, y: Value) => Value,
  initial?: Value,
): Value {
  const count = countOf(x)
  const laterItems = combine(
    slice(x, Math.min(1, count), count),
    slice(x, 0, Math.max(0, count - 1)),
  )
  if (laterItems.kind !== 'vector' || count === 0) return laterItems
  const head = cell(x, 0)
  if (initial !== undefined) return join(collapse([combine(head, initial)]), laterItems)
  const value = isFloating(laterItems.type) ? Number(head.value) : head.value
  return join(vectorOf(laterItems.type, [value]), laterItems)
}

/** `deltas x`: differences from the previous item; times become spans, including the first one. */
export const deltas = (x: Value, initial?: Value): Value => combineWithPrior(x, subtract, initial)

/** `ratios x`: quotients by the previous item. */
export const ratios = (x: Value, initial?: Value): Value => combineWithPrior(x, divide, initial)

/** `differ x`: whether each item differs from the previous one; the first one does. */
export function differ(x: Value): Value {
  if (x.kind === 'dictionary') return dictionary(x.keys, differ(x.values))
  if (x.kind === 'vector') return differVector(x)
  if (!isList(x) && x.kind !== 'table') return bool(true)
  const items = itemsOf(x)
  return bools(
    Uint8Array.from(items, (item, i) => (i === 0 || !matches(item, items[i - 1] as Value) ? 1 : 0)),
  )
}

function differVector({ type, data }: Vector): Value {
  const result = new Uint8Array(reserve(data.length))
  for (let i = 0; i < data.length; i++) {
    const isSame = i > 0 && sameScalars(type, data[i] as Scalar, data[i - 1] as Scalar)
    result[i] = isSame ? 0 : 1
  }
  return bools(result)
}
