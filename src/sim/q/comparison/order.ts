import { countOf, itemAt } from '../values/access.ts'
import { spendReading } from '../values/meter.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'
import { toWide } from '../values/wide.ts'

/**
 * Negative, zero or positive if x is before, equal to or after y; nulls come first. Sorting and
 * searching use this order, without a tolerance.
 */
export function compareScalars(x: Scalar, y: Scalar): number {
  if (typeof x === 'number' && typeof y === 'number') return compareDoubles(x, y)
  if (typeof x === 'string' || typeof y === 'string') return x === y ? 0 : x < y ? -1 : 1
  const [left, right] = [toWide(x), toWide(y)]
  return left === right ? 0 : left < right ? -1 : 1
}

/** The order of two numbers; nulls come first. */
export function compareDoubles(x: number, y: number): number {
  if (x < y) return -1
  if (x > y) return 1
  if (x === y) return 0
  if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : -1
  return 1
}

/**
 * The order of two items: by type first. Lists compare item by item, and an atom compares with a
 * list as the first item would, before a list that begins with it.
 */
export function compareItems(x: Value, y: Value): number {
  if (x.kind === 'atom' && y.kind === 'atom' && x.type === y.type) {
    return compareScalars(x.value, y.value)
  }
  if (isList(x)) return isList(y) ? compareLists(x, y) : -compareWithList(y, x)
  if (isList(y)) return compareWithList(x, y)
  return Math.abs(typeOf(x)) - Math.abs(typeOf(y))
}

const compareWithList = (x: Value, y: Value): number =>
  countOf(y) === 0 ? 1 : compareItems(x, itemAt(y, 0)) || -1

function compareLists(x: Value, y: Value): number {
  if (x.kind === 'vector' && y.kind === 'vector' && x.type === y.type) return compareVectors(x, y)
  const commonCount = Math.min(countOf(x), countOf(y))
  spendReading(commonCount)
  for (let i = 0; i < commonCount; i++) {
    const order = compareItems(itemAt(x, i), itemAt(y, i))
    if (order !== 0) return order
  }
  return countOf(x) - countOf(y)
}

function compareVectors({ data: x }: Vector, { data: y }: Vector): number {
  const commonLength = Math.min(x.length, y.length)
  spendReading(commonLength)
  for (let i = 0; i < commonLength; i++) {
    const order = compareScalars(x[i] as Scalar, y[i] as Scalar)
    if (order !== 0) return order
  }
  return x.length - y.length
}
