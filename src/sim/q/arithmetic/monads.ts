import { lower } from '../strings/letters.ts'
import { allocate, atom, vector, vectorOf } from '../values/build.ts'
import { fitWhole, fitWholes } from '../values/fit.ts'
import { reserve } from '../values/meter.ts'
import { CHAR, isFloating, isSymbolic, TIMESTAMP } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { atomic, type Leaf } from './atomic.ts'
import { type Mapping, mapType, toMapping } from './promotion.ts'
import { INVERSE, ROUNDED, ROUNDED_UP, SIGN, SIGNED, TRUTH } from './tables/result-types.ts'

type Change = (value: number | bigint) => number | bigint

/** Maps every number of a value; the table gives the type of the result. */
export function eachNumber(x: Value, types: Mapping, change: Change): Value {
  return atomic(x, (leaf) => leafNumbers(leaf, mapType(types, leaf.type), change))
}

function leafNumbers(leaf: Leaf, type: number, change: Change): Value {
  if (leaf.kind === 'atom') return atom(type, change(leaf.value as number))
  const { data } = leaf
  const { length } = data
  const result = allocate(type, length) as Float64Array
  for (let i = 0; i < length; i++) {
    const item = data[i] as Scalar
    const newValue = change(typeof item === 'bigint' ? fromWide(item) : (item as number))
    if (typeof newValue === 'bigint') return itemByItem(data, type, change)
    result[i] = newValue
  }
  return vector(type, result)
}

/** The loop for results that are not doubles. */
function itemByItem(data: Data, type: number, change: Change): Value {
  const items = Array.from(data as Scalar[], (item) =>
    change(typeof item === 'bigint' ? fromWide(item) : (item as number)),
  )
  return vectorOf(type, items)
}

/** Rounds floats to integers; integers keep their numbers. */
function rounded(leaf: Leaf, types: Mapping, round: (value: number) => number): Value {
  const type = mapType(types, leaf.type)
  if (!isFloating(leaf.type)) return leafNumbers(leaf, type, (value) => value)
  if (leaf.kind === 'atom') return atom(type, fitWhole(type, round(leaf.value as number) + 0))
  const data = leaf.data as Float64Array
  reserve(data.length)
  return vector(type, fitWholes(type, data.map(round)))
}

const SIGNED_TYPES = toMapping(SIGNED)
const SIGN_TYPES = toMapping(SIGN)
const INVERSE_TYPES = toMapping(INVERSE)
const ROUNDED_TYPES = toMapping(ROUNDED)
const ROUNDED_UP_TYPES = toMapping(ROUNDED_UP)
const TRUTH_TYPES = toMapping(TRUTH)

const opposite = (value: number | bigint): number | bigint => -value
const wholeOpposite = (value: number | bigint): number | bigint =>
  typeof value === 'bigint' ? -value : 0 - value

/** `neg x`: of floats alone, zero has a sign. */
export const negate = (x: Value): Value =>
  atomic(x, (leaf) => {
    const type = mapType(SIGNED_TYPES, leaf.type)
    return leafNumbers(leaf, type, isFloating(type) ? opposite : wholeOpposite)
  })

/** `abs x`. */
export const absolute = (x: Value): Value =>
  eachNumber(x, SIGNED_TYPES, (value) => (value === 0 ? 0 : value < 0 ? -value : value))

/** `signum x`: null counts as negative. */
export const signum = (x: Value): Value =>
  eachNumber(x, SIGN_TYPES, (value) => (value > 0 ? 1 : value === 0 ? 0 : -1))

/** `reciprocal x`. */
export const reciprocal = (x: Value): Value =>
  atomic(x, (leaf) => {
    const type = mapType(INVERSE_TYPES, leaf.type)
    const round = type === TIMESTAMP ? Math.trunc : (value: number): number => value
    return leafNumbers(leaf, type, (value) => round(1 / Number(value)))
  })

/** `floor x`: text in lower case, since `_:` is both verbs. */
export const floor = (x: Value): Value =>
  atomic(x, (leaf) =>
    leaf.type === CHAR || isSymbolic(leaf.type)
      ? lower(leaf)
      : rounded(leaf, ROUNDED_TYPES, Math.floor),
  )

/** `ceiling x`. */
export const ceiling = (x: Value): Value =>
  atomic(x, (leaf) => rounded(leaf, ROUNDED_UP_TYPES, Math.ceil))

/** `not x`: whether it is zero. */
export const isZero = (x: Value): Value =>
  eachNumber(x, TRUTH_TYPES, (value) => (Number(value) === 0 ? 1 : 0))
