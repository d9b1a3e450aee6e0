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
import { keyCountOf } from './columns.ts'
import { columnOfSize, repeated } from './repeated.ts'
import { cellsOfRow } from './row.ts'
import { keyed, unkeyed } from './source.ts'

function refuseKnown(before: Dictionary, rows: Table, width: number): void {
  const seen = new Set<number>()
  const keys = table(rows.names.slice(0, width), rows.columns.slice(0, width))
  for (let i = 0; i < countOf(rows); i++) {
    const row = keys.columns.map((column) => itemAt(column, i))
    const first = positionOfRow(keys, row)
    if (positionOfRow(before.keys as Table, row) >= 0 || seen.has(first)) signal('insert')
    seen.add(first)
  }
}

/** The table with rows added, or replaced if their keys are equal. */
export function upserted(q: Interpreter, value: Value, y: Value): Value {
  const all = unkeyed(value)
  const width = keyCountOf(value)
  const rows = rowsFor(q, all, y, true)
  return width === 0 ? appended(all, rows) : keyed(merged(all, rows, width, namesGiven(y)), width)
}

/**
 * The table with rows of new keys.
 *
 * @throws QError `insert` if a key exists, `mismatch`, `length`, `type`
 */
export function inserted(q: Interpreter, value: Value, y: Value): Value {
  const all = unkeyed(value)
  const width = keyCountOf(value)
  const isTable = y.kind === 'table' || isKeyed(y)
  if (isTable && unkeyed(y).names.length !== all.names.length) return signal('mismatch')
  const rows = rowsFor(q, all, y)
  if (width > 0) refuseKnown(value as Dictionary, rows, width)
  return keyed(appended(all, rows), width)
}

/**
 * `x,y` for a keyed table and rows: the rows of y are appended or replace those with equal keys.
 */
export function mergedKeyed(x: Value, y: Value): Value {
  const all = unkeyed(x)
  const rows = isKeyed(y) ? ordered(all, unkeyed(y)) : rowsFor(undefined, all, y)
  return keyed(merged(all, rows, keyCountOf(x), namesGiven(y)), keyCountOf(x))
}

/** The columns that the rows name; undefined if they are in table order. */
function namesGiven(y: Value): readonly string[] | undefined {
  if (y.kind === 'table' || isKeyed(y)) return unkeyed(y).names
  return y.kind === 'dictionary' ? namesOf(y.keys) : undefined
}

/** Merges rows: a replaced row keeps the columns that the new row lacks. */
function merged(
  all: Table,
  rows: Table,
  width: number,
  given: readonly string[] = all.names,
): Table {
  const keyPart = (from: Table): Table =>
    table(from.names.slice(0, width), from.columns.slice(0, width))
  const known = countOf(all)
  const joined = appended(all, rows)
  const keys = keyPart(joined)
  const order = Array.from({ length: known }, (_, i) => i)
  // The positions of new keys, by their first row.
  const added = new Map<number, number>()
  for (let i = 0; i < countOf(rows); i++) {
    spendAtItem(i)
    const row = keys.columns.map((column) => itemAt(column, known + i))
    const position = positionOfRow(keys, row)
    const at = position < known ? position : (added.get(position) ?? order.length)
    if (at === order.length) added.set(position, at)
    order[at] = known + i
  }
  const kept = order.map((from, position) => (position < known ? position : from))
  return table(
    joined.names,
    joined.columns.map((column, i) =>
      gather(column, given.includes(joined.names[i] as string) ? order : kept),
    ),
  )
}

/**
 * The rows to add, from a row, a list of columns, a dictionary or a table. An ambiguous list is
 * rows for `upsert` and columns for `insert`.
 */
function rowsFor(q: Interpreter | undefined, all: Table, y: Value, prefersRows = false): Table {
  if (y.kind === 'table' || isKeyed(y)) return ordered(all, unkeyed(y))
  if (y.kind === 'dictionary') return rowFrom(q, all, y)
  if (!isList(y)) return rowsOfList(q, all, [y])
  if (
    y.kind === 'list' &&
    y.items.length > 0 &&
    y.items.every((item) => item.kind === 'dictionary')
  ) {
    return itemsOf(y)
      .map((row) => rowFrom(q, all, row as Dictionary))
      .reduce((left, right) => appended(left, right))
  }
  const items = itemsOf(y)
  const rows = rowsIn(all, items, prefersRows)
  return rows === undefined
    ? rowsOfList(q, all, items)
    : rows.map((row) => rowsOfList(q, all, row)).reduce((left, right) => appended(left, right))
}

/** The cells of each row if a list contains rows; undefined if it contains columns. */
function rowsIn(
  all: Table,
  items: readonly Value[],
  prefersRows: boolean,
): readonly (readonly Value[])[] | undefined {
  const width = all.names.length
  const [first] = items
  const isRow = (item: Value): boolean => isList(item) && countOf(item) === width
  if (first === undefined || !items.every(isRow)) return undefined
  const rows = items.map(itemsOf)
  if (items.length !== width) return rows
  // Equally many rows and columns: each column has one type, but rows need not.
  const areRows = prefersRows
    ? rows.every((row) => row.every((cell, i) => suits(all.columns[i] as Value, cell)))
    : items.every(({ kind }) => kind === 'list') &&
      all.columns.every(({ kind }) => kind === 'vector')
  return areRows ? rows : undefined
}

/** Whether a cell has its column's type. */
const suits = (column: Value, cell: Value): boolean =>
  column.kind !== 'vector' ||
  (cell.kind === 'atom' &&
    (cell.type === column.type || (isSymbolic(cell.type) && isSymbolic(column.type))))

/** Rows with the table's columns in its order; missing ones are null. */
function ordered(all: Table, rows: Table): Table {
  if (rows.names.some((name) => !all.names.includes(name))) return signal('mismatch')
  const count = countOf(rows)
  return table(
    all.names,
    all.names.map((name, i) => {
      const given = rows.columns[rows.names.indexOf(name)]
      return given ?? repeated(missingItem(all.columns[i] as Value), count)
    }),
  )
}

const rowFrom = (q: Interpreter | undefined, all: Table, row: Dictionary): Table =>
  singleRow(q, all, cellsOfRow(all, row))

/**
 * A list is a row if one of its items is not a list, or if the table's columns contain lists. A
 * list within another list is a column of one row.
 */
function rowsOfList(q: Interpreter | undefined, all: Table, items: readonly Value[]): Table {
  if (items.length !== all.names.length) return signal('length')
  const isSingle = all.columns.every((column, i) => {
    const item = items[i] as Value
    return !isList(item) || column.kind === 'list'
  })
  if (isSingle && !items.every(isColumn) && !items.some(isEnlisted)) return singleRow(q, all, items)
  const leader = items.find(isList)
  const count = leader === undefined ? 1 : countOf(leader)
  return table(
    all.names,
    items.map((item, i) => like(q, all.columns[i] as Value, columnOfSize(item, count))),
  )
}

const isEnlisted = (item: Value): boolean =>
  item.kind === 'list' && item.items.length === 1 && isList(item.items[0] as Value)

const isColumn = (item: Value): boolean => isList(item)

const singleRow = (q: Interpreter | undefined, all: Table, items: readonly Value[]): Table =>
  table(
    all.names,
    items.map((item, i) => {
      const column = all.columns[i] as Value
      const one = isList(item) ? list([item]) : repeated(item, 1)
      return like(q, column, one)
    }),
  )

/** Symbols are enumerated if the column is. */
function like(q: Interpreter | undefined, column: Value, fresh: Value): Value {
  if (q === undefined || column.kind !== 'vector' || column.domain === undefined) return fresh
  return enumerateLike(q, column, fresh)
}

function appended(all: Table, rows: Table): Table {
  return table(
    all.names,
    all.columns.map((column, i) => appendedColumn(column, rows.columns[i] as Value)),
  )
}

const appendedColumn = (column: Value, fresh: Value): Value =>
  isList(column) && isList(fresh) ? appendColumn(column, fresh) : joinedTables(column, fresh)

/** Joins columns whose items are rows of tables. */
const joinedTables = (column: Value, fresh: Value): Value =>
  countOf(fresh) === 0 ? column : collapse([...itemsOf(column), ...itemsOf(fresh)])
