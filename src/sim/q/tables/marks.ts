import { table } from '../values/build.ts'
import type { Table } from '../values/value.ts'

/** The table with an attribute on a vector column. */
export function withAttribute(value: Table, name: string, attribute: 's' | 'p'): Table {
  const columnIndex = value.names.indexOf(name)
  const column = value.columns[columnIndex]
  if (column?.kind !== 'vector') return value
  return table(value.names, value.columns.with(columnIndex, { ...column, attribute }))
}

/** A sorted table: a single column is sorted, and the first of several is parted. */
export function markSorted(value: Table): Table {
  const [first] = value.names
  if (first === undefined) return value
  return { ...withAttribute(value, first, value.names.length > 1 ? 'p' : 's'), attribute: 's' }
}
