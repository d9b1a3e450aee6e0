import { signal } from '../errors.ts'
import { countOf, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, dictionary, symbols, table } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { isColumn } from '../values/value.ts'

/** `flip x`: rows of a list as columns; a dictionary of columns as a table and back. */
export function flip(x: Value): Value {
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

/** All as long as the lists among them. @throws QError `length`, `rank` when there are none */
function spread(columns: readonly Value[]): Value[] {
  const leader = columns.find(isColumn)
  if (leader === undefined) return signal('rank')
  const count = countOf(leader)
  return columns.map((column) => {
    if (!isColumn(column)) return collapse(new Array<Value>(count).fill(column))
    return countOf(column) === count ? column : signal('length')
  })
}
