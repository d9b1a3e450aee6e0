import { compareItems } from '../comparison/order.ts'
import { signal } from '../errors.ts'
import { markSorted } from '../tables/marks.ts'
import { countOf, gather, itemsOf, withData } from '../values/access.ts'
import { dictionary, longs } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { identityOrder, sortedBytes, sortOrder } from './order.ts'

/** The positions that sort a list, stable in both directions. */
export function sortIndexes(x: Value, descending: boolean): Float64Array {
  if (x.kind === 'table') return gradeColumns(x.columns, countOf(x), descending)
  if (x.kind === 'vector') return sortOrder(x.data, descending)
  const items = itemsOf(x)
  const direction = descending ? -1 : 1
  return identityOrder(items.length).sort(
    (a, b) => direction * compareItems(items[a] as Value, items[b] as Value) || a - b,
  )
}

/** The positions that sort rows by columns, the first one first; stable in both directions. */
export function gradeColumns(
  columns: readonly Value[],
  count: number,
  descending: boolean,
): Float64Array {
  // Each sort keeps the previous order, so the most significant column comes last.
  return columns.reduceRight((order, column) => {
    const nextOrder = sortIndexes(gather(column, order), descending)
    return nextOrder.map((at) => order[at] as number)
  }, identityOrder(count))
}

/** `iasc x`, `idesc x`. */
export function sortedPositions(x: Value, descending: boolean): Value {
  if (x.kind === 'dictionary') return gather(x.keys, sortIndexes(x.values, descending))
  return isList(x) || x.kind === 'table' ? longs(sortIndexes(x, descending)) : signal('rank')
}

/** `asc x`, `desc x`: ascending order sets the sorted attribute. */
export function sortList(x: Value, descending: boolean): Value {
  if (x.kind === 'dictionary') {
    const order = sortIndexes(x.values, descending)
    return dictionary(gather(x.keys, order), markIfAscending(gather(x.values, order), descending))
  }
  if (!isList(x) && x.kind !== 'table') return signal('rank')
  if (x.kind === 'vector' && x.data instanceof Uint8Array) {
    return markIfAscending(withData(x, sortedBytes(x.data, descending)), descending)
  }
  return markIfAscending(gather(x, sortIndexes(x, descending)), descending)
}

function markIfAscending(x: Value, descending: boolean): Value {
  if (descending) return x
  if (x.kind === 'table') return markSorted(x)
  return isList(x) ? { ...x, attribute: 's' } : x
}
