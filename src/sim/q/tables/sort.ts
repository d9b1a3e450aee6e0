import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { gradeColumns } from '../lists/sort.ts'
import { countOf, gather, namesOf } from '../values/access.ts'
import type { Table, Value } from '../values/value.ts'
import { changeTable, keyCount } from './columns.ts'
import { withAttribute } from './marks.ts'
import { keyBy, unkey } from './source.ts'

/** `x xasc y` and `x xdesc y`: the rows of y sorted by columns. */
export function sortBy(x: Value, y: Value, q: Interpreter, descending: boolean): Value {
  const names = namesOf(x)
  return changeTable(q, y, (value) =>
    keyBy(sortTable(unkey(value), names, descending), keyCount(value)),
  )
}

function sortTable(value: Table, names: readonly string[], descending: boolean): Table {
  if (names.length === 0) return value
  const columns = names.map((name) => value.columns[value.names.indexOf(name)] ?? signal(name))
  const result = gather(value, gradeColumns(columns, countOf(value), descending)) as Table
  return descending ? result : withAttribute(result, names[0] as string, 's')
}
