import { byName } from '../by-name.ts'

/**
 * A test value as reference solutions see it. Strings stand for strings, chars, symbols, and dates
 * and times in q's notation. Records are dictionaries, and lists of records are tables.
 */
export type LiteralValue =
  | boolean
  | number
  | bigint
  | string
  | null
  | readonly LiteralValue[]
  | { readonly [name: string]: LiteralValue }

/** Columns of a table, or a row of one. */
export type LiteralRow = Readonly<Record<string, LiteralValue>>

const ATOMS = ['boolean', 'long', 'float', 'char', 'string', 'symbol'] as const
const TEMPORAL: Readonly<Record<string, string>> = byName({
  date: 'd',
  month: 'm',
  minute: 'u',
  second: 'v',
  time: 't',
})

/**
 * Writes a value as a q expression. A type is `long` (or boolean, float, char, string, symbol,
 * date, month, minute, second, time), `T list`, `K -> V` for a dictionary, or `table name:T,
 * name:T`. In a keyed table, ` | ` follows the key columns.
 *
 * @throws Error if the value does not have the type
 */
export function literal(type: string, value: LiteralValue): string {
  if (type.startsWith('table ')) return tableLiteral(type.slice('table '.length), value)
  const arrow = type.indexOf(' -> ')
  if (arrow >= 0) return dictionaryLiteral(type.slice(0, arrow), type.slice(arrow + 4), value)
  if (type.endsWith(' list')) return listLiteral(type.slice(0, -' list'.length), value)
  return atomLiteral(type, value)
}

function mismatch(type: string, value: LiteralValue): never {
  const shown = typeof value === 'bigint' ? String(value) : JSON.stringify(value)
  throw new Error(`q value: ${shown} is no ${type}`)
}

function atomLiteral(type: string, value: LiteralValue): string {
  if (type === 'boolean' && typeof value === 'boolean') return value ? '1b' : '0b'
  if (type === 'long') return longText(value)
  if (type === 'float') return floatText(value)
  if (typeof value !== 'string') return mismatch(type, value)
  if (type === 'char' && value.length === 1) return quoted(value)
  if (type === 'string') return stringLiteral(value)
  if (type === 'symbol' && /^[A-Za-z0-9.]*$/.test(value)) return `\`${value}`
  return type in TEMPORAL ? value : mismatch(type, value)
}

function longText(value: LiteralValue): string {
  if (value === null) return '0N'
  if (typeof value === 'bigint') return String(value)
  return Number.isSafeInteger(value) ? String(value) : mismatch('long', value)
}

/** All digits of a float, with a point or `f` that marks it as one. */
function floatText(value: LiteralValue): string {
  if (value === null) return '0n'
  if (typeof value !== 'number' || !Number.isFinite(value)) return mismatch('float', value)
  const text = String(value)
  return /[.e]/.test(text) ? text.replace('e+', 'e') : `${text}f`
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/[\n\r\t]/g, (one) => ESCAPES.get(one) ?? one)}"`

const stringLiteral = (text: string): string =>
  text.length === 1 ? `(enlist ${quoted(text)})` : quoted(text)

const EMPTY: Readonly<Record<string, string>> = byName({
  boolean: '(0#0b)',
  long: '(0#0)',
  float: '(0#0f)',
  char: '""',
  symbol: '(0#`)',
})

function listLiteral(type: string, value: LiteralValue): string {
  if (!isArray(value)) return mismatch(`${type} list`, value)
  if (value.length === 0) {
    return EMPTY[type] ?? (type in TEMPORAL ? `(0#0N${TEMPORAL[type]})` : '()')
  }
  const items = value.map((item) => literal(type, item))
  if (items.length === 1) return `(enlist ${items[0]})`
  switch (type) {
    case 'boolean':
      return `${items.map((item) => item[0]).join('')}b`
    case 'long':
      return items.join(' ')
    case 'float':
      return floatsLiteral(items)
    case 'symbol':
      return items.join('')
    case 'char':
      return quoted(value.join(''))
    default:
      return type in TEMPORAL ? items.join(' ') : `(${items.join(';')})`
  }
}

/** One decimal point makes a whole vector floats. Otherwise the last item gets a suffix. */
function floatsLiteral(items: readonly string[]): string {
  const bare = items.map((item) => item.replace(/f$/, ''))
  return bare.some((item) => /[.e]|0n/.test(item)) ? bare.join(' ') : `${bare.join(' ')}f`
}

function dictionaryLiteral(keyType: string, valueType: string, value: LiteralValue): string {
  const pairs = isPairs(value) ? value : Object.entries(recordOf(value))
  const keys = pairs.map(([key]) => keyOf(keyType, key as LiteralValue))
  const values = pairs.map(([, item]) => item as LiteralValue)
  return `(${listLiteral(keyType, keys)}!${listLiteral(valueType, values)})`
}

const isPairs = (
  value: LiteralValue,
): value is readonly (readonly [LiteralValue, LiteralValue])[] => isArray(value)

const keyOf = (type: string, key: LiteralValue): LiteralValue =>
  type === 'long' && typeof key === 'string' ? Number(key) : key

function tableLiteral(columns: string, value: LiteralValue): string {
  if (!isArray(value)) return mismatch(`table ${columns}`, value)
  const [first, rest] = columns.split(' | ') as [string, string | undefined]
  const parts = (text: string): string => text.split(', ').map(columnOf).join(';')
  const columnOf = (text: string): string => {
    const [name, type] = text.split(':') as [string, string]
    const items = value.map((row) => recordOf(row)[name] ?? null)
    return `${name}:${listLiteral(type, items)}`
  }
  return rest === undefined ? `([]${parts(first)})` : `([${parts(first)}]${parts(rest)})`
}

const isArray = (value: LiteralValue): value is readonly LiteralValue[] => Array.isArray(value)

const recordOf = (value: LiteralValue): LiteralRow =>
  typeof value === 'object' && value !== null && !isArray(value) ? value : mismatch('record', value)

/** Whether `literal` knows a type; used to check problems. */
export function isKnownType(type: string): boolean {
  if (type.startsWith('table ')) {
    return type
      .slice('table '.length)
      .split(/, | \| /)
      .every((column) => isKnownType(column.split(':')[1] ?? ''))
  }
  const arrow = type.indexOf(' -> ')
  if (arrow >= 0) return isKnownType(type.slice(0, arrow)) && isKnownType(type.slice(arrow + 4))
  const base = type.replace(/( list)+$/, '')
  return (ATOMS as readonly string[]).includes(base) || base in TEMPORAL
}
