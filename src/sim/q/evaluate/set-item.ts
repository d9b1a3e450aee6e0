import { positionIn, positionOfLikeKey, rowOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { columnOf, countOf, itemAt, itemsOf, withData } from '../values/access.ts'
import {
  cells,
  collapse,
  dictionary,
  list,
  long,
  symbol,
  symbols,
  table,
  vectorOf,
} from '../values/build.ts'
import { holdOf } from '../values/hold.ts'
import { isSymbolic, LONG } from '../values/types.ts'
import type { Atom, Dictionary, List, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { addEntry, fits, own } from './amend-in-place.ts'

/** @throws QError `type` for no whole number, `length` for one outside */
export function positionOf(key: Value, count: number): number {
  if (key.kind !== 'atom' || key.type > LONG) return signal('type')
  const position = toDouble(key.value)
  return position >= 0 && position < count ? position : signal('length')
}

/** What becomes of an item; `holder` alone can see it, if there is one. */
type Change = (item: Value, isMissing: boolean, holder: object | undefined) => Value

/**
 * The value with one item, entry, column or row changed: written in place where the holder alone
 * can see it, else in a copy.
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
  const position = positionOf(key, value.data.length)
  const item = change(itemAt(value, position), false, undefined)
  if (item.kind !== 'atom' || item.type !== value.type || item.domain !== value.domain) {
    return signal('type')
  }
  if (!fits(value, item)) return replaced(value, position, item)
  const mine = own(value, holder)
  ;(mine.data as Float64Array)[position] = item.value as number
  return mine
}

function replaced(value: Vector, position: number, item: Atom): Value {
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
  const position = positionOf(key, value.items.length)
  const mine = own(value, holder)
  const items = mine.items as Value[]
  const next = change(items[position] as Value, false, holdOf(mine))
  items[position] = next
  return mayCollapse(items, position, next) ? collapse(items) : mine
}

/** Whether a general list may become a vector or a table by this item. */
function mayCollapse(items: readonly Value[], position: number, next: Value): boolean {
  if (next.kind !== 'atom' && next.kind !== 'dictionary') return false
  const other = items[position === 0 ? 1 : 0]
  return other === undefined || other.kind === next.kind
}

function setInDictionary(
  value: Dictionary,
  key: Value,
  change: Change,
  holder: object | undefined,
): Value {
  const { keys, values } = value
  const position = positionOfLikeKey(value, key)
  const count = countOf(keys)
  if (position < 0 || position >= count) {
    return withEntry(value, key, change(itemAt(values, count), true, undefined), holder)
  }
  if (values.kind === 'table') {
    const row = change(itemAt(values, position), false, undefined)
    return { ...value, values: setRow(values, position, row), hold: undefined }
  }
  const mine = own(value, holder)
  mine.values = setItem(values, long(position), change, holdOf(mine))
  return mine
}

function withEntry(value: Dictionary, key: Value, next: Value, holder: object | undefined): Value {
  const { keys, values } = value
  const longer = holder && addEntry(value, holder, key, next)
  if (longer !== undefined) return longer
  if (!isKeyed(value)) return dictionary(joined(keys, key), joined(values, next))
  const cells = list(rowOfKey(value.keys, key))
  const row = key.kind === 'dictionary' ? key : dictionary(symbols(value.keys.names), cells)
  return dictionary(joined(keys, row), joined(values, next))
}

function joined(values: Value, item: Value): Value {
  if (values.kind === 'table') {
    return table(
      values.names,
      values.columns.map((column, i) =>
        joined(
          column,
          item.kind === 'dictionary' ? entryOf(item, values.names[i] as string) : itemAt(item, i),
        ),
      ),
    )
  }
  if (values.kind === 'vector') {
    if (countOf(values) > 0 && (item.kind !== 'atom' || item.type !== values.type)) {
      return list([...cells(values), item])
    }
    if (item.kind !== 'atom') return list([item])
  }
  return collapse([...itemsOf(values), item])
}

function entryOf(row: Dictionary, name: string): Value {
  const position = positionIn(row.keys, symbol(name))
  return itemAt(row.values, position < 0 ? countOf(row.values) : position)
}

function setInTable(value: Table, key: Value, change: Change): Value {
  if (key.kind === 'atom' && isSymbolic(key.type)) {
    return withColumn(
      value,
      key.value as string,
      change(columnOf(value, key.value as string), false, undefined),
    )
  }
  const position = positionOf(key, countOf(value))
  return setRow(value, position, change(itemAt(value, position), false, undefined))
}

function setRow(value: Table, position: number, row: Value): Value {
  const cellsOfRow = (i: number): Value =>
    row.kind === 'dictionary' ? entryOf(row, value.names[i] as string) : itemAt(row, i)
  return table(
    value.names,
    value.columns.map((column, i) =>
      setItem(column, long(position), () => cellsOfRow(i), undefined),
    ),
  )
}

/** The table with a column replaced or added; an atom fills it. @throws QError `length` */
export function withColumn(value: Table, name: string, column: Value): Table {
  const count = countOf(value)
  const full = isList(column) ? column : collapse(new Array<Value>(count).fill(column))
  if (value.names.length > 0 && countOf(full) !== count) return signal('length')
  const at = value.names.indexOf(name)
  if (at < 0) return table([...value.names, name], [...value.columns, full])
  return table(value.names, value.columns.with(at, full))
}
