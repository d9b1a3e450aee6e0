import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { groupItems } from '../lists/find.ts'
import { raze } from '../lists/join.ts'
import { countOf, gather, itemsOf, namesOf } from '../values/access.ts'
import { dictionary, list, table } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { movedFirst, resolveName } from './columns.ts'
import { unkey } from './source.ts'

/**
 * `x xgroup y`: y keyed by columns, with the other columns as lists, groups in order of appearance.
 */
export function groupBy(x: Value, y: Value, q: Interpreter): Value {
  const names = namesOf(x)
  const wholeTable = movedFirst(unkey(resolveName(q, y)), names)
  const width = names.length
  if (width === wholeTable.names.length) return signal('length')
  const groups = groupItems(table(names, wholeTable.columns.slice(0, width)))
  if (groups.kind !== 'dictionary') return signal('type')
  const positions = itemsOf(groups.values)
  const nestedColumns = wholeTable.columns
    .slice(width)
    .map((column) => list(positions.map((position) => gather(column, positionData(position)))))
  return dictionary(groups.keys, table(wholeTable.names.slice(width), nestedColumns))
}

const positionData = (position: Value): Float64Array => (position as { data: Float64Array }).data

/** `ungroup x`: a row for each item of the lists in the columns. */
export function ungroup(x: Value): Value {
  const wholeTable = x.kind === 'table' || isKeyed(x) ? unkey(x) : signal('type')
  const rows = countOf(wholeTable)
  const isNested = wholeTable.columns.map((column) => column.kind === 'list')
  if (!isNested.includes(true)) return wholeTable
  const sizes = Array.from({ length: rows }, (_, row) => sizeOfRow(wholeTable, isNested, row))
  return table(
    wholeTable.names,
    wholeTable.columns.map((column, i) =>
      isNested[i] ? raze(column) : repeatedRows(column, sizes),
    ),
  )
}

/** @throws QError `length` when lists of a row have different lengths */
function sizeOfRow(wholeTable: Table, isNested: readonly boolean[], row: number): number {
  let size: number | undefined
  wholeTable.columns.forEach((column, i) => {
    if (!isNested[i] || column.kind !== 'list') return
    const item = column.items[row] as Value
    const count = isList(item) ? countOf(item) : 1
    if (size !== undefined && size !== count) signal('length')
    size = count
  })
  return size ?? 1
}

function repeatedRows(column: Value, sizes: readonly number[]): Value {
  const rows = new Float64Array(reserve(sizes.reduce((total, size) => total + size, 0)))
  let index = 0
  sizes.forEach((size, row) => {
    rows.fill(row, index, index + size)
    index += size
  })
  return gather(column, rows)
}
