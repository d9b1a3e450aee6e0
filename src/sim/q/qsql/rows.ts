import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Resolve } from '../evaluate/tree.ts'
import { whereIndexes } from '../lists/find.ts'
import { countOf, gather, itemsOf } from '../values/access.ts'
import { longs } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { resolveDotted } from './dotted.ts'

/** Row positions of a table; undefined means all rows. */
export type RowPositions = Float64Array | undefined

/** The number of rows. */
export const rowCount = (table: Table, rows: RowPositions): number => rows?.length ?? countOf(table)

/** The values of names in some rows of a table: columns, `i`, dotted columns, then `locals`. */
export function resolver(
  q: Interpreter,
  table: Table,
  rows: RowPositions,
  locals: Resolve,
): Resolve {
  const resolvedColumns = new Map<string, Value>()
  const column = (name: string): Value | undefined => {
    const wholeColumn = table.columns[table.names.indexOf(name)]
    if (wholeColumn !== undefined)
      return rows === undefined ? wholeColumn : gather(wholeColumn, rows)
    if (name !== 'i') return undefined
    return longs(rows ?? Float64Array.from({ length: countOf(table) }, (_, i) => i))
  }
  return (name) => {
    const resolvedValue =
      resolvedColumns.get(name) ?? column(name) ?? resolveDotted(q, name, column)
    if (resolvedValue === undefined) return locals(name)
    resolvedColumns.set(name, resolvedValue)
    return resolvedValue
  }
}

/** The rows that satisfy all conditions (parse trees), applied in order. */
export function filterRows(
  q: Interpreter,
  table: Table,
  conditions: Value,
  locals: Resolve,
): RowPositions {
  let rows: RowPositions
  for (const condition of itemsOf(conditions)) {
    rows = passingRows(table, rows, q.evaluateTree(condition, resolver(q, table, rows, locals)))
  }
  return rows
}

function passingRows(table: Table, rows: RowPositions, flags: Value): RowPositions {
  if (flags.kind === 'atom') {
    if (typeof flags.value === 'string') return signal('type')
    return flags.value === 0 ? new Float64Array(0) : rows
  }
  if (countOf(flags) !== rowCount(table, rows)) return signal('length')
  const positions = whereIndexes(flags)
  const hits = (positions as { readonly data: Float64Array }).data
  return rows === undefined ? hits : hits.map((hit) => rows[hit] as number)
}
