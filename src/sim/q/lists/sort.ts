import { compareScalars } from '../comparison/dyads.ts'
import { signal } from '../errors.ts'
import { markSorted } from '../tables/sort.ts'
import { countOf, gather, itemAt, itemsOf, withData } from '../values/access.ts'
import { dictionary, longs } from '../values/build.ts'
import { spendReading } from '../values/meter.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'
import { orderOf, places, sortedBytes } from './order.ts'

/** The order of two items: by type first, lists item by item. */
export function compareItems(x: Value, y: Value): number {
  if (x.kind === 'atom' && y.kind === 'atom' && x.type === y.type) {
    return compareScalars(x.value, y.value)
  }
  if (isList(x) && isList(y)) return compareLists(x, y)
  return Math.abs(typeOf(x)) - Math.abs(typeOf(y))
}

function compareLists(x: Value, y: Value): number {
  if (x.kind === 'vector' && y.kind === 'vector' && x.type === y.type) return compareVectors(x, y)
  const shared = Math.min(countOf(x), countOf(y))
  spendReading(shared)
  for (let i = 0; i < shared; i++) {
    const order = compareItems(itemAt(x, i), itemAt(y, i))
    if (order !== 0) return order
  }
  return countOf(x) - countOf(y)
}

function compareVectors({ data: x }: Vector, { data: y }: Vector): number {
  const shared = Math.min(x.length, y.length)
  spendReading(shared)
  for (let i = 0; i < shared; i++) {
    const order = compareScalars(x[i] as Scalar, y[i] as Scalar)
    if (order !== 0) return order
  }
  return x.length - y.length
}

/** Positions that sort a list, stable in both directions. */
export function gradeOf(x: Value, descending: boolean): Float64Array {
  if (x.kind === 'table') return gradeColumns(x.columns, countOf(x), descending)
  if (x.kind === 'vector') return orderOf(x.data, descending)
  const items = itemsOf(x)
  const direction = descending ? -1 : 1
  return places(items.length).sort(
    (a, b) => direction * compareItems(items[a] as Value, items[b] as Value) || a - b,
  )
}

/** Positions that sort rows given by columns, the first one first; stable in both directions. */
export function gradeColumns(
  columns: readonly Value[],
  count: number,
  descending: boolean,
): Float64Array {
  // Each sort keeps the order of the ones before, so the column that matters most comes last.
  return columns.reduceRight((order, column) => {
    const next = gradeOf(gather(column, order), descending)
    return next.map((at) => order[at] as number)
  }, places(count))
}

/** `iasc x`, `idesc x`. */
export function grade(x: Value, descending: boolean): Value {
  if (x.kind === 'dictionary') return gather(x.keys, gradeOf(x.values, descending))
  return isList(x) || x.kind === 'table' ? longs(gradeOf(x, descending)) : signal('rank')
}

/** `asc x`, `desc x`: upwards with the attribute of sorted lists. */
export function sortList(x: Value, descending: boolean): Value {
  if (x.kind === 'dictionary') {
    const order = gradeOf(x.values, descending)
    return dictionary(gather(x.keys, order), marked(gather(x.values, order), descending))
  }
  if (!isList(x) && x.kind !== 'table') return signal('rank')
  if (x.kind === 'vector' && x.data instanceof Uint8Array) {
    return marked(withData(x, sortedBytes(x.data, descending)), descending)
  }
  return marked(gather(x, gradeOf(x, descending)), descending)
}

function marked(x: Value, descending: boolean): Value {
  if (descending) return x
  if (x.kind === 'table') return markSorted(x)
  return isList(x) ? { ...x, attribute: 's' } : x
}
