import { QError } from '../errors.ts'
import type { ColumnNode, TableNode } from '../parser/ast.ts'
import { columnName } from '../parser/names.ts'
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
  const keys = named(scope, node.keys)
  const columns = named(scope, node.columns)
  if (node.isDictionary) {
    const names = keys.map(({ name }) => name)
    return (frame) => dictionary(symbols(names), collapse(evaluated(keys, frame)))
  }
  return (frame) => {
    const right = evaluated(columns, frame)
    const left = evaluated(keys, frame)
    const all = tableOf([...keys, ...columns], [...left, ...right])
    if (keys.length === 0) return all
    const cut = keys.length
    return dictionary(
      table(all.names.slice(0, cut), all.columns.slice(0, cut)),
      table(all.names.slice(cut), all.columns.slice(cut)),
    )
  }
}

function named(scope: Scope, columns: readonly ColumnNode[]): NamedCode[] {
  return columns.map(({ name, value }, i) => ({
    name: name ?? columnName(value) ?? (i === 0 ? 'x' : `x${i}`),
    code: expressionCode(scope, value),
  }))
}

/** Evaluates the last column first, as for the items of a list. */
function evaluated(columns: readonly NamedCode[], frame: Frame): Value[] {
  const values = new Array<Value>(columns.length)
  for (let i = columns.length - 1; i >= 0; i--) values[i] = (columns[i] as NamedCode).code(frame)
  return values
}

/**
 * A table of columns. Atoms are repeated to the length of the others.
 *
 * @throws QError `length`, `rank`
 */
function tableOf(columns: readonly NamedCode[], values: readonly Value[]): Table {
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
