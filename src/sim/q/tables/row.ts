import { positionIn } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, namesOf } from '../values/access.ts'
import { list, symbol } from '../values/build.ts'
import { missingItem } from '../values/nulls.ts'
import type { Table, Value } from '../values/value.ts'
import { isFunction, isKeyed, isList } from '../values/value.ts'

/**
 * The cells of one row in column order. A dictionary may omit columns, which are null; a list must
 * have all cells.
 *
 * @throws QError `mismatch` for an unknown column, `length` for the wrong number of cells, `type`
 * if it is not a row
 */
export function cellsOfRow(wholeTable: Table, row: Value): readonly Value[] {
  if (isList(row)) {
    if (countOf(row) !== wholeTable.names.length) return signal('length')
    return wholeTable.names.map((_, i) => itemAt(row, i))
  }
  if (row.kind !== 'dictionary' || isKeyed(row)) return signal('type')
  if (namesOf(row.keys).some((name) => !wholeTable.names.includes(name))) return signal('mismatch')
  return wholeTable.names.map((name, i) => {
    const position = positionIn(row.keys, symbol(name))
    return position < 0 ? missingItem(wholeTable.columns[i] as Value) : itemAt(row.values, position)
  })
}

/** A value that is assigned to a row: of a single column, a cell alone is the row. */
export const asRow = (wholeTable: Table, value: Value): Value =>
  wholeTable.names.length === 1 && (value.kind === 'atom' || isFunction(value))
    ? list([value])
    : value
