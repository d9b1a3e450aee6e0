import { hashKey } from '../comparison/match.ts'
import { lastNotAfter } from '../comparison/search.ts'
import { expectAlike } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { collapse, plainSymbols, table } from '../values/build.ts'
import { spendAtItem } from '../values/meter.ts'
import { isNullScalar, missingItem } from '../values/nulls.ts'
import { FLOAT } from '../values/types.ts'
import type { KeyedTable, Scalar, Table, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

/** A key for each row of some columns; matching rows have equal keys. */
export function rowKeys(columns: readonly Value[], count: number): (row: number) => Scalar {
  const plainColumns = columns.map(plainSymbols)
  const [only] = plainColumns
  if (plainColumns.length === 1 && only?.kind === 'vector' && only.type !== FLOAT) {
    const { data } = only
    return data instanceof BigInt64Array
      ? (row) => fromWide(data[row] as bigint)
      : (row) => data[row] as Scalar
  }
  const hashedColumns = plainColumns.map((column) => itemsOf(column).map(hashKey))
  return hashedColumns.length === 0 || count === 0
    ? () => ''
    : (row) => hashedColumns.map((column) => column[row]).join('|')
}

/** Columns of a table by name. @throws QError with the name of one that is missing */
export const pickColumns = (source: Table, names: readonly string[]): Value[] =>
  names.map((name) => source.columns[source.names.indexOf(name)] ?? signal(name))

/**
 * For each row of `source`, the row of a keyed table: for a sorted table the last one not after it,
 * otherwise the one with equal keys; -1 if there is none.
 */
export function foundRows(source: Table, keyed: KeyedTable): Float64Array {
  const { keys, attribute } = keyed
  if (attribute !== 's') return matchRows(source, keys)
  const positions = lastNotAfter(keys, table(keys.names, pickColumns(source, keys.names)))
  return Float64Array.from(itemsOf(positions), (position) => {
    const row = position.kind === 'atom' ? Number(position.value) : Number.NaN
    return Number.isNaN(row) ? -1 : row
  })
}

/**
 * For each row of `source`, the first row with these keys; -1 if there is none.
 *
 * @throws QError `type` if the type of a column differs from its key
 */
export function matchRows(source: Table, keys: Table): Float64Array {
  const count = countOf(source)
  const columns = pickColumns(source, keys.names)
  columns.forEach((column, i) => {
    expectAlike(keys.columns[i] as Value, column)
  })
  const rowsByKeyValue = new Map<Scalar, number>()
  const keyAt = rowKeys(keys.columns, countOf(keys))
  for (let row = countOf(keys) - 1; row >= 0; row--) {
    spendAtItem(row)
    rowsByKeyValue.set(keyAt(row), row)
  }
  const targetKeys = rowKeys(columns, count)
  return Float64Array.from({ length: count }, (_, row) => {
    spendAtItem(row)
    return rowsByKeyValue.get(targetKeys(row)) ?? -1
  })
}

/** The positions of the rows of each key. */
export function rowsByKey(columns: readonly Value[], count: number): Map<Scalar, number[]> {
  const rows = new Map<Scalar, number[]>()
  const keyAt = rowKeys(columns, count)
  for (let row = 0; row < count; row++) {
    spendAtItem(row)
    const key = keyAt(row)
    const group = rows.get(key)
    if (group === undefined) rows.set(key, [row])
    else group.push(row)
  }
  return rows
}

/** Combines the two values of a row in a common column. */
export type Choose = (left: Value, right: Value) => Value

/** The right value, even if it is null. */
export const takeRight: Choose = (_, right) => right

/** The right value unless it is null. */
export const fillRight: Choose = (left, right) => (isNullItem(right) ? left : right)

const isNullItem = (item: Value): boolean =>
  item.kind === 'atom' && isNullScalar(item.type, item.value)

/**
 * The left table next to the matching rows of the right one. A position of -1 keeps the left values
 * of common columns and gives nulls in the others.
 */
export function joinColumns(
  left: Table,
  right: Table,
  positions: Float64Array,
  choose: Choose,
): Table {
  const isComplete = choose === takeRight && !positions.includes(-1)
  return right.names.reduce<Table>((result, name, i) => {
    const column = right.columns[i] as Value
    const columnIndex = result.names.indexOf(name)
    if (columnIndex < 0) {
      return table(
        [...result.names, name],
        [...result.columns, itemsAtPositions(column, positions)],
      )
    }
    if (isComplete)
      return table(result.names, result.columns.with(columnIndex, gather(column, positions)))
    const previous = result.columns[columnIndex] as Value
    const combined = Array.from(positions, (position, row) => {
      spendAtItem(row)
      const item = itemAt(previous, row)
      return position < 0 ? item : choose(item, itemAt(column, position))
    })
    const changedColumn = combined.length === 0 ? previous : collapse(combined)
    return table(result.names, result.columns.with(columnIndex, changedColumn))
  }, left)
}

/** The items at these positions. In a general list, a position outside gives an empty item. */
export function itemsAtPositions(column: Value, positions: Float64Array): Value {
  if (column.kind !== 'list' || column.items.length === 0) return gather(column, positions)
  const nullValue = missingItem(column)
  return collapse(Array.from(positions, (position) => column.items[position] ?? nullValue))
}
