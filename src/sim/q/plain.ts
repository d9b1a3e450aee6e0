import { scalarText } from './display/scalars.ts'
import { itemsOf, textOf } from './values/access.ts'
import {
  bool,
  cells,
  chars,
  collapse,
  dictionary,
  float,
  long,
  NIL,
  symbols,
} from './values/build.ts'
import { isNullScalar } from './values/nulls.ts'
import { BOOLEAN, CHAR, FLOAT, isFloating, isSymbolic, isTemporal } from './values/types.ts'
import type { Atom, Value } from './values/value.ts'

/** A value outside the interpreter: JSON, with text as one character per byte. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly [key: string]: Plain }

/**
 * A value as JSON: strings, symbols and values without a JSON form as text, nulls as null, tables
 * as rows. Longs beyond exact doubles and functions become text.
 */
export function toPlain(value: Value, textOfFunction: (value: Value) => string): Plain {
  const inner = (item: Value): Plain => toPlain(item, textOfFunction)
  switch (value.kind) {
    case 'atom':
      return plainAtom(value)
    case 'vector':
      return value.type === CHAR ? textOf(value) : cells(value).map(inner)
    case 'list':
      return value.items.map(inner)
    case 'table':
      return itemsOf(value).map(inner)
    case 'dictionary':
      return plainDictionary(value.keys, value.values, inner)
    default:
      return value === NIL ? null : textOfFunction(value)
  }
}

function plainDictionary(keys: Value, values: Value, inner: (value: Value) => Plain): Plain {
  const names = itemsOf(keys)
  const items = itemsOf(values).map(inner)
  if (keys.kind === 'vector' && isSymbolic(keys.type)) {
    return Object.fromEntries(names.map((name, i) => [textOf(name), items[i] as Plain]))
  }
  return names.map((name, i) => [inner(name), items[i] as Plain])
}

function plainAtom({ type, value }: Atom): Plain {
  if (type === BOOLEAN) return value === 1
  if (type === CHAR || isSymbolic(type) || isTemporal(type)) return scalarText(type, value, 0)
  if (typeof value === 'bigint') return String(value)
  if (isNullScalar(type, value)) return null
  if (typeof value === 'string') return value
  return Number.isFinite(value) || isFloating(type) ? finite(value) : scalarText(type, value, 0)
}

const finite = (value: number): Plain =>
  Number.isFinite(value) ? value : scalarText(FLOAT, value, 0)

/**
 * A value from JSON: integers become longs, text strings, and objects dictionaries with symbol
 * keys.
 */
export function fromPlain(plain: Plain): Value {
  if (plain === null) return long(Number.NaN)
  if (typeof plain === 'boolean') return bool(plain)
  if (typeof plain === 'number') return Number.isSafeInteger(plain) ? long(plain) : float(plain)
  if (typeof plain === 'string') return chars(plain)
  if (isArray(plain)) return collapse(plain.map(fromPlain))
  return dictionary(symbols(Object.keys(plain)), collapse(Object.values(plain).map(fromPlain)))
}

const isArray = (plain: object): plain is readonly Plain[] => Array.isArray(plain)
