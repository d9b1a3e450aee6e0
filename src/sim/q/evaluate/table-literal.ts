import { QError } from '../errors.ts'
import type { ColumnNode, TableNode } from '../parser/ast.ts'
import { columnNames } from '../parser/names.ts'
import { countOf } from '../values/access.ts'
import { collapse, dictionary, symbols, table } from '../values/build.ts'
import type { Code, Frame, Table, Value } from '../values/value.ts'
import { isColumn } from '../values/value.ts'
import { expressionCode, type Scope } from './scope.ts'

interface NamedCode {
  readonly name: string
  readonly code: Code
}

/** `([] a:...; b:...)`, `([k:...] a:...)` and the dictionary `([a:1; b:2])`. */
export function tableCode(scope: Scope, node: TableNode): Code {
  const keys = compileColumns(scope, node.keys)
  const columns = compileColumns(scope, node.columns)
  if (node.isDictionary) {
    const names = keys.map(({ name }) => name)
    return (frame) => dictionary(symbols(names), collapse(evaluateColumns(keys, frame)))
  }
  return (frame) => {
    const columnValues = evaluateColumns(columns, frame)
    const keyValues = evaluateColumns(keys, frame)
    const wholeTable = toTable([...keys, ...columns], [...keyValues, ...columnValues])
    if (keys.length === 0) return wholeTable
    const keyCount = keys.length
    return dictionary(
      table(wholeTable.names.slice(0, keyCount), wholeTable.columns.slice(0, keyCount)),
      table(wholeTable.names.slice(keyCount), wholeTable.columns.slice(keyCount)),
    )
  }
}

function compileColumns(scope: Scope, columns: readonly ColumnNode[]): NamedCode[] {
  const names = columnNames(columns)
  return columns.map(({ value }, i) => ({
    name: names[i] as string,
    code: expressionCode(scope, value),
  }))
}

/** Evaluates the last column first, as for the items of a list. */
function evaluateColumns(columns: readonly NamedCode[], frame: Frame): Value[] {
  const values = new Array<Value>(columns.length)
  for (let i = columns.length - 1; i >= 0; i--) values[i] = (columns[i] as NamedCode).code(frame)
  return values
}

/**
 * A table of columns. Atoms are repeated to the length of the others.
 *
 * @throws QError `length`, `rank`
 */
function toTable(columns: readonly NamedCode[], values: readonly Value[]): Table {
  const lists = values.filter(isColumn)
  if (lists.length === 0 && values.length > 0) throw new QError('rank')
  const [leader] = lists
  const count = leader === undefined ? 0 : countOf(leader)
  const base = table(
    columns.map(({ name }) => name),
    values.map((value) =>
      isColumn(value) ? value : collapse(new Array<Value>(count).fill(value)),
    ),
  )
  if (base.columns.some((column) => countOf(column) !== count)) throw new QError('length')
  return base
}
