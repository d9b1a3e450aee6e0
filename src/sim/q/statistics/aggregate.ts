import { divide } from '../arithmetic/division.ts'
import { add, multiply } from '../arithmetic/dyads.ts'
import { greaterOf, lesserOf } from '../arithmetic/extremes.ts'
import { fromPattern32, INFINITY_32 } from '../arithmetic/kernels.ts'
import { doublesIn, patternsOf } from '../arithmetic/operands.ts'
import { mapType, toMapping } from '../arithmetic/promotion.ts'
import { MEAN, SAME, TOTAL, TRUTH } from '../arithmetic/tables/result-types.ts'
import { castTo } from '../casts/cast.ts'
import { signal } from '../errors.ts'
import { itemsOf } from '../values/access.ts'
import { atom, bool, float, long } from '../values/build.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE, CHAR, isFloating, isWideType, REAL } from '../values/types.ts'
import type { Atom, Value, Vector } from '../values/value.ts'
import { fromWide, toWide, WIDE_NULL, widen } from '../values/wide.ts'
import { summary } from './numbers.ts'

const TOTAL_TYPES = toMapping(TOTAL)
const SAME_TYPES = toMapping(SAME)
const MEAN_TYPES = toMapping(MEAN)
const TRUTH_TYPES = toMapping(TRUTH)

type Aggregate = (x: Value) => Value
type Pair = (x: Value, y: Value) => Value

interface Kind {
  readonly ofAtom: (x: Atom) => Value
  readonly ofVector: (x: Vector) => Value
  /** Combines two items of a general list. */
  readonly combine: Pair
  readonly empty: Value
  /** Whether null atoms of a general list are skipped. */
  readonly skipsNulls: boolean
}

function aggregate({ ofAtom, ofVector, combine: pair, empty, skipsNulls }: Kind): Aggregate {
  const apply: Aggregate = (x) => {
    switch (x.kind) {
      case 'atom':
        return ofAtom(x)
      case 'vector':
        return ofVector(x)
      case 'table':
        return summary(x, apply)
      case 'dictionary':
        return apply(x.values)
      case 'list': {
        const items = skipsNulls && x.items.every(isAtom) ? x.items.filter(isPresent) : x.items
        const [first, ...remaining] = items
        return first === undefined ? empty : remaining.reduce(pair, first)
      }
      default:
        return signal('type')
    }
  }
  return apply
}

const isAtom = (x: Value): boolean => x.kind === 'atom'
const isPresent = (x: Value): boolean => x.kind !== 'atom' || !isNullScalar(x.type, x.value)

function total(x: Vector, start: 0 | 1): Value {
  const type = x.type === CHAR ? signal('type') : mapType(TOTAL_TYPES, x.type)
  if (x.data instanceof BigInt64Array) return exactTotal(type, x.data, start)
  const data = doublesIn(x.data)
  let result: number = start
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    // Null (NaN) is the only value that differs from itself.
    if (!Number.isNaN(item)) result = start === 0 ? result + item : result * item
  }
  if (type === REAL) return atom(type, Math.fround(result))
  if (isFloating(type)) return atom(type, result)
  if (isWideType(type)) {
    if (!Number.isSafeInteger(result)) return exactTotal(type, widen(data), start)
    return atom(type, result + 0)
  }
  return Math.abs(result) < INFINITY_32
    ? atom(type, result + 0)
    : exactTotal(type, patternsOf(data, x.type), start)
}

/** The total of 64-bit patterns, wrapped to the width of the type. */
function exactTotal(type: number, data: BigInt64Array, start: 0 | 1): Value {
  let result = BigInt(start)
  for (const item of data) {
    if (item === WIDE_NULL) continue
    result = BigInt.asIntN(64, start === 0 ? result + item : result * item)
  }
  return atom(type, isWideType(type) ? fromWide(result) : fromPattern32(result))
}

/** An atom is aggregated like a list of one item. */
const ofOne = (x: Atom): Value => castTo(mapType(TOTAL_TYPES, x.type), x)

/** `sum x`: nulls in vectors count as zero; those in nested lists stay. */
export const sum: Aggregate = aggregate({
  ofAtom: ofOne,
  ofVector: (x) => total(x, 0),
  combine: add,
  empty: long(0),
  skipsNulls: true,
})

/** `prd x`: nulls in vectors count as one. */
export const product: Aggregate = aggregate({
  ofAtom: ofOne,
  ofVector: (x) => total(x, 1),
  combine: multiply,
  empty: long(1),
  skipsNulls: true,
})

/** The result of `max` and `min` for an empty list. */
export function extremeStart(type: number, isLesser: boolean): number {
  if (type === BOOLEAN) return isLesser ? 1 : 0
  if (type === BYTE || type === CHAR) return isLesser ? 255 : 0
  return isLesser ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
}

function extreme(x: Vector, isLesser: boolean): Value {
  const type = mapType(SAME_TYPES, x.type)
  if (x.data instanceof BigInt64Array) return wideExtreme(type, x.data, isLesser)
  const data = x.data as Float64Array
  let result = extremeStart(type, isLesser)
  // Comparisons with NaN, the null, are false.
  if (isLesser) {
    for (let i = 0; i < data.length; i++) {
      if ((data[i] as number) < result) result = data[i] as number
    }
  } else {
    for (let i = 0; i < data.length; i++) {
      if ((data[i] as number) > result) result = data[i] as number
    }
  }
  return atom(type, result)
}

function wideExtreme(type: number, data: BigInt64Array, isLesser: boolean): Value {
  let result = toWide(isLesser ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
  for (const item of data) {
    if (item !== WIDE_NULL && (isLesser ? item < result : item > result)) result = item
  }
  return atom(type, fromWide(result))
}

const keepAtom = (x: Atom): Value => atom(mapType(SAME_TYPES, x.type), x.value)

/** `max x`: skips nulls. */
export const maximum: Aggregate = aggregate({
  ofAtom: keepAtom,
  ofVector: (x) => extreme(x, false),
  combine: greaterOf,
  empty: long(Number.NEGATIVE_INFINITY),
  skipsNulls: false,
})

/** `min x`: skips nulls in vectors. */
export const minimum: Aggregate = aggregate({
  ofAtom: keepAtom,
  ofVector: (x) => extreme(x, true),
  combine: lesserOf,
  empty: long(Number.POSITIVE_INFINITY),
  skipsNulls: false,
})

const truth = (x: Value): Value => castTo(BOOLEAN, x)

function vectorTruth(x: Vector, isAll: boolean): Value {
  mapType(TRUTH_TYPES, x.type)
  const data = x.data as Float64Array
  for (let i = 0; i < data.length; i++) {
    // A null is not zero.
    if ((Number(data[i]) !== 0) !== isAll) return bool(!isAll)
  }
  return bool(isAll)
}

const quantifier = (isAll: boolean, combine: Pair): Aggregate => {
  const apply = aggregate({
    ofAtom: (x) => atom(mapType(TRUTH_TYPES, x.type), (truth(x) as Atom).value),
    ofVector: (x) => vectorTruth(x, isAll),
    combine: (x, y) => combine(truth(x), truth(y)),
    empty: bool(isAll),
    skipsNulls: false,
  })
  return (x) => (x.kind === 'list' && x.items.length === 1 ? truth(x.items[0] as Value) : apply(x))
}

/** `all x`: whether all items are true. */
export const all: Aggregate = quantifier(true, lesserOf)

/** `any x`: whether any item is true. */
export const any: Aggregate = quantifier(false, greaterOf)

/** `avg x`: the mean of the items that are not null. */
export function average(x: Value): Value {
  switch (x.kind) {
    case 'atom':
      return atom(mapType(MEAN_TYPES, x.type), Number(x.value))
    case 'dictionary':
      return average(x.values)
    case 'table':
      return summary(x, average)
    case 'vector':
      return float(vectorMean(x))
    case 'list':
      return divide(sum(x), long(itemsOf(x).length))
    default:
      return signal('type')
  }
}

function vectorMean(x: Vector): number {
  mapType(MEAN_TYPES, x.type)
  let [sum, count] = [0, 0]
  for (const item of doublesIn(x.data)) {
    if (Number.isNaN(item)) continue
    sum += item
    count++
  }
  return sum / count
}
