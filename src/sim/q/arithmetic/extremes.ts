import { compareScalars } from '../comparison/dyads.ts'
import { scaled } from '../temporal/units.ts'
import { atom, vectorOf } from '../values/build.ts'
import { isTemporal } from '../values/types.ts'
import type { Data, Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { type Leaf, pairwise } from './atomic.ts'
import { lengthOf } from './kernels.ts'
import { EXTREME_TYPES, promoted } from './promotion.ts'

/** `x&y`, the lesser: nulls are less than all else. */
export const lesserOf = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => extremeLeaves(a, b, (order) => order <= 0))

/** `x|y`, the greater. */
export const greaterOf = (x: Value, y: Value): Value =>
  pairwise(x, y, (a, b) => extremeLeaves(a, b, (order) => order >= 0))

function extremeLeaves(x: Leaf, y: Leaf, takesLeft: (order: number) => boolean): Value {
  const type = promoted(EXTREME_TYPES, x.type, y.type)
  const bothTemporal = isTemporal(x.type) && isTemporal(y.type)
  const left = bothTemporal ? scaled(raw(x), x.type, type) : raw(x)
  const right = bothTemporal ? scaled(raw(y), y.type, type) : raw(y)
  const length = lengthOf(left, right)
  const pick = (a: Scalar, b: Scalar): Scalar => (takesLeft(compareScalars(a, b)) ? a : b)
  if (length === undefined) return atom(type, pick(left as Scalar, right as Scalar))
  const items = new Array<Scalar>(length)
  for (let i = 0; i < length; i++) items[i] = pick(item(left, i), item(right, i))
  return vectorOf(type, items)
}

const raw = (x: Leaf): Data | Scalar => (x.kind === 'atom' ? x.value : x.data)

function item(x: Data | Scalar, i: number): Scalar {
  if (typeof x !== 'object') return x
  const value = x[i] as Scalar
  return typeof value === 'bigint' ? fromWide(value) : value
}
