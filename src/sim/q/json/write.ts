import { byName } from '../../by-name.ts'
import { isoText, scalarText } from '../display/scalars.ts'
import { itemsOf, textOf } from '../values/access.ts'
import { NIL } from '../values/build.ts'
import { spend, spendReading } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE, CHAR, GUID, isFloating, isSymbolic, isTemporal } from '../values/types.ts'
import type { Atom, Dictionary, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'

/** Options for writing JSON. */
interface JsonStyle {
  /** Significant digits of floats; 0 for all. */
  readonly precision: number
  /** Whether infinities become null. */
  readonly nullInfinities: boolean
  /** Formats a function. */
  readonly show: (value: Value) => string
}

/** A value as JSON text, one character per byte. Each row of a table is on its own line. */
export function toJson(value: Value, style: JsonStyle): string {
  spend(1)
  const inner = (item: Value): string => toJson(item, style)
  switch (value.kind) {
    case 'atom':
      return atomJson(value, style)
    case 'vector':
      return value.type === CHAR
        ? quoteText(textOf(value))
        : `[${itemsOf(value).map(inner).join(',')}]`
    case 'list':
      return `[${value.items.map(inner).join(',')}]`
    case 'table':
      return `[${itemsOf(value).map(inner).join(',\n ')}]`
    case 'dictionary':
      return dictionaryJson(value, style)
    default:
      return value === NIL ? 'null' : quoteText(style.show(value))
  }
}

function dictionaryJson(value: Dictionary, style: JsonStyle): string {
  if (isKeyed(value)) {
    const names = [...value.keys.names, ...value.values.names]
    const columns = [...value.keys.columns, ...value.values.columns]
    return toJson({ kind: 'table', names, columns, attribute: '' }, style)
  }
  const keys = itemsOf(value.keys).map((key) => keyText(key, style))
  const items = itemsOf(value.values).map((item) => toJson(item, style))
  return `{${keys.map((key, i) => `${quoteText(key)}:${items[i]}`).join(',')}}`
}

function keyText(key: Value, { precision, show }: JsonStyle): string {
  if (key.kind === 'atom') return scalarText(key.type, key.value, precision)
  return key.kind === 'vector' && key.type === CHAR ? textOf(key) : show(key)
}

function atomJson({ type, value }: Atom, style: JsonStyle): string {
  if (type === BOOLEAN) return value === 1 ? 'true' : 'false'
  const text = scalarText(type, value, style.precision)
  if (isSymbolic(type) || type === CHAR || type === BYTE || type === GUID) return quoteText(text)
  const isNull = isNullScalar(type, value)
  if (isTemporal(type)) return quoteText(isNull ? '' : isoText(type, text))
  if (isNull) return 'null'
  if (Math.abs(Number(value)) !== Number.POSITIVE_INFINITY) return text
  if (style.nullInfinities) return 'null'
  return isFloating(type) ? text.replace('0w', 'inf') : text
}

const ESCAPES: Readonly<Record<string, string>> = byName({
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
})

function quoteText(text: string): string {
  spendReading(text.length)
  return `"${text.replace(/["\\]|[^ -\uffff]/g, escapeLetter)}"`
}

const escapeLetter = (letter: string): string =>
  ESCAPES[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
