import { type Leaf, pairwise } from '../arithmetic/atomic.ts'
import { lengthOf } from '../arithmetic/kernels.ts'
import { COMPARE_TYPES, promoted } from '../arithmetic/promotion.ts'
import { scaled } from '../temporal/units.ts'
import { bool, bools } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { isTemporal } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { fromWide, toWide } from '../values/wide.ts'
import { closeDoubles } from './match.ts'

/** Below zero, zero, or above zero as x is before, same as, or after y; nulls come first. */
export function compareScalars(x: Scalar, y: Scalar): number {
  if (typeof x === 'number' && typeof y === 'number') {
    if (x === y) return 0
    if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : -1
    if (Number.isNaN(y)) return 1
    if (Number.isInteger(x) && Number.isInteger(y)) return x - y
    return closeDoubles(x, y) ? 0 : x - y
  }
  if (typeof x === 'string' || typeof y === 'string') return x === y ? 0 : x < y ? -1 : 1
  const [left, right] = [toWide(x), toWide(y)]
  return left === right ? 0 : left < right ? -1 : 1
}

type Test = (order: number) => boolean

function comparison(test: Test): (x: Value, y: Value) => Value {
  const leaf = (x: Leaf, y: Leaf): Value => compareLeaves(test, x, y)
  return (x, y) => pairwise(x, y, leaf)
}

function compareLeaves(test: Test, x: Leaf, y: Leaf): Value {
  promoted(COMPARE_TYPES, x.type, y.type)
  const mixed = isTemporal(x.type) && isTemporal(y.type) && x.type !== y.type
  const finest = Math.min(x.type, y.type)
  const left = mixed ? scaled(rawOf(x), x.type, finest) : rawOf(x)
  const right = mixed ? scaled(rawOf(y), y.type, finest) : rawOf(y)
  const length = lengthOf(left, right)
  if (length === undefined) return bool(test(compareScalars(left as Scalar, right as Scalar)))
  const result = new Uint8Array(reserve(length))
  for (let i = 0; i < length; i++) {
    result[i] = test(compareScalars(itemOf(left, i), itemOf(right, i))) ? 1 : 0
  }
  return bools(result)
}

const rawOf = (x: Leaf): Data | Scalar => (x.kind === 'atom' ? x.value : x.data)

function itemOf(x: Data | Scalar, i: number): Scalar {
  if (typeof x !== 'object') return x
  const item = x[i] as Scalar
  return typeof item === 'bigint' ? fromWide(item) : item
}

/** `x=y`. */
export const equal = comparison((order) => order === 0)
/** `x<>y`. */
export const unequal = comparison((order) => order !== 0)
/** `x<y`. */
export const less = comparison((order) => order < 0)
/** `x>y`. */
export const greater = comparison((order) => order > 0)
/** `x<=y`. */
export const lessOrEqual = comparison((order) => order <= 0)
/** `x>=y`. */
export const greaterOrEqual = comparison((order) => order >= 0)
