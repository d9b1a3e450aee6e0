import { signal } from '../errors.ts'
import {
  allocateLike,
  cell,
  cells,
  collapse,
  dictionary,
  settledVector,
  symbols,
  table,
} from './build.ts'
import { BYTES_OF_LIST, reserve, reserveBytes, spend } from './meter.ts'
import { missingItem, nullItem } from './nulls.ts'
import { wholeTable } from './partitioned.ts'
import { CHAR, isSymbolic } from './types.ts'
import type { Atom, Data, Dictionary, List, Table, Value, Vector } from './value.ts'

/**
 * The result of `count`: items of a list, entries of a dictionary, rows of a table, otherwise 1.
 */
export function countOf(value: Value): number {
  switch (value.kind) {
    case 'vector':
      return value.data.length
    case 'list':
      return value.items.length
    case 'dictionary':
      return countOf(value.keys)
    case 'table': {
      const column = wholeTable(value).columns[0]
      return column === undefined ? 0 : countOf(column)
    }
    default:
      return 1
  }
}

/**
 * The item at a position of a list, of a dictionary's values, or of a table's rows; null beyond the
 * end.
 */
export function itemAt(value: Value, index: number): Value {
  switch (value.kind) {
    case 'vector':
      return index >= 0 && index < value.data.length ? cell(value, index) : missingItem(value)
    case 'list':
      return value.items[index] ?? missingItem(value)
    case 'dictionary':
      return itemAt(value.values, index)
    case 'table':
      return rowAt(value, index)
    default:
      return value
  }
}

/** A row of a table as a dictionary; nulls beyond its rows. */
const rowAt = (value: Table, index: number): Dictionary =>
  dictionary(symbols(value.names), collapse(value.columns.map((column) => itemAt(column, index))))

/**
 * The items of a list, the values of a dictionary, the rows of a table; otherwise the value alone.
 */
export function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'dictionary') return itemsOf(value.values)
  if (value.kind !== 'table') return cells(value)
  return Array.from({ length: countOf(value) }, (_, i) => rowAt(value, i))
}

/**
 * A vector of the same kind over other data, without an attribute. Wide integers become doubles if
 * they are exact.
 */
export const withData = (value: Vector, data: Data): Vector =>
  value.domain === undefined
    ? settledVector(value.type, data)
    : { kind: 'vector', type: value.type, data, attribute: '', domain: value.domain }

/** The items at the positions; null for a position outside. Lists stay lists. */
export function gather(value: Value, positions: ArrayLike<number>): Value {
  switch (value.kind) {
    case 'vector':
      return withData(value, gatherData(value, positions))
    case 'list':
      return collapse(gatherItems(value, positions))
    case 'dictionary':
      return dictionary(gather(value.keys, positions), gather(value.values, positions))
    case 'table':
      return table(
        value.names,
        value.columns.map((column) => gather(column, positions)),
      )
    default:
      return signal('type')
  }
}

function gatherData(value: Vector, positions: ArrayLike<number>): Data {
  if (Array.isArray(value.data)) return gatherTexts(value, value.data, positions)
  const source = value.data as Float64Array
  const into = allocateLike(value.data, positions.length) as Float64Array
  const nullValue = nullItem(value) as number
  const length = source.length
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number
    into[i] = position >= 0 && position < length ? (source[position] as number) : nullValue
  }
  return into
}

/** Separate from numbers: one loop for both kinds of storage would be slow for either. */
function gatherTexts(value: Vector, texts: readonly string[], positions: ArrayLike<number>): Data {
  const into = new Array<string>(reserve(positions.length))
  const nullText = nullItem(value) as string
  for (let i = 0; i < positions.length; i++) into[i] = texts[positions[i] as number] ?? nullText
  return into
}

function gatherItems(value: List, positions: ArrayLike<number>): Value[] {
  const items = new Array<Value>(positions.length)
  const missing = missingItem(value)
  for (let i = 0; i < positions.length; i++) {
    items[i] = value.items[positions[i] as number] ?? missing
  }
  return items
}

/**
 * The items from `start` to `end`, both within the list. It charges memory but not steps: a caller
 * that makes many slices pays for their number.
 */
export function slice(value: Value, start: number, end: number): Value {
  switch (value.kind) {
    case 'vector':
      reserveBytes(BYTES_OF_LIST + 8 * (end - start))
      return withData(value, value.data.slice(start, end))
    case 'list':
      return collapse(value.items.slice(start, end))
    case 'dictionary':
      return dictionary(slice(value.keys, start, end), slice(value.values, start, end))
    case 'table':
      return table(
        value.names,
        value.columns.map((column) => slice(column, start, end)),
      )
    default:
      return signal('type')
  }
}

/** Whether the value is a string, that is, a char vector. */
export const isString = (value: Value): value is Vector =>
  value.kind === 'vector' && value.type === CHAR

/** Whether the value is one symbol, enumerated or not; the row number of a link is none. */
export const isSymbol = (value: Value): value is Atom & { readonly value: string } =>
  value.kind === 'atom' && isSymbolic(value.type) && typeof value.value === 'string'

/** The bytes converted to text per step, as a power of two. */
const BYTES_PER_STEP_BITS = 6

/** The text of a string, a char, or a symbol, one character per byte. @throws QError `type` */
export function textOf(value: Value): string {
  if (value.kind === 'atom') {
    if (value.type === CHAR) return String.fromCharCode(value.value as number)
    if (isSymbol(value)) return value.value
  }
  if (isString(value)) {
    spend(value.data.length >> BYTES_PER_STEP_BITS)
    return bytesToText(value.data as Uint8Array)
  }
  if (value.kind === 'list' && value.items.length === 0) return ''
  return signal('type')
}

const CHUNK = 4096

/** Spreading a typed array uses its iterator; this reads it directly. */
const textOfFew = (bytes: Uint8Array): string =>
  String.fromCharCode.apply(null, bytes as unknown as number[])

/** One character per byte. */
export function bytesToText(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return textOfFew(bytes)
  let text = ''
  for (let i = 0; i < bytes.length; i += CHUNK) {
    text += textOfFew(bytes.subarray(i, i + CHUNK))
  }
  return text
}

/**
 * The names in a symbol atom or vector.
 *
 * @throws QError `type`
 */
export function namesOf(value: Value): readonly string[] {
  if (isSymbol(value)) return [value.value]
  if (value.kind === 'vector' && isSymbolic(value.type) && Array.isArray(value.data)) {
    return value.data
  }
  if (value.kind === 'list' && value.items.length === 0) return []
  return signal('type')
}

/** A column by name; an empty list if it is missing. */
export function columnOf(value: Table, name: string): Value {
  const column = value.columns[value.names.indexOf(name)]
  return column ?? collapse([])
}

/** A table with only these columns. */
export const withColumns = (value: Table, names: readonly string[]): Table =>
  table(
    names,
    names.map((name) => columnOf(value, name)),
  )
