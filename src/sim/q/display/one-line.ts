import { bytesToText, itemsOf } from '../values/access.ts'
import { pollAtItem, reserveCells } from '../values/meter.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  ENUM,
  FLOAT,
  GUID,
  isSymbolic,
  isTemporal,
  LONG,
  MONTH,
  REAL,
  SYMBOL,
  typeByCode,
} from '../values/types.ts'
import type { Atom, Dictionary, Scalar, Table, Value, Vector } from '../values/value.ts'
import { isFunction, isKeyed } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { functionText } from './functions.ts'
import { scalarText, typeSuffix } from './scalars.ts'
import { quoteText } from './strings.ts'

/**
 * The one-line form of a value, as `-3!` and `.Q.s1` return it. The console uses it for atoms,
 * vectors and nested items. `precision` is the number of significant digits, 0 for all.
 */
export function oneLine(value: Value, precision: number): string {
  switch (value.kind) {
    case 'atom':
      return atomText(value, precision)
    case 'vector':
      reserveCells(value.data.length)
      return vectorText(value, precision)
    case 'list':
      return listText(value.items, precision)
    case 'dictionary':
      return dictionaryText(value, precision)
    case 'table':
      return tableText(value, precision)
    default:
      return functionText(value, (inner) => oneLine(inner, precision))
  }
}

const isShortNumber = (text: string): boolean => !/[.enwNW]/.test(text)

function atomText({ type, value, domain }: Atom, precision: number): string {
  if (type >= ENUM && typeof value !== 'string') return `\`${domain ?? ''}!${String(value)}`
  if (type >= ENUM) return `\`${domain ?? ''}$\`${value}`
  if (type === SYMBOL) return `\`${String(value)}`
  if (type === CHAR) return quoteText(String.fromCharCode(value as number))
  if (type === BYTE) return `0x${scalarText(type, value, precision)}`
  if (type === GUID) return String(value)
  const text = scalarText(type, value, precision)
  if (type === FLOAT) return isShortNumber(text) ? `${text}f` : text
  if (type === MONTH) return text.endsWith('m') ? text : `${text}m`
  return text + typeSuffix(type)
}

function vectorText(value: Vector, precision: number): string {
  const { type, attribute } = value
  const mark = attribute === '' ? '' : `\`${attribute}#`
  if (value.data.length === 0) return mark + emptyText(value)
  const comma = value.data.length === 1 ? ',' : ''
  if (type === CHAR) return comma + mark + quoteText(bytesToText(value.data as Uint8Array))
  if (type >= ENUM && Array.isArray(value.data)) return mark + itemsText(value, precision)
  return mark + comma + itemsText(value, precision)
}

function emptyText({ type, domain }: Vector): string {
  if (type === CHAR) return '""'
  if (type >= ENUM) return `\`${domain ?? ''}$\`symbol$()`
  return `\`${typeByCode(type)?.name ?? ''}$()`
}

function itemsText({ type, data, domain, attribute }: Vector, precision: number): string {
  const items = Array.from(data as Scalar[], (item, i) => {
    pollAtItem(i)
    return typeof item === 'bigint' ? fromWide(item) : item
  })
  if (type >= ENUM && !Array.isArray(data)) return `\`${domain ?? ''}!${items.join(' ')}`
  if (isSymbolic(type)) {
    const names = items.map((item) => `\`${item}`).join('')
    // The symbols of an enumeration show its attribute a second time.
    const mark = attribute === '' ? '' : `\`${attribute}#`
    const comma = items.length === 1 ? ',' : ''
    return type >= ENUM ? `\`${domain ?? ''}$${mark}${comma}${names}` : names
  }
  const texts = items.map((item, i) => {
    pollAtItem(i)
    return scalarText(type, item, precision)
  })
  // Only the last null or infinity shows the type.
  if (isTemporal(type)) {
    for (let i = 0; i < texts.length - 1; i++) texts[i] = (texts[i] as string).replace(/[a-z]$/, '')
  }
  if (type === BOOLEAN) return `${texts.join('')}b`
  if (type === BYTE) return `0x${texts.join('')}`
  const joinedTexts = texts.join(' ')
  if (type === MONTH) return `${joinedTexts.replace(/m/g, '')}m`
  if (type === FLOAT) return texts.every(isShortNumber) ? `${joinedTexts}f` : joinedTexts
  return type < LONG || type === REAL ? joinedTexts + typeSuffix(type) : joinedTexts
}

function listText(items: readonly Value[], precision: number): string {
  reserveCells(items.length)
  const texts = items.map((item) => oneLine(item, precision))
  return texts.length === 1 ? `,${texts[0]}` : `(${texts.join(';')})`
}

function dictionaryText(value: Dictionary, precision: number): string {
  const { keys, values } = value
  const mark = value.attribute === '' ? '' : `\`${value.attribute}#`
  if (isKeyed(value)) return `${mark}(${oneLine(keys, precision)})!${oneLine(values, precision)}`
  const left = oneLine(keys, precision)
  const isPlain = keys.kind === 'vector' && keys.data.length !== 1
  const shownKeys = isPlain || keys.kind === 'list' ? left : `(${left})`
  return `${mark}${shownKeys}!${oneLine(values, precision)}`
}

function tableText(value: Table, precision: number): string {
  const { partition } = value
  const visibleNames = value.names.filter((name) => name !== partition?.column)
  const names = visibleNames.map((name) => `\`${name}`).join('') || '(`symbol$())'
  const source = value.source ?? partition?.name
  if (source !== undefined)
    return `+${visibleNames.length === 1 ? `(,${names})` : names}!\`${source}`
  const columns = value.columns.map((column) => oneLine(column, precision))
  const mark = value.attribute === '' ? '' : `\`${value.attribute}#`
  const [only] = columns
  if (columns.length === 1 && only !== undefined) return `${mark}+(,${names})!,${only}`
  return `${mark}+${names}!(${columns.join(';')})`
}

/**
 * Whether the console shows a value on one line: all except tables, dictionaries and general lists.
 */
export const isFlat = (value: Value): boolean =>
  value.kind === 'atom' ||
  value.kind === 'vector' ||
  isFunction(value) ||
  (value.kind === 'list' && itemsOf(value).length === 0)
