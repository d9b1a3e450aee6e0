import { lesserOf } from '../arithmetic/extremes.ts'
import { EXTREME_TYPES, promoteTypes } from '../arithmetic/promotion.ts'
import { signal } from '../errors.ts'
import { sortIndexes } from '../lists/sort.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { cell, collapse, dictionary, long, longs, plainSymbols, table } from '../values/build.ts'
import { pollAtItem, reserveCells } from '../values/meter.ts'
import { isNumeric, isSymbolic, isTemporal } from '../values/types.ts'
import type { Atom, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'
import { greaterOrEqual, lessOrEqual } from './dyads.ts'
import { keysOfRows } from './keys.ts'
import { compareDoubles, compareItems, compareScalars } from './order.ts'

/** `x within y`: between the two items of y, inclusive. */
export function within(x: Value, y: Value): Value {
  if (countOf(y) !== 2 || !(isList(y) || y.kind === 'dictionary')) {
    return signal(isList(y) ? 'length' : 'type')
  }
  return lesserOf(greaterOrEqual(x, itemAt(y, 0)), lessOrEqual(x, itemAt(y, 1)))
}

/** The number of items of a sorted list before an item, or before or equal to it. */
function countBefore(x: Value, item: Value, withSame: boolean): number {
  let [low, high] = [0, countOf(x)]
  const compare = comparisonWith(x, item)
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(middle)
    if (order < 0 || (withSame && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Compares the items of a sorted list with one item.
 *
 * @throws QError `type` for different types
 */
export function comparisonWith(x: Value, item: Value): (position: number) => number {
  if (x.kind === 'vector' && item.kind === 'atom') {
    checkTypes(x, item.type)
    return (position) => compareScalars(cell(x, position).value, item.value)
  }
  return (position) => compareItems(itemAt(x, position), item)
}

/** Only numbers of one kind, or items of one type, can be searched. */
function checkTypes(x: Vector, type: number): void {
  if (x.type === type || (isSymbolic(x.type) && isSymbolic(type))) return
  const isTime = isTemporal(x.type) || isTemporal(type)
  if (isTime || !isNumeric(x.type) || !isNumeric(type)) signal('type')
  promoteTypes(EXTREME_TYPES, x.type, type)
}

/** Which of the possible insertion positions. */
type Side = 'last not after' | 'first not before'

const positionFor = (x: Value, item: Value, side: Side): number =>
  side === 'first not before' ? countBefore(x, item, false) : countBefore(x, item, true) - 1

/**
 * The positions of many numbers in a sorted vector, without making a value of each. It charges the
 * same steps and memory as the general search. Undefined for other lists.
 */
function positionsOfDoubles(x: Value, y: Vector, side: Side): Float64Array | undefined {
  if (x.kind !== 'vector' || y.data.length === 0) return undefined
  const [sortedData, items] = [x.data, y.data]
  if (!(sortedData instanceof Float64Array && items instanceof Float64Array)) return undefined
  const positions = new Float64Array(reserveCells(items.length))
  checkTypes(x, y.type)
  const withSame = side === 'last not after'
  for (let i = 0; i < items.length; i++) {
    pollAtItem(i)
    const item = items[i] as number
    let [low, high] = [0, sortedData.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = compareDoubles(sortedData[middle] as number, item)
      if (order < 0 || (withSame && order === 0)) low = middle + 1
      else high = middle
    }
    positions[i] = withSame ? low - 1 : low
  }
  return positions
}

/** `x bin y` and `x binr y`: the positions of items in a sorted list, or where they would be. */
function search(x: Value, y: Value, side: Side): Value {
  if (x.kind === 'dictionary') {
    const positions = search(x.values, y, side)
    if (positions.kind === 'atom') return itemAt(x.keys, Number(positions.value))
    return positions.kind === 'vector'
      ? gather(x.keys, positions.data as Float64Array)
      : signal('type')
  }
  if (!isList(x) && x.kind !== 'table') return signal('type')
  if (x.kind === 'table') return searchRows(x, y, side)
  const placeItem = (item: Value, i: number): number => {
    pollAtItem(i)
    return positionFor(x, item, side)
  }
  if (y.kind === 'table') return longs(itemsOf(y).map(placeItem))
  if (y.kind === 'dictionary') {
    return dictionary(y.keys, search(x, y.values, side))
  }
  if (y.kind === 'vector') {
    if (x.kind === 'list' && isList(itemAt(x, 0))) return long(positionFor(x, y, side))
    const positions = positionsOfDoubles(x, y, side)
    if (positions !== undefined) return longs(positions)
    return longs(itemsOf(y).map(placeItem))
  }
  if (y.kind === 'list' && typeOf(x) >= 0) {
    return collapse(y.items.map((item) => search(x, item, side)))
  }
  return long(positionFor(x, y, side))
}

/**
 * Searches rows by their last cell, in which rows with equal other cells must be sorted. Null if no
 * row has equal other cells.
 */
function searchRows(x: Table, y: Value, side: Side): Value {
  if (y.kind === 'list' && y.items.every((row) => row.kind !== 'atom' && isList(row))) {
    return longs(y.items.map((row) => Number((searchRows(x, row, side) as Atom).value)))
  }
  const targetRows = rowsLike(x, y)
  const times = x.columns.at(-1) as Value
  const members = new Map<Scalar, number[]>()
  const keys = keysOfBoth(x, targetRows)
  keys.slice(0, countOf(x)).forEach((key, row) => {
    const rowsOfKey = members.get(key)
    if (rowsOfKey === undefined) members.set(key, [row])
    else rowsOfKey.push(row)
  })
  const lasts = itemsOf(targetRows.columns.at(-1) as Value)
  const positions = lasts.map((item, row) => {
    pollAtItem(row)
    const rows = members.get(keys[countOf(x) + row] as Scalar) ?? []
    return rows[positionFor(gather(times, rows), item, side)] ?? Number.NaN
  })
  return y.kind === 'table' ? longs(positions) : long(positions[0] as number)
}

/** A row, or rows, as a table with the columns of x. */
function rowsLike(x: Table, y: Value): Table {
  if (y.kind === 'table' || y.kind === 'dictionary') {
    const rows = y.kind === 'table' ? y : collapse([y])
    if (rows.kind !== 'table') return signal('type')
    const isSame = rows.names.length === x.names.length
    return isSame && rows.names.every((name, i) => name === x.names[i]) ? rows : signal('mismatch')
  }
  const items = isList(y) ? itemsOf(y) : [y]
  if (items.length !== x.names.length) return signal('length')
  return table(
    x.names,
    items.map((item) => collapse([item])),
  )
}

/** Keys for the rows of x and then of y, from all cells except the last. */
function keysOfBoth(x: Table, y: Table): readonly Scalar[] {
  const columns = x.columns.slice(0, -1).map((column, i) => {
    const [left, right] = [plainSymbols(column), plainSymbols(y.columns[i] as Value)]
    return collapse([...itemsOf(left), ...itemsOf(right)])
  })
  if (columns.length > 0) return Array.from(keysOfRows(columns))
  return new Array<Scalar>(countOf(x) + countOf(y)).fill(0)
}

/** `x bin y`: the last position whose item is not after y; -1 if all are after. */
export const lastNotAfter = (x: Value, y: Value): Value => search(x, y, 'last not after')

/** `x binr y`: the first position whose item is not before y; the count if all are before. */
export const firstNotBefore = (x: Value, y: Value): Value => search(x, y, 'first not before')

function computeRanks(x: Value): Float64Array {
  const ranks = new Float64Array(countOf(x))
  sortIndexes(x, false).forEach((position, rank) => {
    ranks[position] = rank
  })
  return ranks
}

/** `rank x`: the position of each item after sorting. */
export function rank(x: Value): Value {
  if (x.kind === 'dictionary') return dictionary(x.keys, rank(x.values))
  return isList(x) || x.kind === 'table' ? longs(computeRanks(x)) : signal('rank')
}

/** `x xrank y`: the index of the group for each item, of x groups of equal size. */
export function groupRank(x: Value, y: Value): Value {
  if (x.kind !== 'atom' || !isNumeric(x.type)) return signal('type')
  if (y.kind === 'dictionary') return dictionary(y.keys, groupRank(x, y.values))
  if (!isList(y) && y.kind !== 'table') return signal('rank')
  const [groups, count] = [Number(x.value), countOf(y)]
  return longs(computeRanks(y).map((position) => Math.floor((groups * position) / count) + 0))
}
