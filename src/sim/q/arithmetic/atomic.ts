import { matches } from '../comparison/match.ts'
import { positionOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { cells, collapse, dictionary, list, table } from '../values/build.ts'
import { spendReading } from '../values/meter.ts'
import { emptyLike } from '../values/nulls.ts'
import type { Atom, Dictionary, Table, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'

/** The leaves of nested data. */
export type Leaf = Atom | Vector

const isLeaf = (value: Value): value is Leaf => value.kind === 'atom' || value.kind === 'vector'

/** Applies a function of one leaf throughout lists, dictionaries and tables. */
export function atomic(x: Value, leaf: (x: Leaf) => Value): Value {
  switch (x.kind) {
    case 'atom':
      return leaf(x)
    case 'vector':
      spendReading(x.data.length)
      return leaf(x)
    case 'list':
      return rejoinItems(x.items.map((item) => atomic(item, leaf)))
    case 'dictionary':
      return dictionary(x.keys, atomic(x.values, leaf))
    case 'table':
      return table(
        x.names,
        x.columns.map((column) => atomic(column, leaf)),
      )
    default:
      return signal('type')
  }
}

const rejoinItems = (items: readonly Value[]): Value =>
  items.length === 0 ? list([]) : collapse(items)

/**
 * Applies a function of two leaves to corresponding items; an atom pairs with every item. `alone`
 * maps the entries of the right dictionary that the left one lacks.
 *
 * @throws QError `length` if lists have different lengths, `type` for functions
 */
export function pairwise(
  x: Value,
  y: Value,
  leaf: (x: Leaf, y: Leaf) => Value,
  alone: (y: Value) => Value = itself,
): Value {
  if (isLeaf(x) && isLeaf(y)) {
    if (x.kind === 'vector') spendReading(x.data.length)
    else if (y.kind === 'vector') spendReading(y.data.length)
    return leaf(x, y)
  }
  if (x.kind === 'dictionary' || y.kind === 'dictionary') {
    return pairDictionaries(x, y, leaf, alone)
  }
  if (x.kind === 'table' || y.kind === 'table') return pairTables(x, y, leaf)
  if (isList(x) && isList(y)) {
    if (countOf(x) !== countOf(y)) return signal('length')
    const right = cells(y)
    return rejoinItems(cells(x).map((item, i) => pairwise(item, right[i] as Value, leaf)))
  }
  if (isList(x) && isLeaf(y)) return rejoinItems(cells(x).map((item) => pairwise(item, y, leaf)))
  if (isLeaf(x) && isList(y)) return rejoinItems(cells(y).map((item) => pairwise(x, item, leaf)))
  return signal('type')
}

type OfLeaves = (x: Leaf, y: Leaf) => Value

const itself = (y: Value): Value => y

function pairDictionaries(x: Value, y: Value, leaf: OfLeaves, alone: (y: Value) => Value): Value {
  if (x.kind !== 'dictionary') {
    const right = y as Dictionary
    return dictionary(right.keys, pairwise(x, right.values, leaf))
  }
  if (y.kind !== 'dictionary') return dictionary(x.keys, pairwise(x.values, y, leaf))
  if (matches(x.keys, y.keys)) return dictionary(x.keys, pairwise(x.values, y.values, leaf))
  if (!areKeysAlike(x.keys, y.keys)) return signal('type')
  const positions = itemsOf(y.keys).map((key) => positionOfKey(x, key))
  const newPositions = positions.map((_, i) => i).filter((i) => (positions[i] as number) < 0)
  const results = [...itemsOf(x.values)]
  positions.forEach((position, i) => {
    const right = itemAt(y.values, i)
    if (position >= 0) results[position] = pairwise(results[position] as Value, right, leaf)
    else results.push(alone(right))
  })
  const keys = newPositions.length === 0 ? x.keys : joinKeys(x.keys, gather(y.keys, newPositions))
  return dictionary(keys, collapse(results))
}

/** Two dictionaries with the keys of both; an entry that one lacks has nulls there. */
export function withAllKeys(x: Dictionary, y: Dictionary): [Dictionary, Dictionary] {
  if (matches(x.keys, y.keys) || !areKeysAlike(x.keys, y.keys)) return [x, y]
  const positions = itemsOf(y.keys).map((key) => positionOfKey(x, key))
  const newPositions = positions.flatMap((position, i) => (position < 0 ? [i] : []))
  const keys = joinKeys(x.keys, gather(y.keys, newPositions))
  const lefts = itemsOf(x.values)
  const rights = lefts.map(nullsLike)
  // Backwards, so that the first of equal keys counts.
  for (const [i, position] of [...positions.entries()].reverse()) {
    if (position >= 0) rights[position] = itemAt(y.values, i)
  }
  const newItems = newPositions.map((position) => itemAt(y.values, position))
  return [
    dictionary(keys, collapse([...lefts, ...newItems.map(nullsLike)])),
    dictionary(keys, collapse([...rights, ...newItems])),
  ]
}

/** Nulls in the shape of the value. */
function nullsLike(value: Value): Value {
  switch (value.kind) {
    case 'atom':
      return emptyLike(value)
    case 'vector':
    case 'table':
      return gather(value, new Array<number>(countOf(value)).fill(-1))
    case 'list':
      return list(value.items.map(nullsLike))
    case 'dictionary':
      return dictionary(value.keys, nullsLike(value.values))
    default:
      return value
  }
}

/** Whether both are lists, or tables with the same columns. */
const areKeysAlike = (x: Value, y: Value): boolean =>
  x.kind === 'table' && y.kind === 'table'
    ? x.names.length === y.names.length && x.names.every((name, i) => name === y.names[i])
    : x.kind !== 'table' && y.kind !== 'table'

const joinKeys = (x: Value, y: Value): Value =>
  x.kind === 'table' && y.kind === 'table'
    ? table(
        x.names,
        x.columns.map((column, i) => joinKeys(column, y.columns[i] as Value)),
      )
    : collapse([...itemsOf(x), ...itemsOf(y)])

function pairTables(x: Value, y: Value, leaf: OfLeaves): Value {
  const left = x.kind === 'table' ? x : undefined
  const right = y.kind === 'table' ? y : undefined
  const { names } = (left ?? right) as Table
  if (left && right?.names.some((name, i) => name !== left.names[i])) return signal('type')
  const columns = names.map((_, i) => pairwise(left?.columns[i] ?? x, right?.columns[i] ?? y, leaf))
  return table(names, columns)
}
