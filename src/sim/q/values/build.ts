import { signal } from '../errors.ts'
import { pollAtItem, reserve, reserveCells } from './meter.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  ENUM,
  FLOAT,
  GUID,
  isSymbolic,
  isWideType,
  LONG,
  SHORT,
  SYMBOL,
} from './types.ts'
import type {
  Atom,
  Attribute,
  Data,
  Dictionary,
  List,
  Primitive,
  Scalar,
  Table,
  Value,
  Vector,
} from './value.ts'
import { fromStored, narrow, wideData } from './wide.ts'

/** The generic null `::`, which is also the identity function. */
export const NIL: Primitive = {
  kind: 'primitive',
  verb: {
    name: '::',
    shown: '::',
    type: 101,
    rank: 1,
    unary: (x) => x,
    doc: 'identity; the generic null',
  },
}

const SMALL_LONGS: readonly Atom[] = Array.from({ length: 1280 }, (_, i) => ({
  kind: 'atom',
  type: LONG,
  value: i - 256,
}))
const FALSE: Atom = { kind: 'atom', type: BOOLEAN, value: 0 }
const TRUE: Atom = { kind: 'atom', type: BOOLEAN, value: 1 }

/** An atom of a type with a positive number. */
export const atom = (type: number, value: Scalar): Atom => ({ kind: 'atom', type, value })

/** A long. */
export function long(value: number | bigint): Atom {
  if (typeof value === 'number' && value >= -256 && value < 1024) {
    return SMALL_LONGS[value + 256] as Atom
  }
  return { kind: 'atom', type: LONG, value }
}

/** A boolean atom. */
export const bool = (value: boolean): Atom => (value ? TRUE : FALSE)
/** A short atom. */
export const short = (value: number): Atom => atom(SHORT, value)
/** A float atom. */
export const float = (value: number): Atom => atom(FLOAT, value)
/** A symbol atom, from one character per byte. */
export const symbol = (value: string): Atom => atom(SYMBOL, value)
/** A char atom, from a string of one byte. */
export const char = (value: string): Atom => atom(CHAR, value.charCodeAt(0))

/** A vector over data that nobody else writes to. */
export const vector = (type: number, data: Data, attribute: Attribute = ''): Vector => ({
  kind: 'vector',
  type,
  data,
  attribute,
})

/** A string: a char vector, from one character per byte. */
export function chars(text: string): Vector {
  const data = new Uint8Array(reserve(text.length))
  for (let i = 0; i < text.length; i++) data[i] = text.charCodeAt(i)
  return vector(CHAR, data)
}

/** A vector of longs from numbers or an array of them. */
export const longs = (items: readonly number[] | Float64Array): Vector =>
  vector(LONG, doubles(items))

/** A vector of floats. */
export const floats = (items: readonly number[] | Float64Array): Vector =>
  vector(FLOAT, doubles(items))

/** A plain loop: for a few items, the built-in copy with its iterator is slower. */
function doubles(items: readonly number[] | Float64Array): Float64Array {
  if (items instanceof Float64Array) return items
  const data = new Float64Array(items.length)
  for (let i = 0; i < data.length; i++) data[i] = items[i] as number
  return data
}

/** A vector of symbols. */
export const symbols = (items: readonly string[]): Vector => vector(SYMBOL, items as string[])

/** Enumerated symbols as plain symbols; other values unchanged. */
export function plainSymbols(value: Value): Value {
  if (value.kind !== 'vector' && value.kind !== 'atom') return value
  if (value.domain === undefined) return value
  if (value.kind === 'atom') return typeof value.value === 'string' ? symbol(value.value) : value
  return Array.isArray(value.data) ? symbols(value.data) : value
}

/** A vector of booleans over zeros and ones. */
export const bools = (data: Uint8Array): Vector => vector(BOOLEAN, data)

/** A general list without further conversion; q turns most lists into vectors with `collapse`. */
export const list = (items: readonly Value[]): List => ({ kind: 'list', items })

/** The empty general list. */
export const EMPTY: List = list([])

/** A dictionary. */
export const dictionary = (keys: Value, values: Value, attribute: Attribute = ''): Dictionary => ({
  kind: 'dictionary',
  keys,
  values,
  attribute,
})

/** A table over columns of one length. */
export const table = (
  names: readonly string[],
  columns: readonly Value[],
  attribute: Attribute = '',
): Table => ({ kind: 'table', names, columns, attribute })

/**
 * New storage for items of a type: zeros or empty strings.
 *
 * @throws QError `wsfull`
 */
export function allocate(type: number, count: number): Data {
  reserve(count)
  if (isSymbolic(type) || type === GUID) return new Array<string>(count).fill('')
  return type === BOOLEAN || type === BYTE || type === CHAR
    ? new Uint8Array(count)
    : new Float64Array(count)
}

/** New storage of the same kind as `data`. */
export function allocateLike(data: Data, count: number): Data {
  reserve(count)
  if (data instanceof Float64Array) return new Float64Array(count)
  if (data instanceof Uint8Array) return new Uint8Array(count)
  return data instanceof BigInt64Array ? new BigInt64Array(count) : new Array<string>(count)
}

/** A vector of a type from single items. */
export function vectorOf(type: number, items: readonly Scalar[], domain?: string): Vector {
  reserve(items.length)
  const data = toData(type, items)
  return domain === undefined
    ? vector(type, data)
    : { kind: 'vector', type, data, attribute: '', domain }
}

function toData(type: number, items: readonly Scalar[]): Data {
  if (isSymbolic(type) || type === GUID) return items as string[]
  if (isWideType(type)) return wideData(items as readonly (number | bigint)[])
  const data = allocate(type, items.length) as Float64Array
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item === 'bigint') return signal('type')
    data[i] = item as number
  }
  return data
}

/** A vector over `data`. Wide integers become doubles if they are exact. */
export const settledVector = (type: number, data: Data): Vector =>
  vector(type, data instanceof BigInt64Array ? narrow(data) : data)

/**
 * The list of `items` in q's form: a vector if all are atoms of one type, a table if all are
 * dictionaries with the same symbol keys, otherwise a general list.
 */
export function collapse(items: readonly Value[]): Value {
  const first = items[0]
  if (first === undefined) return EMPTY
  // Verbs on nested lists make one list per level, which nothing else charges.
  reserve(items.length)
  if (first.kind === 'atom') return collapseAtoms(first, items as readonly Atom[])
  if (first.kind === 'dictionary') return collapseRows(first, items) ?? list(items)
  return list(items)
}

function collapseAtoms(first: Atom, items: readonly Atom[]): Value {
  for (const item of items) {
    if (item.kind !== 'atom' || item.type !== first.type || item.domain !== first.domain) {
      return list(items)
    }
  }
  const data = items.map((item) => item.value)
  return vectorOf(first.type, data, first.type >= ENUM ? first.domain : undefined)
}

function collapseRows(first: Dictionary, items: readonly Value[]): Table | undefined {
  const names = rowNames(first)
  // Rows without columns could not be counted.
  if (names === undefined || names.length === 0) return undefined
  const rows: (readonly Value[])[] = []
  for (const item of items) {
    if (item.kind !== 'dictionary') return undefined
    const otherNames = item === first ? names : rowNames(item)
    if (otherNames?.length !== names.length) return undefined
    if (names.some((name, i) => otherNames[i] !== name)) return undefined
    rows.push(cells(item.values))
  }
  return table(
    names,
    names.map((_, i) => collapse(rows.map((row) => row[i] as Value))),
  )
}

function rowNames(row: Dictionary): readonly string[] | undefined {
  const { keys, values } = row
  if (keys.kind !== 'vector' || keys.type !== SYMBOL) return undefined
  if (values.kind !== 'vector' && values.kind !== 'list') return undefined
  return keys.data as string[]
}

/** The items of a vector or general list as values. Anything else is one item. */
export function cells(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items
  if (value.kind !== 'vector') return [value]
  const items = new Array<Value>(reserveCells(value.data.length))
  for (let i = 0; i < items.length; i++) {
    pollAtItem(i)
    items[i] = cell(value, i)
  }
  return items
}

/** The atom at an index of a vector; the index must be valid. */
export function cell(value: Vector, index: number): Atom {
  const { type, data } = value
  if (type === LONG && data instanceof Float64Array) return long(data[index] as number)
  if (type === BOOLEAN) return data[index] === 1 ? TRUE : FALSE
  return toCell(value, data[index] as Scalar)
}

function toCell(value: Vector, raw: Scalar): Atom {
  const { type, domain } = value
  const item = fromStored(raw)
  return domain === undefined
    ? { kind: 'atom', type, value: item }
    : { kind: 'atom', type, value: item, domain }
}
