import { appendColumn } from '../containers/append.ts'
import { enumerateLike } from '../dictionaries/enumerate.ts'
import { positionOfRow } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, gather, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, list, table } from '../values/build.ts'
import { spendAtItem } from '../values/meter.ts'
import { missingItem } from '../values/nulls.ts'
import { isSymbolic } from '../values/types.ts'
import type { Dictionary, Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { keyCount } from './columns.ts'
import { columnOfSize, repeatValue } from './repeated.ts'
import { cellsOfRow } from './row.ts'
import { keyBy, unkey } from './source.ts'

function refuseKnown(existing: Dictionary, rows: Table, width: number): void {
  const newPositions = new Set<number>()
  const keys = table(rows.names.slice(0, width), rows.columns.slice(0, width))
  for (let i = 0; i < countOf(rows); i++) {
    const row = keys.columns.map((column) => itemAt(column, i))
    const firstPosition = positionOfRow(keys, row)
    if (positionOfRow(existing.keys as Table, row) >= 0 || newPositions.has(firstPosition))
      signal('insert')
    newPositions.add(firstPosition)
  }
}

/** The table with rows added, or replaced if their keys are equal. */
export function upsertRows(q: Interpreter, value: Value, y: Value): Value {
  const wholeTable = unkey(value)
  const width = keyCount(value)
  const rows = rowsFor(q, wholeTable, y, true)
  return width === 0
    ? appendRows(wholeTable, rows)
    : keyBy(mergeRows(wholeTable, rows, width, namesGiven(y)), width)
}

/**
 * The table with rows of new keys.
 *
 * @throws QError `insert` if a key exists, `mismatch`, `length`, `type`
 */
export function insertRows(q: Interpreter, value: Value, y: Value): Value {
  const wholeTable = unkey(value)
  const width = keyCount(value)
  const isTable = y.kind === 'table' || isKeyed(y)
  if (isTable && unkey(y).names.length !== wholeTable.names.length) return signal('mismatch')
  const rows = rowsFor(q, wholeTable, y)
  if (width > 0) refuseKnown(value as Dictionary, rows, width)
  return keyBy(appendRows(wholeTable, rows), width)
}

/**
 * `x,y` for a keyed table and rows: the rows of y are appended or replace those with equal keys.
 */
export function mergedKeyed(x: Value, y: Value): Value {
  const wholeTable = unkey(x)
  const rows = isKeyed(y) ? orderColumns(wholeTable, unkey(y)) : rowsFor(undefined, wholeTable, y)
  return keyBy(mergeRows(wholeTable, rows, keyCount(x), namesGiven(y)), keyCount(x))
}

/** The columns that the rows name; undefined if they are in table order. */
function namesGiven(y: Value): readonly string[] | undefined {
  if (y.kind === 'table' || isKeyed(y)) return unkey(y).names
  return y.kind === 'dictionary' ? namesOf(y.keys) : undefined
}

/** Merges rows: a replaced row keeps the columns that the new row lacks. */
function mergeRows(
  wholeTable: Table,
  rows: Table,
  width: number,
  givenNames: readonly string[] = wholeTable.names,
): Table {
  const keyPart = (source: Table): Table =>
    table(source.names.slice(0, width), source.columns.slice(0, width))
  const existingCount = countOf(wholeTable)
  const joinedTable = appendRows(wholeTable, rows)
  const keys = keyPart(joinedTable)
  const order = Array.from({ length: existingCount }, (_, i) => i)
  // The positions of new keys, by their first row.
  const addedPositions = new Map<number, number>()
  for (let i = 0; i < countOf(rows); i++) {
    spendAtItem(i)
    const row = keys.columns.map((column) => itemAt(column, existingCount + i))
    const position = positionOfRow(keys, row)
    const target =
      position < existingCount ? position : (addedPositions.get(position) ?? order.length)
    if (target === order.length) addedPositions.set(position, target)
    order[target] = existingCount + i
  }
  const sources = order.map((from, position) => (position < existingCount ? position : from))
  return table(
    joinedTable.names,
    joinedTable.columns.map((column, i) =>
      gather(column, givenNames.includes(joinedTable.names[i] as string) ? order : sources),
    ),
  )
}

/**
 * The rows to add, from a row, a list of columns, a dictionary or a table. An ambiguous list is
 * rows for `upsert` and columns for `insert`.
 */
function rowsFor(
  q: Interpreter | undefined,
  wholeTable: Table,
  y: Value,
  prefersRows = false,
): Table {
  if (y.kind === 'table' || isKeyed(y)) return orderColumns(wholeTable, unkey(y))
  if (y.kind === 'dictionary') return rowFrom(q, wholeTable, y)
  if (!isList(y)) return rowsOfList(q, wholeTable, [y])
  if (
    y.kind === 'list' &&
    y.items.length > 0 &&
    y.items.every((item) => item.kind === 'dictionary')
  ) {
    return itemsOf(y)
      .map((row) => rowFrom(q, wholeTable, row as Dictionary))
      .reduce((left, right) => appendRows(left, right))
  }
  const items = itemsOf(y)
  const rows = rowsIn(wholeTable, items, prefersRows)
  return rows === undefined
    ? rowsOfList(q, wholeTable, items)
    : rows
        .map((row) => rowsOfList(q, wholeTable, row))
        .reduce((left, right) => appendRows(left, right))
}

/** The cells of each row if a list contains rows; undefined if it contains columns. */
function rowsIn(
  wholeTable: Table,
  items: readonly Value[],
  prefersRows: boolean,
): readonly (readonly Value[])[] | undefined {
  const width = wholeTable.names.length
  const [first] = items
  const isRow = (item: Value): boolean => isList(item) && countOf(item) === width
  if (first === undefined || !items.every(isRow)) return undefined
  const rows = items.map(itemsOf)
  if (items.length !== width) return rows
  // Equally many rows and columns: each column has one type, but rows need not.
  const areRows = prefersRows
    ? rows.every((row) => row.every((cell, i) => suits(wholeTable.columns[i] as Value, cell)))
    : items.every(({ kind }) => kind === 'list') &&
      wholeTable.columns.every(({ kind }) => kind === 'vector')
  return areRows ? rows : undefined
}

/** Whether a cell has its column's type. */
const suits = (column: Value, cell: Value): boolean =>
  column.kind !== 'vector' ||
  (cell.kind === 'atom' &&
    (cell.type === column.type || (isSymbolic(cell.type) && isSymbolic(column.type))))

/** Rows with the table's columns in its order; missing ones are null. */
function orderColumns(wholeTable: Table, rows: Table): Table {
  if (rows.names.some((name) => !wholeTable.names.includes(name))) return signal('mismatch')
  const count = countOf(rows)
  return table(
    wholeTable.names,
    wholeTable.names.map((name, i) => {
      const column = rows.columns[rows.names.indexOf(name)]
      return column ?? repeatValue(missingItem(wholeTable.columns[i] as Value), count)
    }),
  )
}

const rowFrom = (q: Interpreter | undefined, wholeTable: Table, row: Dictionary): Table =>
  singleRow(q, wholeTable, cellsOfRow(wholeTable, row))

/**
 * A list is a row if one of its items is not a list, or if the table's columns contain lists. A
 * list within another list is a column of one row.
 */
function rowsOfList(q: Interpreter | undefined, wholeTable: Table, items: readonly Value[]): Table {
  if (items.length !== wholeTable.names.length) return signal('length')
  const isSingle = wholeTable.columns.every((column, i) => {
    const item = items[i] as Value
    return !isList(item) || column.kind === 'list'
  })
  if (isSingle && !items.every(isColumn) && !items.some(isEnlisted))
    return singleRow(q, wholeTable, items)
  const leader = items.find(isList)
  const count = leader === undefined ? 1 : countOf(leader)
  return table(
    wholeTable.names,
    items.map((item, i) => like(q, wholeTable.columns[i] as Value, columnOfSize(item, count))),
  )
}

const isEnlisted = (item: Value): boolean =>
  item.kind === 'list' && item.items.length === 1 && isList(item.items[0] as Value)

const isColumn = (item: Value): boolean => isList(item)

const singleRow = (q: Interpreter | undefined, wholeTable: Table, items: readonly Value[]): Table =>
  table(
    wholeTable.names,
    items.map((item, i) => {
      const column = wholeTable.columns[i] as Value
      const oneItem = isList(item) ? list([item]) : repeatValue(item, 1)
      return like(q, column, oneItem)
    }),
  )

/** Symbols are enumerated if the column is. */
function like(q: Interpreter | undefined, column: Value, fresh: Value): Value {
  if (q === undefined || column.kind !== 'vector' || column.domain === undefined) return fresh
  return enumerateLike(q, column, fresh)
}

function appendRows(wholeTable: Table, rows: Table): Table {
  return table(
    wholeTable.names,
    wholeTable.columns.map((column, i) => appendedColumn(column, rows.columns[i] as Value)),
  )
}

const appendedColumn = (column: Value, fresh: Value): Value =>
  isList(column) && isList(fresh) ? appendColumn(column, fresh) : joinedTables(column, fresh)

/** Joins columns whose items are rows of tables. */
const joinedTables = (column: Value, fresh: Value): Value =>
  countOf(fresh) === 0 ? column : collapse([...itemsOf(column), ...itemsOf(fresh)])
