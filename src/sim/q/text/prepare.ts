import { isoText, scalarText } from '../display/scalars.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, isString, itemAt, textOf } from '../values/access.ts'
import { chars, list } from '../values/build.ts'
import { isNullScalar } from '../values/nulls.ts'
import { CHAR, isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'

/** `delimiter 0: x`: the lines of a table under its column names, or of a list of columns. */
export function textLines(delimiter: string, x: Value, q: Interpreter): Value {
  const columns = x.kind === 'table' ? x.columns : x.kind === 'list' ? x.items : signal('type')
  const count = Math.max(0, ...columns.filter(isList).map(countOf))
  if (columns.some((column) => !isList(column) || countOf(column) !== count)) {
    return signal('length')
  }
  if (!columns.every(isColumnOfText)) return signal('type')
  const row = (i: number): string =>
    columns.map((column) => fieldText(itemAt(column, i), delimiter, q)).join(delimiter)
  const header = x.kind === 'table' ? [x.names.join(delimiter)] : []
  return list([...header, ...Array.from({ length: count }, (_, i) => row(i))].map(chars))
}

/** Whether all fields of a column have a text form: a vector, or a list of strings. */
const isColumnOfText = (column: Value): boolean =>
  column.kind === 'vector' || (column.kind === 'list' && column.items.every(isText))

const isText = (item: Value): boolean =>
  isString(item) || (item.kind === 'atom' && item.type === CHAR)

/** A field; quoted if it contains the delimiter or a line end. */
function fieldText(item: Value, delimiter: string, q: Interpreter): string {
  if (item.kind === 'atom') {
    const { type, value } = item
    if (isSymbolic(type) || type === CHAR) return quotedField(textOf(item), delimiter)
    if (isNullScalar(type, value)) return ''
    return isoText(type, scalarText(type, value, q.console.precision))
  }
  return isString(item) ? quotedField(textOf(item), delimiter) : signal('type')
}

function quotedField(text: string, delimiter: string): string {
  const isPlain = !text.includes(delimiter) && !text.includes('\n')
  return isPlain ? text : `"${text.replace(/"/g, '""')}"`
}
