import { appendedAttribute } from '../dictionaries/attributes.ts'
import { recordAppended } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { joinData, sameKind } from '../lists/concatenate.ts'
import { asRow, cellsOfRow } from '../tables/row.ts'
import { countOf, withData } from '../values/access.ts'
import { cells, collapse, plainSymbols, table } from '../values/build.ts'
import { holdOf } from '../values/hold.ts'
import { meter, reserve, reserveBytes, spend } from '../values/meter.ts'
import { SYMBOL } from '../values/types.ts'
import type { Atom, Data, Dictionary, List, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { wideData } from '../values/wide.ts'
import { fits, ownCopy } from './own.ts'

// Everything that grows by an item grows here, with the same type rules: a list, the entries of a
// dictionary, the rows of a table, and its columns.

/**
 * Appends an item to a list or a table, in place if only the holder can see it. A vector keeps its
 * type. An empty list takes the type of the item, unless it is a column.
 *
 * @throws QError `type` for an item of another type, `mismatch` and `length` for a row that does
 * not fit the columns
 */
export function appendItem(values: Value, item: Value, holder?: object): Value {
  switch (values.kind) {
    case 'vector':
      if (values.data.length === 0 && !isLike(values, item)) return collapse([item])
      return appendAtom(values, item, holder)
    case 'list':
      return values.items.length === 0 ? collapse([item]) : push(values, item, holder)
    case 'table': {
      const row = cellsOfRow(values, item)
      const columns = values.columns.map((column, i) => appendCell(column, row[i] as Value))
      return table(values.names, columns)
    }
    default:
      return signal('type')
  }
}

/** A column keeps its type even if it is empty. */
const appendCell = (column: Value, cell: Value): Value =>
  column.kind === 'vector' ? appendAtom(column, cell, undefined) : appendItem(column, cell)

/**
 * Appends the items of a list to a vector or a general list, in place as above.
 *
 * @throws QError `type` for items of another type in a vector
 */
export function appendItems(
  values: Vector | List,
  addedItems: Vector | List,
  holder?: object,
): Value {
  if (countOf(addedItems) === 0) return values
  if (values.kind === 'list') {
    if (values.items.length === 0) return addedItems
    return cells(addedItems).reduce<List>((longer, item) => push(longer, item, holder), values)
  }
  const fresh = plainIn(values, addedItems)
  if (fresh.kind === 'vector' && sameKind(values, fresh)) return extend(values, fresh.data, holder)
  return values.data.length === 0 ? addedItems : signal('type')
}

/**
 * Appends a column of the same type to a column of a table.
 *
 * @throws QError `type`
 */
export function appendColumn(column: Vector | List, addedItems: Vector | List): Value {
  const isOther =
    column.kind === 'vector' && addedItems.kind === 'vector' && addedItems.type !== column.type
  const isMixed = column.kind === 'vector' && addedItems.kind === 'list' && countOf(addedItems) > 0
  return isMixed || (isOther && countOf(addedItems) > 0)
    ? signal('type')
    : appendItems(column, addedItems)
}

/** `x,item` for the value of one variable; undefined if it cannot be appended in place. */
export function joinInPlace(value: Value, holder: object, item: Value): Value | undefined {
  if (!isList(value) || countOf(value) === 0) return undefined
  const isFit = (part: Value): boolean => value.kind === 'list' || fits(value, part)
  if (isList(item)) {
    if (countOf(item) === 0) return value
    const isLike = value.kind === 'list' || (item.kind === 'vector' && sameKind(value, item))
    return isLike ? appendItems(value, item, holder) : undefined
  }
  return item.kind !== 'table' && isFit(item) ? appendItem(value, item, holder) : undefined
}

/** Adds an entry with a new key to a dictionary, in place as above. */
export function appendEntry(
  previous: Dictionary,
  key: Value,
  value: Value,
  holder?: object,
): Dictionary {
  const { keys, values } = previous
  // Checks both appends before either list grows in place.
  const grownKeys = keys.kind === 'table' ? appendItem(keys, key) : undefined
  if (keys.kind === 'vector' && keys.data.length > 0) checkAtom(keys, key)
  const mine = ownCopy(previous, holder)
  const hold = holdOf(mine)
  const grown = appendItem(values, values.kind === 'table' ? asRow(values, value) : value, hold)
  mine.keys = grownKeys ?? appendItem(keys, key, hold)
  if (mine.keys === keys) recordAppended(keys, key, countOf(keys) - 1)
  mine.values = grown
  mine.attribute = ''
  return mine
}

function checkAtom(values: Vector, item: Value): Atom {
  const atom = plainIn(values, item)
  return atom.kind === 'atom' && sameKind(values, atom) ? atom : signal('type')
}

const isLike = (values: Vector, item: Value): boolean => {
  const atom = plainIn(values, item)
  return atom.kind === 'atom' && sameKind(values, atom)
}

/** In a list of plain symbols, a symbol loses its enumeration. */
const plainIn = (values: Vector, item: Value): Value =>
  values.type === SYMBOL ? plainSymbols(item) : item

function appendAtom(values: Vector, item: Value, holder: object | undefined): Vector {
  const { value } = checkAtom(values, item)
  const data = typeof value === 'bigint' ? wideData([value]) : ([value] as string[])
  return extend(values, data, holder)
}

function push(values: List, item: Value, holder: object | undefined): List {
  const mine = ownCopy(values, holder)
  reserveBytes(8)
  ;(mine.items as Value[]).push(item)
  return mine
}

/** Appends storage of the same kind to a vector. */
function extend(values: Vector, addedData: Data, holder: object | undefined): Vector {
  const isWide = values.data instanceof BigInt64Array || addedData instanceof BigInt64Array
  if (isWide || values.attribute !== '' || holder === undefined)
    return joinVector(values, addedData)
  const mine = ownCopy(values, holder)
  const { data } = mine
  if (data.length + addedData.length > meter.itemsMax) return signal('wsfull')
  spend(addedData.length >> 4)
  if (Array.isArray(data)) {
    reserveBytes(8 * addedData.length)
    for (const item of addedData) data.push(item as string)
    return mine
  }
  const grownData = grown(data as Float64Array, data.length + addedData.length)
  grownData.set(addedData as Float64Array, data.length)
  mine.data = grownData
  return mine
}

/** A longer copy, with the attribute if it still applies. */
function joinVector(values: Vector, addedData: Data): Vector {
  reserve(values.data.length + addedData.length)
  const longerVector = withData(values, joinData(values.data, addedData))
  if (values.attribute === '') return longerVector
  return { ...longerVector, attribute: appendedAttribute(values, longerVector) }
}

/** The same items with spare capacity: full storage doubles. */
function grown<T extends Uint8Array | Float64Array>(data: T, length: number): T {
  const Kind = data.constructor as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => T
  if (length * data.BYTES_PER_ELEMENT <= data.buffer.byteLength) {
    return new Kind(data.buffer, 0, length)
  }
  const room = Math.max(16, 2 * length) * data.BYTES_PER_ELEMENT
  reserveBytes(room)
  const wider = new Kind(new ArrayBuffer(room), 0, length)
  wider.set(data)
  return wider
}
