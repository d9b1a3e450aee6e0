import { add, multiply } from '../arithmetic/dyads.ts'
import { greaterOf, lesserOf } from '../arithmetic/extremes.ts'
import { doublesOf } from '../arithmetic/kernels.ts'
import { signal } from '../errors.ts'
import { itemsOf } from '../values/access.ts'
import { atom, cell, collapse, dictionary, float, long, symbols } from '../values/build.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  INT,
  isNumeric,
  isWideType,
  LONG,
  REAL,
  SHORT,
} from '../values/types.ts'
import type { Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'

type Aggregate = (x: Value) => Value
type Pair = (x: Value, y: Value) => Value

/** An aggregate from what it does with vectors; items of a list are folded, nulls in them kept. */
function aggregate(ofVector: (x: Vector) => Value, pair: Pair, empty: Value): Aggregate {
  const apply: Aggregate = (x) => {
    if (x.kind === 'vector') return isNumeric(x.type) ? ofVector(x) : signal('type')
    if (isKeyed(x)) return dictionary(x.keys, apply(x.values))
    if (x.kind === 'table') return dictionaryOf(x, apply)
    if (!isList(x) && x.kind !== 'dictionary') return x
    if (x.kind === 'dictionary') return apply(x.values)
    const [first, ...rest] = itemsOf(x)
    return first === undefined ? empty : rest.reduce(pair, first)
  }
  return apply
}

function dictionaryOf(x: Extract<Value, { kind: 'table' }>, apply: Aggregate): Value {
  return dictionary(symbols(x.names), collapse(x.columns.map(apply)))
}

const sumType = (type: number): number => (type <= SHORT || type === CHAR ? INT : type)

function total(
  x: Vector,
  pair: Pair,
  start: number,
  step: (a: number, b: number) => number,
): Value {
  const type = sumType(x.type)
  if (x.data instanceof BigInt64Array) return exactTotal(x, pair)
  const data = doublesOf(x.data) as Float64Array
  let result = start
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (!Number.isNaN(item)) result = step(result, item)
  }
  if (type === REAL) return atom(type, Math.fround(result))
  const isExact = type !== LONG || Number.isSafeInteger(result)
  if (isWideType(type) && !isExact) return exactTotal(x, pair)
  return type === LONG ? long(result) : atom(type, result)
}

function exactTotal(x: Vector, pair: Pair): Value {
  let result: Value | undefined
  for (let i = 0; i < x.data.length; i++) {
    const item = cell(x, i)
    if (Number.isNaN(item.value)) continue
    result = result === undefined ? item : pair(result, item)
  }
  return result ?? long(0)
}

/** `sum x`. */
export const sum: Aggregate = aggregate((x) => total(x, add, 0, (a, b) => a + b), add, long(0))

/** `prd x`. */
export const product: Aggregate = aggregate(
  (x) => total(x, multiply, 1, (a, b) => a * b),
  multiply,
  long(1),
)

function extreme(x: Vector, pair: Pair, start: number): Value {
  if (x.data instanceof BigInt64Array) return exactTotal(x, pair)
  let result: Value | undefined
  for (let i = 0; i < x.data.length; i++) {
    const item = cell(x, i)
    if (!Number.isNaN(item.value)) result = result === undefined ? item : pair(result, item)
  }
  const none =
    x.type === BOOLEAN || x.type === BYTE || x.type === CHAR ? (start > 0 ? 255 : 0) : start
  return result ?? atom(x.type, none)
}

/** `max x`. */
export const maximum: Aggregate = aggregate(
  (x) => extreme(x, greaterOf, Number.NEGATIVE_INFINITY),
  greaterOf,
  collapse([]),
)

/** `min x`. */
export const minimum: Aggregate = aggregate(
  (x) => extreme(x, lesserOf, Number.POSITIVE_INFINITY),
  lesserOf,
  collapse([]),
)

/** `avg x`: the mean of what is not null. */
export function average(x: Value): Value {
  if (x.kind === 'atom') return float(Number(x.value))
  if (x.kind === 'dictionary') return average(x.values)
  if (x.kind === 'table') return dictionaryOf(x, average)
  if (x.kind !== 'vector' || !isNumeric(x.type)) return signal('type')
  let [sumOf, count] = [0, 0]
  for (const item of doublesOf(x.data) as Float64Array) {
    if (Number.isNaN(item)) continue
    sumOf += item
    count++
  }
  return float(sumOf / count)
}
