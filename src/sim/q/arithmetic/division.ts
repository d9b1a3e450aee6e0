import { signal } from '../errors.ts'
import { atom, float, floats, settled } from '../values/build.ts'
import { FLOAT, isFloating, isNumeric, isTemporal, LONG } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { fromWide, toWide, wideData } from '../values/wide.ts'
import { type Leaf, pairwise } from './atomic.ts'
import { doublesOf, lengthOf, type Operand } from './kernels.ts'
import { MULTIPLY_TYPES, promoted } from './promotion.ts'

const raw = (x: Leaf): Data | Scalar => (x.kind === 'atom' ? x.value : x.data)
const at = (x: Operand, i: number): number => (typeof x === 'number' ? x : (x[i] as number))

/** `x%y`: always a float. */
export const divide = (x: Value, y: Value): Value => pairwise(x, y, divideLeaves)

function divideLeaves(x: Leaf, y: Leaf): Value {
  if (!isNumeric(x.type) || !isNumeric(y.type) || x.type === 10 || y.type === 10) {
    return signal('type')
  }
  const left = doublesOf(raw(x))
  const right = doublesOf(raw(y))
  const length = lengthOf(raw(x), raw(y))
  if (length === undefined) return float((left as number) / (right as number))
  const result = new Float64Array(length)
  for (let i = 0; i < length; i++) result[i] = at(left, i) / at(right, i)
  return floats(result)
}

type Whole = (x: bigint, y: bigint) => bigint
type Doubles = (x: number, y: number) => number

/** `x div y`. */
export const divideWhole = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => wholeLeaves(a, b, (p, q) => Math.floor(p / q), bigDivide, true))

/** `x mod y`: takes the sign of y. */
export const modulo = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => wholeLeaves(a, b, floorModulo, (p, q) => p - q * bigDivide(p, q), false))

const floorModulo = (x: number, y: number): number => {
  const rest = x % y
  return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest + 0
}

function bigDivide(x: bigint, y: bigint): bigint {
  const quotient = x / y
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient
}

function wholeLeaves(x: Leaf, y: Leaf, small: Doubles, big: Whole, isQuotient: boolean): Value {
  const promotedType = isTemporal(y.type) ? x.type : promoted(MULTIPLY_TYPES, x.type, y.type)
  const type = isQuotient && isFloating(promotedType) ? LONG : promotedType
  const one = (a: Scalar, b: Scalar): Scalar => {
    if (Number.isNaN(a) || Number.isNaN(b) || b === 0) return Number.NaN
    if (typeof a === 'number' && typeof b === 'number') return small(a, b)
    return fromWide(big(toWide(a as bigint), toWide(b as bigint)))
  }
  const [left, right] = [raw(x), raw(y)]
  const length = lengthOf(left, right)
  if (length === undefined) return atom(type, one(left as Scalar, right as Scalar))
  const items = new Array<number | bigint>(length)
  for (let i = 0; i < length; i++) items[i] = one(item(left, i), item(right, i)) as number
  return type === FLOAT ? floats(items as number[]) : settled(type, wideData(items))
}

function item(x: Data | Scalar, i: number): Scalar {
  if (typeof x !== 'object') return x
  const value = x[i] as Scalar
  return typeof value === 'bigint' ? fromWide(value) : value
}
