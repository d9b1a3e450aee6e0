import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isSymbol, itemsOf, namesOf } from '../values/access.ts'
import { symbols, table } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import { keyBy, unkey } from './source.ts'

/** The value of a name; other values unchanged. */
export function resolveName(q: Interpreter, x: Value): Value {
  const isName = isSymbol(x)
  return isName ? q.valueOf(x.value as string) : x
}

/** Changes a table. If it is given by name, the variable is assigned and the name returned. */
export function changeTable(q: Interpreter, x: Value, change: (value: Value) => Value): Value {
  const result = change(resolveName(q, x))
  if (x.kind !== 'atom') return result
  q.assign(q.environment.qualify(x.value as string), result)
  return x
}

/**
 * The number of key columns.
 *
 * @throws QError `type` if it is not a table
 */
export function keyCount(x: Value): number {
  if (isKeyed(x)) return x.keys.names.length
  return x.kind === 'table' ? 0 : signal('type')
}

/** `cols x`: the column names, key columns first. */
export function columnNames(x: Value, q: Interpreter): Value {
  const value = resolveName(q, x)
  if (value.kind === 'dictionary' && !isKeyed(value)) return value.keys
  return symbols(unkey(value).names)
}

/** `keys x`: names of the key columns. */
export function keyNames(x: Value, q: Interpreter): Value {
  const value = resolveName(q, x)
  if (isKeyed(value)) return symbols(value.keys.names)
  return value.kind === 'table' ? symbols([]) : signal('type')
}

/**
 * The table with its first columns as keys.
 *
 * @throws QError `length` if no column would remain without a key
 */
export const keyFirst = (value: Table, count: number): Value =>
  count === 0 || count < value.names.length ? keyBy(value, count) : signal('length')

/** `x xkey y`: y with these columns as its keys. */
export function setKeys(x: Value, y: Value, q: Interpreter): Value {
  const names = namesOf(x)
  return changeTable(q, y, (value) => keyFirst(movedFirst(unkey(value), names), names.length))
}

/**
 * The table with these columns first.
 *
 * @throws QError with the name of a missing one
 */
export function movedFirst(value: Table, names: readonly string[]): Table {
  const orderedNames = [...names, ...value.names.filter((name) => !names.includes(name))]
  return table(
    orderedNames,
    orderedNames.map((name) => value.columns[value.names.indexOf(name)] ?? signal(name)),
  )
}

/** `x xcols y`: y with these columns first. */
export function orderColumns(x: Value, y: Value, q: Interpreter): Value {
  const names = namesOf(x)
  return changeTable(q, y, (value) =>
    value.kind === 'table' ? movedFirst(value, names) : signal('type'),
  )
}

/** `x xcol y`: y with its first columns renamed, or those in a dictionary. */
export function renameColumns(x: Value, y: Value): Value {
  const wholeTable = unkey(y)
  const names =
    x.kind === 'dictionary'
      ? renameListed(wholeTable.names, x)
      : relabel(wholeTable.names, namesOf(x))
  return keyBy(table(names, wholeTable.columns), keyCount(y))
}

function relabel(names: readonly string[], fresh: readonly string[]): readonly string[] {
  return fresh.length > names.length ? signal('length') : [...fresh, ...names.slice(fresh.length)]
}

function renameListed(
  names: readonly string[],
  pairs: Extract<Value, { kind: 'dictionary' }>,
): readonly string[] {
  const oldNames = namesOf(pairs.keys)
  const newNames = itemsOf(pairs.values).flatMap(namesOf)
  if (oldNames.some((name) => !names.includes(name))) return signal('length')
  return names.map((name) => newNames[oldNames.indexOf(name)] ?? name)
}
