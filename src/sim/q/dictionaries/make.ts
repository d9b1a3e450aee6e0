import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { changeTable, keyFirst } from '../tables/columns.ts'
import { unkey } from '../tables/source.ts'
import { countOf, isSymbol } from '../values/access.ts'
import { collapse, dictionary, list } from '../values/build.ts'
import { isSymbolic, LONG, SHORT } from '../values/types.ts'
import type { Atom, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { linkTo } from './enumerate.ts'

/** `x!y`: makes a dictionary, or keys the first columns of a table; 0 removes the keys. */
export function makeDictionary(x: Value, y: Value, q: Interpreter): Value {
  if (isSymbol(x)) return linkTo(x.value as string, y, q)
  if (isCount(x) && (y.kind === 'atom' || y.kind === 'table' || isKeyed(y))) {
    return changeTable(q, y, (value) => keyFirst(unkey(value), Number(x.value)))
  }
  if (x.kind === 'table' && y.kind === 'table') return pairValues(x, y)
  // Names without values: `flip` makes a table without rows from it.
  if (isList(x) && y.kind === 'list' && y.items.length === 0) {
    return dictionary(x, list(new Array<Value>(countOf(x)).fill(y)))
  }
  const isPair = isList(x) || x.kind === 'table'
  if (isPair && (isList(y) || y.kind === 'table')) return pairValues(x, y)
  // The flip of a table on disk is, in q, one folder or one name for all columns.
  const hasSymbolKeys = x.kind === 'vector' && isSymbolic(x.type)
  if (hasSymbolKeys && isSymbol(y)) return dictionary(x, y)
  if (isList(x)) return dictionary(x, collapse(new Array<Value>(countOf(x)).fill(y)))
  return signal('type')
}

/** A number of key columns. Those below zero are internal functions. */
const isCount = (x: Value): x is Atom => x.kind === 'atom' && x.type >= SHORT && x.type <= LONG

function pairValues(x: Value, y: Value): Value {
  return countOf(x) === countOf(y) ? dictionary(x, y) : signal('length')
}
