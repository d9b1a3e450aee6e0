import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { gradeColumns } from '../lists/sort.ts'
import { keyed, unkeyed } from '../qsql/source.ts'
import { countOf, gather, namesOf } from '../values/access.ts'
import { table } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { changeTable, keyCountOf } from './columns.ts'

/** `x xasc y` and `x xdesc y`: the rows of y sorted by columns. */
export function sortBy(x: Value, y: Value, q: Interpreter, descending: boolean): Value {
  const names = namesOf(x)
  return changeTable(q, y, (value) =>
    keyed(sortedTable(unkeyed(value), names, descending), keyCountOf(value)),
  )
}

function sortedTable(value: Table, names: readonly string[], descending: boolean): Table {
  if (names.length === 0) return value
  const columns = names.map((name) => value.columns[value.names.indexOf(name)] ?? signal(name))
  const result = gather(value, gradeColumns(columns, countOf(value), descending)) as Table
  return descending ? result : marked(result, names[0] as string, 's')
}

/** The table with an attribute on a column that is a vector. */
export function marked(value: Table, name: string, attribute: 's' | 'p'): Table {
  const at = value.names.indexOf(name)
  const column = value.columns[at]
  if (column?.kind !== 'vector') return value
  return table(value.names, value.columns.with(at, { ...column, attribute }))
}

/** A sorted table: its only column is sorted, the first of several comes in parts. */
export function markSorted(value: Table): Table {
  const [first] = value.names
  if (first === undefined) return value
  return { ...marked(value, first, value.names.length > 1 ? 'p' : 's'), attribute: 's' }
}
