import { positionIn } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, namesOf } from '../values/access.ts'
import { symbol } from '../values/build.ts'
import { missingItem } from '../values/nulls.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'

/**
 * The cells of one row in the order of the columns: from a dictionary, with nulls for columns that
 * it does not name; or from a list of as many cells.
 *
 * @throws QError `mismatch` for a column that the table does not have, `length` for another number
 *   of cells, `type` for what is no row
 */
export function cellsOfRow(all: Table, row: Value): readonly Value[] {
  if (isList(row)) {
    if (countOf(row) !== all.names.length) return signal('length')
    return all.names.map((_, i) => itemAt(row, i))
  }
  if (row.kind !== 'dictionary' || isKeyed(row)) return signal('type')
  if (namesOf(row.keys).some((name) => !all.names.includes(name))) return signal('mismatch')
  return all.names.map((name, i) => {
    const at = positionIn(row.keys, symbol(name))
    return at < 0 ? missingItem(all.columns[i] as Value) : itemAt(row.values, at)
  })
}
