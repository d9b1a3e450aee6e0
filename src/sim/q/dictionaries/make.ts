import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { changeTable } from '../tables/columns.ts'
import { countOf } from '../values/access.ts'
import { collapse, dictionary, list, table } from '../values/build.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { linkTo } from './enumerate.ts'

/** `x!y`: makes a dictionary, or keys the first columns of a table; 0 removes the keys. */
export function makeDictionary(x: Value, y: Value, q: Interpreter): Value {
  const isCount = x.kind === 'atom' && typeof x.value === 'number'
  if (x.kind === 'atom' && isSymbolic(x.type)) return linkTo(x.value as string, y, q)
  if (isCount && y.kind === 'atom' && isSymbolic(y.type)) {
    return changeTable(q, y, (value) => setKeys(x.value as number, value))
  }
  if (isCount && (y.kind === 'table' || isKeyed(y))) return setKeys(x.value as number, y)
  if (x.kind === 'table' && y.kind === 'table') return pairValues(x, y)
  // Names without values: `flip` makes a table without rows from it.
  if (isList(x) && y.kind === 'list' && y.items.length === 0) {
    return dictionary(x, list(new Array<Value>(countOf(x)).fill(y)))
  }
  const isPair = isList(x) || x.kind === 'table'
  if (isPair && (isList(y) || y.kind === 'table')) return pairValues(x, y)
  // The flip of a table on disk is, in q, one folder or one name for all columns.
  const isNames = x.kind === 'vector' && isSymbolic(x.type)
  if (isNames && y.kind === 'atom' && isSymbolic(y.type)) return dictionary(x, y)
  if (isList(x)) return dictionary(x, collapse(new Array<Value>(countOf(x)).fill(y)))
  return signal('type')
}

function pairValues(x: Value, y: Value): Value {
  return countOf(x) === countOf(y) ? dictionary(x, y) : signal('length')
}

function setKeys(count: number, y: Value): Value {
  const names = isKeyed(y)
    ? [...y.keys.names, ...y.values.names]
    : y.kind === 'table'
      ? y.names
      : []
  const columns = isKeyed(y)
    ? [...y.keys.columns, ...y.values.columns]
    : y.kind === 'table'
      ? y.columns
      : []
  if (count === 0) return table(names, columns)
  if (count >= names.length) return signal('length')
  return dictionary(
    table(names.slice(0, count), columns.slice(0, count)),
    table(names.slice(count), columns.slice(count)),
  )
}
