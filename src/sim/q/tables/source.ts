import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isSymbol, itemsOf, namesOf, slice } from '../values/access.ts'
import { collapse, dictionary, symbols, table } from '../values/build.ts'
import type { Partition, Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'

/** The table that a query works on, and how to return a result in its original shape. */
export interface QuerySource {
  readonly table: Table
  /** The number of key columns, which come first. */
  readonly keyCount: number
  /** Whether it is a dictionary of columns, which may contain atoms. */
  readonly isDictionary: boolean
  /** The full variable name, if the query names a variable. */
  readonly name: string | undefined
  readonly argument: Value
}

/**
 * The table of a value or a name.
 *
 * @throws QError `type` if it is not a table
 */
export function resolveSource(q: Interpreter, argument: Value): QuerySource {
  const isName = isSymbol(argument)
  const name = isName ? q.environment.qualify(argument.value as string) : undefined
  const value = name === undefined ? argument : q.lookUp(name)
  const base = { name, argument, isDictionary: false }
  if (value.kind === 'table') return { ...base, table: value, keyCount: 0 }
  if (isKeyed(value)) {
    return { ...base, table: unkey(value), keyCount: value.keys.names.length }
  }
  if (value.kind !== 'dictionary') return signal('type')
  const columns = table(namesOf(value.keys), itemsOf(value.values))
  return { ...base, table: columns, keyCount: 0, isDictionary: true }
}

/** All columns of a table or a keyed table. */
export function unkey(value: Value): Table {
  if (value.kind === 'table') return value
  if (!isKeyed(value)) return signal('type')
  const { keys, values } = value
  return table([...keys.names, ...values.names], [...keys.columns, ...values.columns])
}

/** Makes the first columns keys; for 0 the table stays unchanged. */
export function keyBy(value: Table, count: number): Value {
  if (count === 0) return value
  return dictionary(
    table(value.names.slice(0, count), value.columns.slice(0, count)),
    table(value.names.slice(count), value.columns.slice(count)),
  )
}

/**
 * A changed table in the shape of its source. For a named source, the variable is assigned and its
 * name returned.
 */
export function toSourceShape(q: Interpreter, source: QuerySource, changedTable: Table): Value {
  const result = source.isDictionary
    ? dictionary(symbols(changedTable.names), collapse(changedTable.columns))
    : keyBy(changedTable, source.keyCount)
  if (source.name === undefined) return result
  q.assign(source.name, result)
  return source.argument
}

/** The rows of one part of a partitioned table. */
export const rowsOfPart = ({ whole, ends }: Partition, part: number): Table =>
  slice(whole, ends[part - 1] ?? 0, ends[part] ?? 0) as Table
