import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, dictionary, symbol, symbols, table } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { isColumn } from '../values/value.ts'
import { isMapping, loadMapping } from './mapped.ts'

/** `flip x`: like `flipValue`; a table on disk becomes its mapping, and back. */
export function flip(x: Value, q: Interpreter): Value {
  if (x.kind === 'table' && (x.source ?? x.partition) !== undefined) return toMapping(x)
  return x.kind === 'dictionary' && isMapping(x) ? loadMapping(x, q) : flipValue(x)
}

/** Converts rows of a list to columns, and a dictionary of columns to a table and back. */
export function flipValue(x: Value): Value {
  if (x.kind === 'table') return dictionary(symbols(x.names), collapse(x.columns))
  if (x.kind === 'dictionary') {
    const columns = itemsOf(x.values)
    return table(namesOf(x.keys), spread(columns))
  }
  if (x.kind !== 'list') return signal('rank')
  const rows = spread(x.items)
  const width = countOf(rows[0] ?? collapse([]))
  return collapse(
    Array.from({ length: width }, (_, i) => collapse(rows.map((row) => itemAt(row, i)))),
  )
}

/** The column names of a table on disk, and their location. */
function toMapping({ names, partition, source }: Table): Value {
  const storedNames = names.filter((name) => name !== partition?.column)
  return dictionary(symbols(storedNames), symbol(source ?? partition?.name ?? ''))
}

/**
 * Repeats atoms to the length of the lists.
 *
 * @throws QError `length`, `rank` if there are no lists
 */
function spread(columns: readonly Value[]): Value[] {
  const leader = columns.find(isColumn)
  if (leader === undefined) return signal('rank')
  const count = countOf(leader)
  return columns.map((column) => {
    if (!isColumn(column)) return collapse(new Array<Value>(count).fill(column))
    return countOf(column) === count ? column : signal('length')
  })
}
