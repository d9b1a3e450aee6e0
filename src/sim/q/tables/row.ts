import { positionIn } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, namesOf } from '../values/access.ts'
import { symbol } from '../values/build.ts'
import { missingItem } from '../values/nulls.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'

/**
 * The cells of one row in column order. A dictionary may omit columns, which are null; a list must
 * have all cells.
 *
 * @throws QError `mismatch` for an unknown column, `length` for the wrong number of cells, `type`
 * if it is not a row
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
