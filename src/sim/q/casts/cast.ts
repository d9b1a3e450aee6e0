import { atomic } from '../arithmetic/atomic.ts'
import { isMatrix, matrixProduct } from '../arithmetic/matrix.ts'
import { enumerate, positionsInDomain } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { partOfTime, TIME_PARTS } from '../temporal/parts.ts'
import { countOf, isString, itemsOf, textOf } from '../values/access.ts'
import { collapse, dictionary, symbol, symbols, table } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { mapDistinct } from '../values/shared.ts'
import { trimText } from '../values/text.ts'
import {
  ANY,
  CHAR,
  ENUM,
  INT,
  isSymbolic,
  LONG,
  SHORT,
  SYMBOL,
  typeByCode,
  typeByLetter,
  typeByName,
} from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { castLeaf, emptyVector } from './convert.ts'
import { pad } from './pad.ts'
import { parseText } from './tok.ts'
import type { DateOrder } from './tok-times.ts'

/**
 * `x$y`: casts by number, letter or name; parses if the letter is a capital; pads; multiplies
 * matrices.
 */
export function castOrFind(x: Value, y: Value, q: Interpreter): Value {
  if (isMatrix(x) && isMatrix(y)) return matrixProduct(x, y)
  if (isList(x)) return castEach(x, y, q)
  if (x.kind !== 'atom') return signal('type')
  if (x.type === CHAR) return byLetter(String.fromCharCode(x.value as number), y, q)
  if (isSymbolic(x.type)) return byName(x.value as string, y, q)
  if (x.type === LONG || x.type === INT) return pad(Number(x.value), y)
  if (x.type !== SHORT) return signal('type')
  const type = Number(x.value)
  return type < 0 ? parseEach(-type, y, q) : castAny(type, y, q)
}

/** Casts item by item: `"ij"$1 2`. Each cast applies to one value, or to the items of a list. */
function castEach(x: Value, y: Value, q: Interpreter): Value {
  const casts = itemsOf(x)
  if (y.kind === 'dictionary') return dictionary(y.keys, castEach(x, y.values, q))
  const isMany = isList(y) || y.kind === 'table'
  if (isMany && countOf(y) !== casts.length) return signal('length')
  const items = isMany ? itemsOf(y) : casts.map(() => y)
  return collapse(casts.map((cast, i) => castOrFind(cast, items[i] as Value, q)))
}

function byLetter(letter: string, y: Value, q: Interpreter): Value {
  if (letter === '*' || letter === ' ') return y
  const type = typeByLetter(letter.toLowerCase())?.code ?? signal('type')
  return letter === letter.toLowerCase() ? castAny(type, y, q) : parseEach(type, y, q)
}

/** The date order that `\z` sets. */
function dateOrder(q: Interpreter): DateOrder {
  const setting = q.settings.get('z')
  return setting?.kind === 'atom' && setting.value === 1 ? 'dmy' : 'mdy'
}

/** Like `castTo`, but an enumeration becomes the indexes of its items in the domain. */
function castAny(type: number, y: Value, q: Interpreter): Value {
  const isEnumeration = type > 0 && type < CHAR && (y.kind === 'atom' || y.kind === 'vector')
  return castTo(type, isEnumeration && y.domain !== undefined ? positionsInDomain(y, q) : y)
}

/** Parses every nested string; a char counts as a string. */
function parseEach(type: number, y: Value, q: Interpreter): Value {
  if (isString(y) || (y.kind === 'atom' && y.type === CHAR)) {
    spend(1 + (countOf(y) >> 4))
    return parseText(type, textOf(y), dateOrder(q))
  }
  if (y.kind === 'list') {
    if (y.items.length === 0) return castTo(type, y)
    return collapse(y.items.map((item) => parseEach(type, item, q)))
  }
  if (y.kind === 'dictionary') return dictionary(y.keys, parseEach(type, y.values, q))
  if (y.kind === 'table') {
    return table(
      y.names,
      y.columns.map((column) => parseEach(type, column, q)),
    )
  }
  return signal('type')
}

function byName(name: string, y: Value, q: Interpreter): Value {
  if (name === '') return toSymbols(y)
  if (TIME_PARTS.has(name)) return atomic(y, (leaf) => partOfTime(name, leaf))
  const type = typeByName(name)?.code
  return type === undefined ? enumerate(name, y, q) : castAny(type, y, q)
}

/** The name in a text. */
function typeName(y: Value): string {
  spend(1 + (countOf(y) >> 4))
  return trimText(textOf(y))
}

function toSymbols(y: Value): Value {
  switch (y.kind) {
    case 'list':
      if (y.items.length === 0) return emptyVector(SYMBOL)
      return y.items.every(isString)
        ? symbols(mapDistinct(y.items, typeName))
        : collapse(y.items.map(toSymbols))
    case 'dictionary':
      return dictionary(y.keys, toSymbols(y.values))
    case 'atom':
    case 'vector':
      if (y.type !== CHAR) return castLeaf(SYMBOL, y)
      return symbol(typeName(y))
    default:
      return signal('type')
  }
}

/** Casts all items to a type. @throws QError `type` for symbols and guids */
export function castTo(type: number, y: Value): Value {
  if (type === ANY) return y
  if (typeByCode(type) === undefined || type >= ENUM) return signal('type')
  if (type === SYMBOL) return toSymbols(y)
  if (y.kind === 'list' && y.items.length === 0) return castLeaf(type, emptyVector(type))
  return atomic(y, (leaf) => castLeaf(type, leaf))
}
