import { equal } from '../comparison/dyads.ts'
import { toKeys } from '../comparison/keys.ts'
import { matches } from '../comparison/match.ts'
import { convertToType, expectAlikeRow, positionIn, positionOfRow } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, gather, itemAt, itemsOf, slice } from '../values/access.ts'
import { bool, cell, collapse, dictionary, long, longs, symbols } from '../values/build.ts'
import { reserve, spendAtItem } from '../values/meter.ts'
import { LONG } from '../values/types.ts'
import type { Dictionary, Table, Value, Vector } from '../values/value.ts'
import { isList, typeOf } from '../values/value.ts'

/**
 * `where x`: the positions of true, or each position repeated this many times; for a dictionary its
 * keys.
 */
export function whereIndexes(x: Value): Value {
  if (x.kind === 'dictionary') {
    const positions = whereIndexes(x.values)
    return positions.kind === 'vector'
      ? gather(x.keys, positions.data as Float64Array)
      : signal('type')
  }
  if (x.kind === 'list' && x.items.length === 0) return longs([])
  if (x.kind !== 'vector' || x.type > LONG || Array.isArray(x.data)) return signal('type')
  let count = 0
  for (let i = 0; i < x.data.length; i++) count += Math.max(0, Number(x.data[i]) || 0)
  const positions = new Float64Array(reserve(count))
  let writeIndex = 0
  for (let i = 0; i < x.data.length; i++) {
    for (let times = Number(x.data[i]); times > 0; times--) positions[writeIndex++] = i
  }
  return longs(positions)
}

/** The first position of each distinct item, in order. */
function firstPositions(x: Value): number[] {
  const seenValues = new Set<string | number | bigint>()
  const positions: number[] = []
  const keys = toKeys(x)
  for (let i = 0; i < keys.length; i++) {
    spendAtItem(i)
    const key = keys[i] as string
    if (seenValues.has(key)) continue
    seenValues.add(key)
    positions.push(i)
  }
  return positions
}

/** `distinct x`. */
export function distinct(x: Value): Value {
  if (x.kind === 'atom') return collapse([x])
  return gather(x.kind === 'dictionary' ? x.values : x, firstPositions(x))
}

/** `group x`. */
export function groupItems(x: Value): Value {
  if (x.kind === 'dictionary') {
    const groups = groupItems(x.values)
    if (groups.kind !== 'dictionary') return signal('type')
    const keys = itemsOf(groups.values).map((positions) =>
      gather(x.keys, (positions as { data: Float64Array }).data),
    )
    return dictionary(groups.keys, collapse(keys))
  }
  if (!isList(x) && x.kind !== 'table') return signal('type')
  const positions = new Map<string | number | bigint, number[]>()
  const firsts: number[] = []
  const names = toKeys(x)
  for (let i = 0; i < names.length; i++) {
    spendAtItem(i)
    const name = names[i] as string
    const positionsSoFar = positions.get(name)
    if (positionsSoFar !== undefined) positionsSoFar.push(i)
    else {
      firsts.push(i)
      positions.set(name, [i])
    }
  }
  return dictionary(gather(x, firsts), collapse([...positions.values()].map(longs)))
}

/**
 * `x?y`: the position of y in x; the count of x if it is missing; for a dictionary the key of a
 * value.
 */
export function find(x: Value, y: Value): Value {
  if (x.kind === 'dictionary') return keysAt(x.keys, find(x.values, y))
  if (!isList(x) && x.kind !== 'table') return signal('type')
  // An atom stands for a row of a single column.
  if (x.kind === 'table' && y.kind === 'atom' && x.columns.length === 1)
    return find(x, collapse([y]))
  const count = countOf(x)
  return findPositions(x, y, (position) => long(position < 0 ? count : position))
}

function keysAt(keys: Value, positions: Value): Value {
  if (positions.kind === 'atom') return itemAt(keys, Number(positions.value))
  if (positions.kind === 'vector') return gather(keys, positions.data as Float64Array)
  if (positions.kind === 'dictionary') {
    return dictionary(positions.keys, keysAt(keys, positions.values))
  }
  return collapse(itemsOf(positions).map((inner) => keysAt(keys, inner)))
}

/** The nesting depth of a value along its first items, which the searched item must match. */
function nestingDepth(value: Value): number {
  if (value.kind === 'vector') return 1
  if (value.kind !== 'list') return 0
  const [first] = value.items
  return first === undefined ? 1 : 1 + nestingDepth(first)
}

/**
 * The position of y in x, or of each part of y that is nested as deeply as the items of x. A part
 * that is nested less deeply is not found.
 *
 * @throws QError `type` if x is a vector of another type
 */
function findPositions(x: Value, y: Value, show: (position: number) => Value): Value {
  if (x.kind === 'table') return positionsOfRows(x, y, show)
  if (x.kind === 'vector') return positionsInVector(x, y, show)
  const firstItem = itemAt(x, 0)
  const depth = countOf(x) === 0 ? 0 : nestingDepth(firstItem)
  const search = (item: Value): Value => {
    const itemDepth = nestingDepth(item)
    if (itemDepth > depth && isList(item)) return joinResults(itemsOf(item).map(search), show)
    if (itemDepth < depth) return show(-1)
    return show(positionIn(x, item))
  }
  return y.kind === 'dictionary' && firstItem.kind !== 'dictionary'
    ? dictionary(y.keys, collapse(itemsOf(y.values).map(search)))
    : search(y)
}

const joinResults = (results: readonly Value[], show: (position: number) => Value): Value =>
  results.length === 0 ? slice(collapse([show(0)]), 0, 0) : collapse(results)

function positionsInVector(x: Vector, y: Value, show: (position: number) => Value): Value {
  switch (y.kind) {
    case 'atom':
      return show(positionIn(x, convertToType(x, y) ?? signal('type')))
    case 'vector': {
      const target = convertToType(x, y) ?? signal('type')
      const results = new Array<Value>(reserve(y.data.length))
      for (let i = 0; i < results.length; i++) results[i] = show(positionIn(x, cell(target, i)))
      return joinResults(results, show)
    }
    case 'list':
      return positionsOfParts(x, y.items, show)
    case 'dictionary':
      return dictionary(y.keys, positionsInVector(x, y.values, show))
    default:
      return signal('type')
  }
}

/**
 * If the first part is a list, atoms among the parts are not found.
 *
 * @throws QError `type` if the first part is an atom
 */
function positionsOfParts(
  x: Vector,
  parts: readonly Value[],
  show: (position: number) => Value,
): Value {
  if (parts[0]?.kind === 'atom') return signal('type')
  const positions = parts.map((part) =>
    part.kind === 'atom' ? show(-1) : positionsInVector(x, part, show),
  )
  return joinResults(positions, show)
}

/** A row of a table may be given as a dictionary or as a list of its cells. */
function positionsOfRows(x: Table, y: Value, show: (position: number) => Value): Value {
  if (y.kind === 'table')
    return joinResults(
      itemsOf(y).map((row) => show(entryPosition(x, row as Dictionary))),
      show,
    )
  if (y.kind === 'dictionary') return show(entryPosition(x, y))
  if (!isList(y)) return signal('type')
  const isRow = y.kind === 'vector' || !isList(itemAt(y, 0))
  if (!isRow)
    return joinResults(
      itemsOf(y).map((row) => positionsOfRows(x, row, show)),
      show,
    )
  return show(positionOfCells(x, itemsOf(y)))
}

function positionOfCells(x: Table, row: readonly Value[]): number {
  expectAlikeRow(x, row)
  return positionOfRow(x, row)
}

/** The position of a row given as a dictionary, which must have the table's names. */
const entryPosition = (x: Table, { keys, values }: Dictionary): number =>
  matches(keys, symbols(x.names)) ? positionOfCells(x, itemsOf(values)) : -1

/** `x in y`: exact within a type; an atom or one item is also compared with other types. */
export function isIn(x: Value, y: Value): Value {
  if (y.kind === 'dictionary') return isIn(x, y.values)
  if (y.kind === 'atom' || (y.kind === 'vector' && y.data.length === 1)) {
    const isSameType = Math.abs(typeOf(x)) === y.type && y.type > 0
    if (!isSameType) return equal(x, itemAt(y, 0))
    if (y.kind === 'atom') return isIn(x, collapse([y]))
  }
  if (!isList(y) && y.kind !== 'table') return signal('type')
  return findPositions(y, x, (position) => bool(position >= 0))
}
