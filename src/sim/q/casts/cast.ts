import { atomic } from '../arithmetic/atomic.ts'
import { isMatrix, matrixProduct } from '../arithmetic/matrix.ts'
import { enumerate, placesOf } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { partOfTime, TIME_PARTS } from '../temporal/parts.ts'
import { countOf, isString, itemsOf, textOf } from '../values/access.ts'
import { collapse, dictionary, symbol, table } from '../values/build.ts'
import {
  CHAR,
  INT,
  isSymbolic,
  isTemporal,
  LONG,
  SHORT,
  SYMBOL,
  typeByLetter,
  typeByName,
} from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { castLeaf, emptyOf } from './convert.ts'
import { pad } from './pad.ts'
import { parseText } from './tok.ts'

/** `x$y`: casts by number, letter or name; parses by a capital; pads; multiplies matrices. */
export function castOrFind(x: Value, y: Value, q: Interpreter): Value {
  if (isMatrix(x) && isMatrix(y)) return matrixProduct(x, y)
  if (isList(x)) return castEach(x, y, q)
  if (x.kind !== 'atom') return signal('type')
  if (x.type === CHAR) return byLetter(String.fromCharCode(x.value as number), y, q)
  if (isSymbolic(x.type)) return byName(x.value as string, y, q)
  if (x.type === LONG || x.type === INT) return pad(Number(x.value), y)
  if (x.type !== SHORT) return signal('type')
  const type = Number(x.value)
  return type < 0 ? parseEach(-type, y, isDayFirst(q)) : castEnumerated(type, y, q)
}

/** Casts side by side: `"ij"$1 2`; a cast for each, of one value, or of the items of a list. */
function castEach(x: Value, y: Value, q: Interpreter): Value {
  const casts = itemsOf(x)
  if (y.kind === 'dictionary') return dictionary(y.keys, castEach(x, y.values, q))
  const isMany = isList(y)
  if (isMany && countOf(y) !== casts.length) return signal('length')
  const items = isMany ? itemsOf(y) : casts.map(() => y)
  return collapse(casts.map((cast, i) => castOrFind(cast, items[i] as Value, q)))
}

function byLetter(letter: string, y: Value, q: Interpreter): Value {
  if (letter === '*' || letter === ' ') return y
  const type = typeByLetter(letter.toLowerCase())?.code ?? signal('type')
  if (letter === letter.toLowerCase()) return castEnumerated(type, y, q)
  return parseEach(type, y, isDayFirst(q))
}

/** Whether `\\z 1` is on: dates of digits have the day before the month. */
const isDayFirst = (q: Interpreter): boolean => {
  const setting = q.settings.get('z')
  return setting?.kind === 'atom' && setting.value === 1
}

const monthFirst = (text: string): string =>
  text.replace(/^(\d{1,2})([./-])(\d{1,2})(?=[./-]\d\d)/, '$3$2$1')

/** Parses every string of what is nested; a char is a string of one. */
function parseEach(type: number, y: Value, dayFirst: boolean): Value {
  if (isString(y) || (y.kind === 'atom' && y.type === CHAR)) {
    const text = textOf(y)
    return parseText(type, dayFirst && isTemporal(type) ? monthFirst(text) : text)
  }
  if (y.kind === 'list') {
    if (y.items.length === 0) return castTo(type, y)
    return collapse(y.items.map((item) => parseEach(type, item, dayFirst)))
  }
  if (y.kind === 'dictionary') return dictionary(y.keys, parseEach(type, y.values, dayFirst))
  if (y.kind === 'table') {
    return table(
      y.names,
      y.columns.map((column) => parseEach(type, column, dayFirst)),
    )
  }
  return signal('type')
}

function byName(name: string, y: Value, q: Interpreter): Value {
  if (name === '') return toSymbols(y)
  if (TIME_PARTS.has(name)) return atomic(y, (leaf) => partOfTime(name, leaf))
  const type = typeByName(name)?.code
  return type === undefined ? enumerate(name, y, q) : castEnumerated(type, y, q)
}

function toSymbols(y: Value): Value {
  switch (y.kind) {
    case 'list':
      return y.items.length === 0 ? emptyOf(SYMBOL) : collapse(y.items.map(toSymbols))
    case 'dictionary':
      return dictionary(y.keys, toSymbols(y.values))
    case 'atom':
    case 'vector':
      return y.type === CHAR ? symbol(textOf(y).trim()) : castLeaf(SYMBOL, y)
    default:
      return signal('type')
  }
}

/** Casts, where an enumeration is the places of its items in the domain. */
const castEnumerated = (type: number, y: Value, q: Interpreter): Value =>
  castTo(type, type <= LONG && type > 0 ? placesOf(y, q) : y)

/** Casts all items to a type. @throws QError `type` for symbols and guids */
export function castTo(type: number, y: Value): Value {
  if (type === 0) return y
  if (type < 0 || type > 19 || type === 3) return signal('type')
  if (type === SYMBOL) return toSymbols(y)
  if (y.kind === 'list' && y.items.length === 0) return castLeaf(type, emptyOf(type))
  return atomic(y, (leaf) => castLeaf(type, leaf))
}
