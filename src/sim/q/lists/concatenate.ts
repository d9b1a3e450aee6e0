import { positionIn, positionOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, itemsOf, withData } from '../values/access.ts'
import {
  cells,
  collapse,
  dictionary,
  plainSymbols,
  symbols,
  table,
  vectorOf,
} from '../values/build.ts'
import { pollAtItem, reserve } from '../values/meter.ts'
import { isSymbolic } from '../values/types.ts'
import type { Atom, Data, Dictionary, Table, Value, Vector } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { narrow, widen } from '../values/wide.ts'

/** Concatenates lists; merges dictionaries, where the right value wins; appends rows to tables. */
export function concatenate(x: Value, y: Value): Value {
  if (needPlainSymbols(x, y)) return concatenate(plainSymbols(x), plainSymbols(y))
  if (x.kind === 'vector' && y.kind === 'vector' && sameKind(x, y)) return joinVectors(x, y)
  if (x.kind === 'vector' && y.kind === 'atom' && sameKind(x, y)) {
    return appendByte(x, y) ?? joinVectors(x, oneItemVector(y))
  }
  if (x.kind === 'atom' && y.kind === 'vector' && sameKind(x, y))
    return joinVectors(oneItemVector(x), y)
  if (x.kind === 'dictionary' && y.kind === 'dictionary') return joinDictionaries(x, y)
  if (isEmptyList(y) && hasItems(x)) return x
  if (isEmptyList(x) && hasItems(y)) return y
  // Keyed rows can only be added to keyed rows, because the keys would be ambiguous.
  if (x.kind === 'table' ? isKeyed(y) : isKeyed(x) && y.kind === 'table') return signal('type')
  if (x.kind === 'table') return joinTable(x, y)
  if (cannotHoldDictionary(x) && y.kind === 'dictionary') return signal('type')
  if (cannotHoldDictionary(y) && x.kind === 'dictionary') return signal('type')
  reserve(countOf(x) + countOf(y))
  return joinItems(itemsForJoin(x), itemsForJoin(y))
}

/**
 * Symbols of different enumerations, or enumerated and plain ones, concatenate as plain symbols.
 */
const needPlainSymbols = (x: Value, y: Value): boolean =>
  isFlat(x) && isFlat(y) && !areAtoms(x, y) && !sameKind(x, y) && isText(x) && isText(y)

const areAtoms = (x: Value, y: Value): boolean => x.kind === 'atom' && y.kind === 'atom'

const isFlat = (x: Value): x is Atom | Vector => x.kind === 'atom' || x.kind === 'vector'

const isText = (x: Atom | Vector): boolean =>
  isSymbolic(x.type) && (x.kind === 'atom' ? typeof x.value === 'string' : Array.isArray(x.data))

const isEmptyList = (x: Value): boolean => x.kind === 'list' && x.items.length === 0

const hasItems = (x: Value): boolean => isList(x) || x.kind === 'dictionary' || x.kind === 'table'

/** Whether a value cannot contain a dictionary: an atom, or a list of atoms of one type. */
const cannotHoldDictionary = (x: Value): boolean =>
  x.kind === 'atom' || (x.kind === 'vector' && x.data.length > 0)

const itemsForJoin = (x: Value): readonly Value[] => (x.kind === 'table' ? itemsOf(x) : cells(x))

function joinItems(x: readonly Value[], y: readonly Value[]): Value {
  return collapse([...x, ...y])
}

const oneItemVector = (x: Atom): Vector => vectorOf(x.type, [x.value], x.domain)

export const sameKind = (x: Vector | Atom, y: Vector | Atom): boolean =>
  x.type === y.type && x.domain === y.domain

function joinVectors(x: Vector, y: Vector): Vector {
  reserve(x.data.length + y.data.length)
  return withData(x, joinData(x.data, y.data))
}

/** Appends an item to a vector of bytes, such as a string; undefined for other storage. */
function appendByte(vector: Vector, { value }: Atom): Vector | undefined {
  const { data } = vector
  if (!(data instanceof Uint8Array)) return undefined
  const joined = new Uint8Array(reserve(data.length + 1))
  copyInto(joined, data, 0)
  joined[data.length] = value as number
  return withData(vector, joined)
}

/** Up to this many items are copied in a loop: the built-in copy has a higher fixed cost. */
const FEW = 32

/** Copies items into a typed array at an index. */
export function copyInto(
  destination: Uint8Array | Float64Array,
  items: Data,
  offset: number,
): void {
  const numbers = items as Uint8Array | Float64Array
  if (numbers.length > FEW) destination.set(numbers, offset)
  else for (let i = 0; i < numbers.length; i++) destination[offset + i] = numbers[i] as number
}

/** Concatenates storage of one type. */
export function joinData(x: Data, y: Data): Data {
  if (Array.isArray(x)) return [...x, ...(y as string[])]
  if (x instanceof BigInt64Array || y instanceof BigInt64Array) {
    const wide = new BigInt64Array(x.length + y.length)
    wide.set(widen(x))
    wide.set(widen(y as Float64Array), x.length)
    return narrow(wide)
  }
  const length = x.length + y.length
  if (x instanceof Uint8Array) {
    const joined = new Uint8Array(length)
    copyInto(joined, x, 0)
    copyInto(joined, y, x.length)
    return joined
  }
  const joined = new Float64Array(length)
  copyInto(joined, x, 0)
  copyInto(joined, y, x.length)
  return joined
}

function joinDictionaries(x: Dictionary, y: Dictionary): Value {
  const positions = itemsOf(y.keys).map((key, i) => {
    pollAtItem(i)
    return positionOfKey(x, key)
  })
  const keys = [...itemsOf(x.keys)]
  const [left, right] = needPlainSymbols(x.values, y.values)
    ? [plainSymbols(x.values), plainSymbols(y.values)]
    : [x.values, y.values]
  const values = [...itemsOf(left)]
  positions.forEach((position, i) => {
    const value = itemAt(right, i)
    if (position >= 0) values[position] = value
    else {
      keys.push(itemAt(y.keys, i))
      values.push(value)
    }
  })
  return dictionary(collapse(keys), collapse(values))
}

function joinTable(x: Table, y: Value): Value {
  if (y.kind === 'dictionary' && !isKeyed(y)) return joinRow(x, y)
  if (isList(y) && countOf(y) === x.names.length) return joinRow(x, dictionary(symbols(x.names), y))
  if (y.kind !== 'table') {
    reserve(countOf(x) + countOf(y))
    return joinItems(itemsOf(x), itemsForJoin(y))
  }
  if (x.names.length !== y.names.length) return signal('mismatch')
  return table(
    x.names,
    x.names.map((name, i) => {
      const at = y.names.indexOf(name)
      return at < 0
        ? signal('mismatch')
        : concatenate(x.columns[i] as Value, y.columns[at] as Value)
    }),
  )
}

function joinRow(x: Table, row: Dictionary): Value {
  const names = symbols(x.names)
  const values = itemsOf(names).map((name) => positionIn(row.keys, name))
  return table(
    x.names,
    x.columns.map((column, i) => {
      const at = values[i] as number
      return at < 0 ? signal('mismatch') : concatenate(column, collapse([itemAt(row.values, at)]))
    }),
  )
}
