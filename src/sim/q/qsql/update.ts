import { enumerateLike } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { columnOfSize } from '../tables/repeated.ts'
import { columnOf, countOf, gather, itemAt, itemsOf, namesOf, withData } from '../values/access.ts'
import { collapse, list, table, vectorOf } from '../values/build.ts'
import { missingItem } from '../values/nulls.ts'
import type { Dictionary, Table, Value, Vector } from '../values/value.ts'
import type { RowPositions } from './rows.ts'
import { rowCount } from './rows.ts'
import { computeColumns, groupSelection, groupsBy, type Selection } from './select.ts'

/** The table with columns changed or added in the selected rows. */
export function updateTable(selection: Selection, by: Value, columns: Dictionary): Table {
  const { q, table: source, rows } = selection
  const count = rowCount(source, rows)
  const fresh =
    by.kind === 'dictionary'
      ? broadcast(selection, by, columns, count)
      : computeColumns(selection, columns)
  return namesOf(columns.keys).reduce(
    (result, name, i) => withRows(q, result, name, fresh[i] as Value, rows),
    source,
  )
}

/** A dictionary of columns, which may be atoms, with columns changed or added. */
export function updatedEntries(selection: Selection, columns: Dictionary): Table {
  const fresh = computeColumns(selection, columns)
  return namesOf(columns.keys).reduce(
    (result, name, i) => putColumn(result, name, fresh[i] as Value),
    selection.table,
  )
}

/** Computes by group and stores each result at its rows; an atom is repeated. */
function broadcast(
  selection: Selection,
  by: Dictionary,
  columns: Dictionary,
  count: number,
): readonly Value[] {
  const groups = groupsBy(selection, by)
  const names = namesOf(columns.keys)
  // Without groups nothing is computed, and a column keeps its type.
  if (count === 0) return names.map((name) => gather(columnOf(selection.table, name), []))
  const results = names.map(() => new Array<Value>(count))
  for (const members of groups.members) {
    computeColumns(groupSelection(selection, members), columns).forEach((value, i) => {
      const items = itemsOf(columnOfSize(value, members.length))
      members.forEach((row, position) => {
        const column = results[i] as Value[]
        column[row] = items[position] as Value
      })
    })
  }
  return results.map(collapse)
}

const putColumn = (source: Table, name: string, column: Value): Table => {
  const columnIndex = source.names.indexOf(name)
  return columnIndex < 0
    ? table([...source.names, name], [...source.columns, column])
    : table(source.names, source.columns.with(columnIndex, column))
}

function withRows(
  q: Interpreter,
  source: Table,
  name: string,
  value: Value,
  rows: RowPositions,
): Table {
  if (rows === undefined) return putColumn(source, name, columnOfSize(value, countOf(source)))
  const part = columnOfSize(value, rows.length)
  const previous = source.columns[source.names.indexOf(name)]
  return putColumn(
    source,
    name,
    previous === undefined
      ? spread(part, rows, countOf(source))
      : replaceRows(q, previous, part, rows),
  )
}

/** A new column, null except in the rows. */
function spread(part: Value, rows: Float64Array, count: number): Value {
  const positions = new Float64Array(count).fill(-1)
  rows.forEach((row, i) => {
    positions[row] = i
  })
  if (part.kind !== 'list') return gather(part, positions)
  const nullValue = missingItem(part)
  return collapse(
    Array.from(positions, (position) => (position < 0 ? nullValue : itemAt(part, position))),
  )
}

/** @throws QError `type` when the items are of another type than the column */
function replaceRows(q: Interpreter, previous: Value, newValue: Value, rows: Float64Array): Value {
  if (rows.length === 0) return previous
  const part = previous.kind === 'vector' ? enumerateLike(q, previous, newValue) : newValue
  if (previous.kind === 'vector') {
    if (part.kind !== 'vector' || part.type !== previous.type) return signal('type')
    return replacedItems(previous, part, rows)
  }
  const items = [...itemsOf(previous)]
  rows.forEach((row, i) => {
    items[row] = itemAt(part, i)
  })
  return previous.kind === 'list' ? collapse(items) : list(items)
}

function replacedItems(previous: Vector, part: Vector, rows: Float64Array): Value {
  if (previous.data instanceof BigInt64Array || part.data instanceof BigInt64Array) {
    const items = itemsOf(previous).map((item) => (item.kind === 'atom' ? item.value : 0))
    rows.forEach((row, i) => {
      const item = itemAt(part, i)
      if (item.kind === 'atom') items[row] = item.value
    })
    return vectorOf(previous.type, items)
  }
  const data = previous.data.slice() as Float64Array
  rows.forEach((row, i) => {
    data[row] = part.data[i] as number
  })
  return withData(previous, data)
}
