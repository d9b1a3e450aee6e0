import { setAttribute } from '../dictionaries/attributes.ts'
import { positionOfKey } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import {
  countOf,
  gather,
  isSymbol,
  itemsOf,
  namesOf,
  slice,
  withColumns,
} from '../values/access.ts'
import { collapse, dictionary, longs } from '../values/build.ts'
import { reserve, spendAtItem } from '../values/meter.ts'
import { isSymbolic, LONG, SHORT } from '../values/types.ts'
import type { Dictionary, Table, Value } from '../values/value.ts'
import { isKeyed, isList } from '../values/value.ts'
import { pieces, reshape, takeCount } from './shape.ts'

/**
 * An integer from an atom.
 *
 * @throws QError `type`
 */
export function toInteger(x: Value): number {
  if (x.kind !== 'atom' || x.type > LONG || typeof x.value === 'string') return signal('type')
  return Number(x.value)
}

/** `til n`. @throws QError `type`, `domain` for a negative number, `wsfull` */
export function til(x: Value): Value {
  const count = toInteger(x)
  if (!(count >= 0)) return signal('domain')
  const data = new Float64Array(reserve(count))
  for (let i = 0; i < count; i++) data[i] = i
  return longs(data)
}

/** `reverse x`. */
export function reverse(x: Value): Value {
  if (x.kind === 'atom') return x
  const count = countOf(x)
  return gather(
    x,
    Float64Array.from({ length: count }, (_, i) => count - 1 - i),
  )
}

/**
 * `x#y`: takes items, repeating them if there are too few; reshapes; selects entries or columns.
 */
export function take(x: Value, y: Value): Value {
  if (isSymbol(x)) return setAttribute(x.value as string, y)
  if (y.kind === 'dictionary' && (isList(x) || x.kind === 'table')) return takeKeys(x, y)
  if (y.kind === 'table' && isList(x)) return takeColumns(x, y)
  if (x.kind === 'atom') return takeCount(toInteger(x), y)
  return isList(x) ? reshape(itemsOf(x).map(toInteger), y) : signal('type')
}

/** @throws QError with the name of a missing column */
function takeColumns(x: Value, y: Table): Table {
  const names = namesOf(x)
  const missing = names.find((name) => !y.names.includes(name))
  return missing === undefined ? withColumns(y, names) : signal(missing)
}

function takeKeys(x: Value, y: Dictionary): Value {
  if (isKeyed(y) && x.kind !== 'table' && countOf(x) === 0) return slice(y, 0, 0)
  if (isKeyed(y) && x.kind === 'vector' && isSymbolic(x.type)) {
    return dictionary(y.keys, takeColumns(x, y.values))
  }
  const positions = itemsOf(x).map((key) => positionOfKey(y, key))
  return dictionary(x, gather(y.values, positions))
}

/** `x_y`: drops items, an entry or columns; cuts at positions. */
export function drop(x: Value, y: Value): Value {
  if (y.kind === 'dictionary' && !isCount(x)) return dropKeys(x, y)
  if (x.kind === 'dictionary') return isList(y) ? signal('type') : dropKeys(y, x)
  if (y.kind === 'table' && isSymbolList(x)) return dropColumns(x, y)
  if ((isList(x) || x.kind === 'table') && y.kind === 'atom') return dropAt(x, toInteger(y))
  if (x.kind === 'atom') return dropCount(toInteger(x), y)
  return cutList(x, y)
}

const isCount = (x: Value): boolean => x.kind === 'atom' && x.type >= SHORT && x.type <= LONG

const isSymbolList = (x: Value): boolean => x.kind === 'vector' && isSymbolic(x.type)

function dropColumns(x: Value, y: Table): Value {
  const droppedNames = new Set(namesOf(x))
  return withColumns(
    y,
    y.names.filter((name) => !droppedNames.has(name)),
  )
}

function dropKeys(x: Value, y: Dictionary): Value {
  const droppedPositions = new Set(
    (isList(x) || x.kind === 'table' ? itemsOf(x) : [x]).map((key) => positionOfKey(y, key)),
  )
  const keptKeys = itemsOf(y.keys)
    .map((_, i) => i)
    .filter((i) => !droppedPositions.has(i))
  return gather(y, keptKeys)
}

function dropAt(x: Value, position: number): Value {
  const count = countOf(x)
  if (position < 0 || position >= count) return x
  const keptPositions = Array.from({ length: count }, (_, i) => i).filter((i) => i !== position)
  return gather(x, keptPositions)
}

function dropCount(count: number, y: Value): Value {
  if (y.kind === 'atom') return collapse([])
  const length = countOf(y)
  return count >= 0
    ? slice(y, Math.min(count, length), length)
    : slice(y, 0, Math.max(0, length + count))
}

/** Integers; those of a vector without copying. */
const toIntegers = (x: Value): ArrayLike<number> =>
  x.kind === 'vector' && x.type === LONG && x.data instanceof Float64Array
    ? x.data
    : itemsOf(x).map(toInteger)

/** `x cut y`: cuts at positions, or into pieces of x items. */
export function cutList(x: Value, y: Value): Value {
  if (x.kind === 'atom') return pieces(y, toInteger(x))
  const starts = toIntegers(x)
  const count = countOf(y)
  const parts: Value[] = []
  for (let i = 0; i < starts.length; i++) {
    const [start, end] = [starts[i] as number, starts[i + 1] ?? count]
    if (start < 0 || start > end || end > count) return signal('domain')
    spendAtItem(i)
    parts.push(slice(y, start, end))
  }
  return collapse(parts)
}

/** `x rotate y`. */
export function rotate(x: Value, y: Value): Value {
  const count = countOf(y)
  const width = toInteger(x)
  if (count === 0) return y
  return gather(
    y,
    Float64Array.from({ length: count }, (_, i) => (((i + width) % count) + count) % count),
  )
}
