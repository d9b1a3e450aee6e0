import { positionOfLikeKey, rowOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { repeatValue } from '../tables/repeated.ts'
import { asRow, cellsOfRow } from '../tables/row.ts'
import { columnOf, countOf, isSymbol, itemAt, withData } from '../values/access.ts'
import { cells, collapse, list, long, table, vectorOf } from '../values/build.ts'
import { holdOf } from '../values/hold.ts'
import { LONG } from '../values/types.ts'
import type { Atom, Dictionary, List, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isColumn } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { appendEntry } from './append.ts'
import { fits, lastingAttribute, ownCopy } from './own.ts'

/** @throws QError `type` for no whole number, `length` for one outside */
export function toPosition(key: Value, count: number): number {
  if (key.kind !== 'atom' || key.type > LONG) return signal('type')
  const position = toDouble(key.value)
  return position >= 0 && position < count ? position : signal('length')
}

/** Maps an item to its new value; only `holder` can see the item, if there is one. */
type Change = (item: Value, isMissing: boolean, holder: object | undefined) => Value

/**
 * Changes one item, entry, column or row: in place if only the holder can see the value, otherwise
 * in a copy.
 */
export function setItem(
  value: Value,
  key: Value,
  change: Change,
  holder: object | undefined,
): Value {
  switch (value.kind) {
    case 'vector':
      return setInVector(value, key, change, holder)
    case 'list':
      return setInList(value, key, change, holder)
    case 'dictionary':
      return setInDictionary(value, key, change, holder)
    case 'table':
      return setInTable(value, key, change)
    default:
      return signal('type')
  }
}

function setInVector(value: Vector, key: Value, change: Change, holder: object | undefined): Value {
  const position = toPosition(key, value.data.length)
  const item = change(itemAt(value, position), false, undefined)
  if (item.kind !== 'atom' || item.type !== value.type || item.domain !== value.domain) {
    return signal('type')
  }
  if (!fits(value, item)) {
    return { ...replaceItem(value, position, item), attribute: lastingAttribute(value) }
  }
  const mine = ownCopy(value, holder)
  ;(mine.data as Float64Array)[position] = item.value as number
  return mine
}

function replaceItem(value: Vector, position: number, item: Atom): Vector {
  const wide = value.data instanceof BigInt64Array || typeof item.value === 'bigint'
  if (wide) {
    const scalars = (cells(value) as readonly Atom[]).map((cell) => cell.value)
    scalars[position] = item.value
    return vectorOf(value.type, scalars)
  }
  const data = value.data.slice() as Scalar[]
  data[position] = item.value
  return withData(value, data as string[])
}

function setInList(value: List, key: Value, change: Change, holder: object | undefined): Value {
  const position = toPosition(key, value.items.length)
  const mine = ownCopy(value, holder)
  const items = mine.items as Value[]
  const newItem = change(items[position] as Value, false, holdOf(mine))
  items[position] = newItem
  return mayCollapse(items, position, newItem) ? collapse(items) : mine
}

/** Whether this item may turn a general list into a vector or a table. */
function mayCollapse(items: readonly Value[], position: number, newItem: Value): boolean {
  if (newItem.kind !== 'atom' && newItem.kind !== 'dictionary') return false
  const otherItem = items[position === 0 ? 1 : 0]
  return otherItem === undefined || otherItem.kind === newItem.kind
}

function setInDictionary(
  value: Dictionary,
  key: Value,
  change: Change,
  holder: object | undefined,
): Value {
  const { keys, values } = value
  // Only a look-up uses the last key that is not above.
  const position = positionOfLikeKey(isStep(value) ? { ...value, attribute: '' } : value, key)
  const count = countOf(keys)
  if (position < 0 || position >= count) {
    if (isStep(value) && holder !== undefined) return signal('step')
    const newItem = change(itemAt(values, count), true, undefined)
    return appendEntry(value, keys.kind === 'table' ? keyRow(keys, key) : key, newItem, holder)
  }
  const mine = ownCopy(value, holder)
  mine.values = setItem(values, long(position), change, holdOf(mine))
  return mine
}

const isStep = ({ attribute }: Dictionary): boolean => attribute === 's'

/** A key of a keyed table, as a row. */
const keyRow = (keys: Table, key: Value): Value =>
  key.kind === 'dictionary' ? key : list(rowOfKey(keys, key))

function setInTable(value: Table, key: Value, change: Change): Value {
  if (isSymbol(key)) {
    return withColumn(
      value,
      key.value as string,
      change(columnOf(value, key.value as string), false, undefined),
    )
  }
  const position = toPosition(key, countOf(value))
  return setRow(value, position, change(itemAt(value, position), false, undefined))
}

function setRow(value: Table, position: number, row: Value): Value {
  const cells = cellsOfRow(value, asRow(value, row))
  return table(
    value.names,
    value.columns.map((column, i) =>
      setItem(column, long(position), () => cells[i] as Value, undefined),
    ),
  )
}

/**
 * Replaces or adds a column of the table; an atom fills it.
 *
 * @throws QError `type`, `length`
 */
function withColumn(value: Table, name: string, column: Value): Table {
  const count = countOf(value)
  const fullColumn = column.kind === 'atom' ? repeatValue(column, count) : column
  if (!isColumn(fullColumn)) return signal('type')
  if (value.names.length > 0 && countOf(fullColumn) !== count) return signal('length')
  const columnIndex = value.names.indexOf(name)
  if (columnIndex < 0) return table([...value.names, name], [...value.columns, fullColumn])
  return table(value.names, value.columns.with(columnIndex, fullColumn))
}
