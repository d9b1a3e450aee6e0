import { hashKey } from '../comparison/match.ts'
import { compareItems, compareScalars } from '../comparison/order.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, itemsOf } from '../values/access.ts'
import { cell } from '../values/build.ts'
import { pollAtItem } from '../values/meter.ts'
import { BYTE, isSymbolic, LONG } from '../values/types.ts'
import type { Atom, Dictionary, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { fromStored } from '../values/wide.ts'

type Index = Map<Scalar, number>

const SHORT_LIST = 8
const indexes = new WeakMap<Value, Index>()

/** The position of the entry with this key; -1 if there is none. */
export function positionOfKey(dictionary: Dictionary, key: Value): number {
  const { keys } = dictionary
  if (keys.kind === 'table') {
    const row = rowOfKey(keys, key)
    return dictionary.attribute === 's' ? stepRow(keys, row) : positionOfRow(keys, row)
  }
  if (dictionary.attribute === 's' && keys.kind === 'vector') return stepPosition(keys, key)
  return positionIn(keys, key)
}

/**
 * Whether a list is one key of a keyed table: a row of several cells, or a single cell if that
 * column contains lists, such as texts.
 */
export const isOneKey = (keys: Table, key: Value): boolean =>
  isList(key) && !isList(itemAt(key, 0)) && (keys.columns.length > 1 || holdsLists(keys))

function holdsLists({ columns: [column] }: Table): boolean {
  const first = column?.kind === 'list' ? column.items[0] : undefined
  return first !== undefined && isList(first)
}

/** The cells of a key of a keyed table. */
export function rowOfKey(keys: Table, key: Value): readonly Value[] {
  const isCell = key.kind === 'atom' || (keys.columns.length === 1 && isOneKey(keys, key))
  return isCell ? [key] : itemsOf(key)
}

/** For a step dictionary, the position of the last key that is not above this one. */
function stepPosition(keys: Vector, key: Value): number {
  if (key.kind !== 'atom') return -1
  let [low, high] = [0, keys.data.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareScalars(cell(keys, middle).value, key.value) > 0) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** The last row with equal cells except for the last cell, which is not above this one's. */
function stepRow(keys: Table, row: readonly Value[]): number {
  const { columns } = keys
  if (row.length !== columns.length) return -1
  const targetRow = row.map((item, i) => likeColumn(keys, i, item))
  const isStep = (position: number): boolean =>
    columns.every((column, i) => {
      const order = compareItems(itemAt(column, position), targetRow[i] as Value)
      return i === columns.length - 1 ? order <= 0 : order === 0
    })
  let position = countOf(keys) - 1
  while (position >= 0 && !isStep(position)) {
    pollAtItem(position)
    position--
  }
  return position
}

/** Integers match in any width, and symbols match whether enumerated or not. */
const areAlike = (x: number, y: number): boolean =>
  x === y || (isSymbolic(x) && isSymbolic(y)) || (isWhole(x) && isWhole(y))

const isWhole = (type: number): boolean => type >= BYTE && type <= LONG

/**
 * Look-ups of keys match like `?`, which rejects items of another type.
 *
 * @throws QError `type` for an atom or vector whose type no item of the vector can have
 */
export function expectAlike(values: Value, item: Value): void {
  if (values.kind !== 'vector' || (item.kind !== 'atom' && item.kind !== 'vector')) return
  if (!areAlike(item.type, values.type)) signal('type')
}

/** The position of a key that must have the type of the others; -1 if there is none. */
export function positionOfLikeKey(dictionary: Dictionary, key: Value): number {
  const { keys } = dictionary
  if (keys.kind !== 'table') expectAlike(keys, key)
  else expectAlikeRow(keys, rowOfKey(keys, key))
  return positionOfKey(dictionary, key)
}

/** @throws QError `type` where a cell is none that its column could have */
export function expectAlikeRow({ columns }: Table, row: readonly Value[]): void {
  columns.forEach((column, i) => {
    const cell = row[i]
    if (cell?.kind === 'atom') expectAlike(column, cell)
  })
}

/** Converts an item to the type of a vector; undefined if no item can equal it. */
export function convertToType<T extends Atom | Vector>(values: Vector, item: T): T | undefined {
  if (isOfType(values, item)) return item
  if (!areAlike(item.type, values.type)) return undefined
  const { domain: _, ...plain } = item
  const { type, domain } = values
  return (domain === undefined ? { ...plain, type } : { ...plain, type, domain }) as T
}

const isOfType = (values: Vector, item: Atom | Vector): boolean =>
  item.type === values.type && item.domain === values.domain

/** The position of an item in a list by type and value; -1 if it is missing. */
export function positionIn(values: Value, item: Value): number {
  if (values.kind === 'vector') {
    if (item.kind !== 'atom') return -1
    if (!isOfType(values, item)) {
      const alike = convertToType(values, item)
      return alike === undefined ? -1 : positionIn(values, alike)
    }
    if (values.data.length <= SHORT_LIST) return scan(values, item.value)
  }
  return getIndex(values).get(keyIn(values, item)) ?? -1
}

function scan(values: Vector, target: unknown): number {
  const { data } = values
  for (let i = 0; i < data.length; i++) {
    const item = fromStored(data[i] as Scalar)
    if (item === target || (Number.isNaN(item) && Number.isNaN(target))) return i
  }
  return -1
}

/** The items of a vector have one type, so their values suffice. */
const keyIn = (values: Value, item: Value): Scalar =>
  values.kind === 'vector' && item.kind === 'atom' ? item.value : hashKey(item)

function getIndex(values: Value): Index {
  const cached = indexes.get(values)
  if (cached !== undefined) return cached
  const index = new Map<Scalar, number>()
  const note = (key: Scalar, i: number): void => {
    pollAtItem(i)
    if (!index.has(key)) index.set(key, i)
  }
  if (values.kind === 'vector') {
    const { data } = values
    for (let i = 0; i < data.length; i++) note(fromStored(data[i] as Scalar), i)
  } else {
    itemsOf(values).forEach((item, i) => {
      note(hashKey(item), i)
    })
  }
  indexes.set(values, index)
  return index
}

/** Updates the look-up of a list that only one holder can see after an append. */
export function recordAppended(values: Value, item: Value, position: number): void {
  indexes.get(values)?.set(keyIn(values, item), position)
}

/** The position of a row of keys in a table, cell by cell; -1 if it is missing. */
export function positionOfRow(keys: Table, row: readonly Value[]): number {
  if (row.length !== keys.columns.length) return -1
  if (keys.columns.length === 1) return positionIn(keys.columns[0] as Value, row[0] as Value)
  return rowIndex(keys).get(rowKey(row.map((item, i) => likeColumn(keys, i, item)))) ?? -1
}

/** A cell in the form of the column's items: symbols enumerated, integers of its width. */
function likeColumn({ columns }: Table, index: number, item: Value): Value {
  const column = columns[index]
  if (item.kind !== 'atom' || column?.kind !== 'vector') return item
  return convertToType(column, item) ?? item
}

const rowKey = (row: readonly Value[]): string => row.map(hashKey).join('|')

function rowIndex(keys: Table): Index {
  const cached = indexes.get(keys)
  if (cached !== undefined) return cached
  const columns = keys.columns.map(itemsOf)
  const index = new Map<string, number>()
  columns[0]?.forEach((_, i) => {
    const key = rowKey(columns.map((column) => column[i] as Value))
    if (!index.has(key)) index.set(key, i)
  })
  indexes.set(keys, index)
  return index
}
