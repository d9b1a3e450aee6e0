import { compareScalars } from '../comparison/dyads.ts'
import { signal } from '../errors.ts'
import { markSorted } from '../tables/sort.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { dictionary, longs } from '../values/build.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

/** The order of two items: by type first, lists item by item. */
export function compareItems(x: Value, y: Value): number {
  if (x.kind === 'atom' && y.kind === 'atom' && x.type === y.type) {
    return compareScalars(x.value, y.value)
  }
  if (isList(x) && isList(y)) return compareLists(x, y)
  return Math.abs(typeOf(x)) - Math.abs(typeOf(y))
}

function compareLists(x: Value, y: Value): number {
  const shared = Math.min(countOf(x), countOf(y))
  for (let i = 0; i < shared; i++) {
    const order = compareItems(itemAt(x, i), itemAt(y, i))
    if (order !== 0) return order
  }
  return countOf(x) - countOf(y)
}

/** Positions that sort a list, stable in both directions. */
export function gradeOf(x: Value, descending: boolean): Float64Array {
  if (x.kind === 'table') return gradeColumns(x.columns, countOf(x), descending)
  const places = Float64Array.from({ length: countOf(x) }, (_, i) => i)
  const compare = x.kind === 'vector' ? ofVector(x) : ofItems(itemsOf(x))
  const direction = descending ? -1 : 1
  return places.sort((a, b) => direction * compare(a, b) || a - b)
}

function ofVector({ data }: Vector): (a: number, b: number) => number {
  const items = Array.from(data as Scalar[], (item) =>
    typeof item === 'bigint' ? fromWide(item) : item,
  )
  return (a, b) => compareScalars(items[a] as Scalar, items[b] as Scalar)
}

const ofItems =
  (items: readonly Value[]) =>
  (a: number, b: number): number =>
    compareItems(items[a] as Value, items[b] as Value)

/** Positions that sort rows given by columns, the first one first; stable in both directions. */
export function gradeColumns(
  columns: readonly Value[],
  count: number,
  descending: boolean,
): Float64Array {
  const places = Float64Array.from({ length: count }, (_, i) => i)
  const compares = columns.map((column) =>
    column.kind === 'vector' ? ofVector(column) : ofItems(itemsOf(column)),
  )
  const direction = descending ? -1 : 1
  return places.sort((a, b) => {
    for (const compare of compares) {
      const order = compare(a, b)
      if (order !== 0) return direction * order
    }
    return a - b
  })
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
  return marked(gather(x, gradeOf(x, descending)), descending)
}

function marked(x: Value, descending: boolean): Value {
  if (descending) return x
  if (x.kind === 'table') return markSorted(x)
  return isList(x) ? { ...x, attribute: 's' } : x
}
