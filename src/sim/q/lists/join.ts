import { mergedKeyed } from '../tables/add-rows.ts'
import { countOf, itemsOf, withData } from '../values/access.ts'
import { cells, collapse } from '../values/build.ts'
import { reserve, reserveCells } from '../values/meter.ts'
import type { Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { concatenate, copyInto, sameKind } from './concatenate.ts'

/** `x,y`: rows of a keyed table replace those with equal keys; everything else is concatenated. */
export const join = (x: Value, y: Value): Value =>
  isKeyed(x) && (isKeyed(y) || isList(y)) ? mergedKeyed(x, y) : concatenate(x, y)

/** `raze x`: joins the items. */
export function raze(x: Value): Value {
  if (x.kind === 'vector' || x.kind === 'atom') return x.kind === 'atom' ? collapse([x]) : x
  const items = itemsOf(x)
  const [first, ...remaining] = items
  if (first === undefined) return x.kind === 'dictionary' ? x.values : x
  if (first.kind === 'vector' && items.every((item) => hasSameType(item, first))) {
    return razeVectors(first, items as readonly Vector[])
  }
  if (items.every(isList)) {
    reserveCells(items.reduce((total, item) => total + countOf(item), 0))
    const allCells = items.flatMap((item) => cells(item))
    return allCells.length === 0 ? first : collapse(allCells)
  }
  return remaining.reduce(join, isList(first) || first.kind !== 'atom' ? first : collapse([first]))
}

const hasSameType = (item: Value, first: Vector): boolean =>
  item.kind === 'vector' && sameKind(item, first)

function razeVectors(first: Vector, items: readonly Vector[]): Value {
  if (items.some(({ data }) => data instanceof BigInt64Array)) {
    reserveCells(items.reduce((total, { data }) => total + data.length, 0))
    return collapse(items.flatMap((item) => cells(item)))
  }
  const length = reserve(items.reduce((total, { data }) => total + data.length, 0))
  if (Array.isArray(first.data))
    return withData(
      first,
      items.flatMap(({ data }) => data as readonly string[]),
    )
  const data = first.data instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length)
  let offset = 0
  for (const item of items) {
    copyInto(data, item.data, offset)
    offset += item.data.length
  }
  return withData(first, data)
}
