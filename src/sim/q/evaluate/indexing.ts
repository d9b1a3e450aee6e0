import { positionsInDomain } from '../dictionaries/enumerate.ts'
import { isOneKey, positionOfLikeKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { columnOf, countOf, gather, isSymbol, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, dictionary, NIL } from '../values/build.ts'
import { pollAtItem, spend, spendAtItem } from '../values/meter.ts'
import { emptyLike, missingItem } from '../values/nulls.ts'
import { CHAR, GUID, isSymbolic, LONG } from '../values/types.ts'
import {
  type Dictionary,
  isFunction,
  isKeyed,
  isList,
  type Table,
  type Value,
} from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import type { Interpreter } from './interpreter.ts'

/** The number of indexes without a step cost: the maximum number of a call's arguments. */
const INDEXES_FREE = 8

/** `x[i;j;...]`: one index for each level; `::` selects all of a level. */
export function indexDeep(q: Interpreter, value: Value, indexes: readonly Value[]): Value {
  if (indexes.length > INDEXES_FREE) spend(indexes.length)
  const [first, ...otherIndexes] = indexes
  if (first === undefined) return value
  if (otherIndexes.length === 0) return indexOne(q, value, first)
  if (isFunction(value) || value.kind === 'atom') return q.apply(value, indexes)
  if (value.kind === 'table') return indexTableDeep(q, value, first, otherIndexes)
  if (first === NIL) {
    const results = itemsOf(value).map((item) => indexDeep(q, item, otherIndexes))
    return value.kind === 'dictionary'
      ? dictionary(value.keys, collapse(results))
      : collapse(results)
  }
  if (isList(first) && !isKeyed(value)) {
    return collapse(itemsOf(first).map((index) => indexDeep(q, value, [index, ...otherIndexes])))
  }
  const item = indexOne(q, value, first)
  return item.kind === 'atom' ? signal('rank') : q.apply(item, otherIndexes)
}

function indexTableDeep(
  q: Interpreter,
  value: Table,
  rows: Value,
  columnIndexes: readonly Value[],
): Value {
  const pickedRows = indexOne(q, value, rows)
  const [columns, ...deeper] = columnIndexes
  if (columns === undefined || columns === NIL) return pickedRows
  if (pickedRows.kind !== 'table') return indexDeep(q, pickedRows, columnIndexes)
  if (isList(columns)) {
    const names = namesOf(columns)
    return collapse(
      Array.from({ length: countOf(pickedRows) }, (_, row) =>
        collapse(names.map((name) => itemAt(columnOf(pickedRows, name), row))),
      ),
    )
  }
  return indexDeep(
    q,
    indexOne(q, pickedRows, columns),
    [NIL, ...deeper].slice(deeper.length ? 0 : 1),
  )
}

/**
 * `x[i]`: indexes one level.
 *
 * @throws QError `type` if the value cannot be indexed like this
 */
export function indexOne(q: Interpreter, value: Value, index: Value): Value {
  if (index === NIL) return value
  switch (value.kind) {
    case 'vector':
    case 'list':
      return indexList(q, value, index)
    case 'dictionary':
      return indexDictionary(q, value, index)
    case 'table':
      return indexTable(q, value, index)
    default:
      return q.apply(value, [index])
  }
}

function indexList(q: Interpreter, value: Value, index: Value): Value {
  // An enumeration selects items by its positions in the domain.
  if ((index.kind === 'atom' || index.kind === 'vector') && index.domain !== undefined) {
    return indexList(q, value, positionsInDomain(index, q))
  }
  switch (index.kind) {
    case 'atom':
      if (!isPosition(index.type)) return signal('type')
      return itemAt(value, toDouble(index.value))
    case 'vector':
      if (!isPosition(index.type) && index.data.length > 0) return signal('type')
      return gather(value, toPositions(index))
    case 'list':
      if (index.items.length === 0) return gather(value, [])
      return collapse(index.items.map((item) => indexList(q, value, item)))
    case 'dictionary':
      return dictionary(index.keys, indexOne(q, value, index.values))
    default:
      return signal('type')
  }
}

const isPosition = (type: number): boolean => type <= LONG && type !== GUID

/** The positions of an index vector as doubles. */
function toPositions(index: Extract<Value, { kind: 'vector' }>): ArrayLike<number> {
  const { data } = index
  if (data instanceof BigInt64Array) {
    const doubles = new Float64Array(data.length)
    for (let i = 0; i < doubles.length; i++) {
      pollAtItem(i)
      doubles[i] = Number(data[i])
    }
    return doubles
  }
  return index.type === CHAR || isSymbolic(index.type) ? [] : (data as Float64Array)
}

function indexTable(q: Interpreter, value: Table, index: Value): Value {
  if (isSymbol(index)) return columnOf(value, index.value as string)
  if (index.kind === 'vector' && isSymbolic(index.type)) {
    return collapse(namesOf(index).map((name) => columnOf(value, name)))
  }
  return indexList(q, value, index)
}

function indexDictionary(
  q: Interpreter,
  value: Extract<Value, { kind: 'dictionary' }>,
  index: Value,
): Value {
  if (isKeyed(value)) return indexKeyed(value, index)
  if (value.values.kind === 'atom') return signal('par')
  if (isList(index) && keysAreAtoms(value.keys, index)) {
    if (index.kind === 'list') {
      if (index.items.length === 0) return emptyLike(value.values)
      return collapse(index.items.map((item) => indexDictionary(q, value, item)))
    }
    const items = keyPositions(value, index)
    return gather(value.values, items)
  }
  const position = positionOfLikeKey(value, index)
  return position < 0 || position >= countOf(value.keys)
    ? missingItem(value.values)
    : itemAt(value.values, position)
}

/** Whether a list of keys selects several entries: a key of a general list may itself be a list. */
function keysAreAtoms(keys: Value, index: Value): boolean {
  if (keys.kind === 'vector') return true
  if (keys.kind !== 'list') return true
  const [first] = keys.items
  return (
    first === undefined || !isList(first) || (index.kind === 'list' && isList(itemAt(index, 0)))
  )
}

/**
 * Selects rows of a keyed table by a key, a row of keys, a table of keys, or a list of these.
 *
 * @throws QError `length` if a vector's length differs from the number of keys
 */
function indexKeyed(value: Dictionary & { readonly keys: Table }, index: Value): Value {
  if (index.kind === 'vector' && !isOneKey(value.keys, index) && index.data.length > 0) {
    return index.data.length === 1 ? indexKeyed(value, itemAt(index, 0)) : signal('length')
  }
  if (index.kind === 'table' || (isList(index) && !isOneKey(value.keys, index))) {
    return gather(value.values, keyPositions(value, index))
  }
  return itemAt(value.values, positionOfLikeKey(value, index))
}

/** The position of each key. */
const keyPositions = (value: Dictionary, keys: Value): number[] =>
  itemsOf(keys).map((key, i) => {
    spendAtItem(i)
    return positionOfLikeKey(value, key)
  })
