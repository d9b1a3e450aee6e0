import { atomic, type Leaf } from '../arithmetic/atomic.ts'
import { enumerate } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isString, textOf } from '../values/access.ts'
import { atom, chars, collapse, symbol, vectorOf } from '../values/build.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  GUID,
  isFloating,
  isSymbolic,
  LONG,
  REAL,
  SYMBOL,
  typeByCode,
  typeByLetter,
  typeByName,
} from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { parseText } from './tok.ts'

/** `x$y`: cast by type number, letter or name; parse by a capital; pad strings. */
export function castOrFind(x: Value, y: Value, q: Interpreter): Value {
  if (x.kind !== 'atom') return signal('type')
  if (x.type === CHAR) return byLetter(String.fromCharCode(x.value as number), y)
  if (isSymbolic(x.type)) return byName(x.value as string, y, q)
  if (x.type === LONG) return pad(Number(x.value), y)
  return castTo(Math.abs(Number(x.value)), y)
}

function byLetter(letter: string, y: Value): Value {
  if (letter === '*') return y
  const type = typeByLetter(letter.toLowerCase())?.code ?? signal('type')
  if (letter === letter.toLowerCase()) return castTo(type, y)
  return parseEach(type, y)
}

function parseEach(type: number, y: Value): Value {
  if (y.kind === 'list') return collapse(y.items.map((item) => parseEach(type, item)))
  return parseText(type, textOf(y))
}

function byName(name: string, y: Value, q: Interpreter): Value {
  if (name === '') return toSymbols(y)
  const type = typeByName(name)?.code
  return type === undefined ? enumerate(name, y, q) : castTo(type, y)
}

function toSymbols(y: Value): Value {
  if (isString(y) || (y.kind === 'atom' && y.type === CHAR)) return symbol(textOf(y))
  if (y.kind === 'list') return collapse(y.items.map(toSymbols))
  return isSymbolic((y as Leaf).type) ? y : signal('type')
}

/** Pads strings with blanks on the right, for negative widths on the left, or cuts them. */
function pad(width: number, y: Value): Value {
  if (y.kind === 'list') return collapse(y.items.map((item) => pad(width, item)))
  const text = textOf(y)
  const size = Math.abs(width)
  if (width >= 0) return chars(text.slice(0, size).padEnd(size))
  return chars(text.slice(Math.max(0, text.length - size)).padStart(size))
}

/** Casts all items to a type. @throws QError `type` for symbols and guids */
export function castTo(type: number, y: Value): Value {
  if (type === 0) return y
  if (typeByCode(type) === undefined) return signal('type')
  return atomic(y, (leaf) => castLeaf(type, leaf))
}

function castLeaf(type: number, leaf: Leaf): Value {
  if (leaf.type === type) return leaf
  if (isSymbolic(leaf.type) || leaf.type === GUID || type === SYMBOL || type === GUID) {
    return signal('type')
  }
  if (leaf.kind === 'atom') return atom(type, castScalar(type, leaf.type, leaf.value))
  const items = Array.from(leaf.data as Scalar[], (item) =>
    castScalar(type, leaf.type, typeof item === 'bigint' ? fromWide(item) : item),
  )
  return vectorOf(type, items)
}

function castScalar(type: number, from: number, value: Scalar): Scalar {
  const number = Number(value)
  if (type === BOOLEAN) return number !== 0 ? 1 : 0
  if (type === BYTE || type === CHAR) return Number.isFinite(number) ? number & 255 : 0
  if (from === CHAR || !isFloating(from)) return isFloating(type) ? ofReal(type, number) : value
  return isFloating(type) ? ofReal(type, number) : roundHalfUp(number)
}

const ofReal = (type: number, value: number): number => (type === REAL ? Math.fround(value) : value)

const roundHalfUp = (value: number): number =>
  Number.isFinite(value) ? Math.floor(value + 0.5) : value
