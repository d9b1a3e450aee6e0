import { hashKey } from '../comparison/match.ts'
import { compareItems, compareScalars } from '../comparison/order.ts'
import { signal } from '../errors.ts'
import { countOf, itemAt, itemsOf } from '../values/access.ts'
import { table } from '../values/build.ts'
import { spendReading } from '../values/meter.ts'
import type { Attribute, Data, Dictionary, Scalar, Value, Vector } from '../values/value.ts'

const ATTRIBUTES: ReadonlySet<string> = new Set(['', 's', 'u', 'p', 'g'])

/**
 * `` `s#x `` and similar: sets an attribute whose condition x must satisfy.
 *
 * @throws QError `s-fail` if it is not sorted, `u-fail` if an item repeats or its parts are
 * scattered, `type` if y cannot have the attribute
 */
export function setAttribute(name: string, y: Value): Value {
  if (!ATTRIBUTES.has(name)) return signal('type')
  const attribute = name as Attribute
  switch (y.kind) {
    case 'vector':
      return { ...y, attribute: checkAttribute(attribute, y) }
    case 'dictionary':
      return ofDictionary(attribute, y)
    case 'table':
      return tableWithAttribute(attribute, y)
    case 'list':
      // Only vectors can be parted or grouped.
      if (attribute === 'p' || attribute === 'g') return signal('type')
      return { ...y, attribute: checkAttribute(attribute, y) }
    default:
      return signal('type')
  }
}

function ofDictionary(attribute: Attribute, y: Dictionary): Dictionary {
  if (y.keys.kind === 'table') {
    if (attribute === 's') checkAttribute('s', y.keys)
    const keys =
      attribute === 's' ? { ...y.keys, attribute } : tableWithAttribute(attribute, y.keys)
    return { ...y, keys, attribute: attribute === 's' || attribute === '' ? attribute : '' }
  }
  if (attribute !== 's' && attribute !== '' && attribute !== 'u') return signal('type')
  const keys = setAttribute(attribute, y.keys)
  return { ...y, keys, attribute: attribute === 'u' ? '' : attribute }
}

/** The attribute of a table is on its first column. For sorted rows that column is parted. */
function tableWithAttribute(attribute: Attribute, y: Extract<Value, { kind: 'table' }>): Value {
  const [first, ...rest] = y.columns
  if (first === undefined) return y
  if (attribute === 's') checkAttribute('s', y)
  const columnAttribute = attribute === 's' && rest.length > 0 ? 'p' : attribute
  return table(y.names, [setAttribute(columnAttribute, first), ...rest], attribute)
}

function checkAttribute(attribute: Attribute, y: Value): Attribute {
  if (attribute === 's' && !isSorted(y)) return signal('s-fail')
  if (attribute === 'u' && !isUnique(y)) return signal('u-fail')
  if (attribute === 'p' && !isParted(y)) return signal('u-fail')
  return attribute
}

/** Whether a longer list still satisfies the attribute of the shorter one. */
function keepsAttribute(attribute: Attribute, y: Vector): boolean {
  if (attribute === 'g') return true
  if (attribute === 's') return isSorted(y)
  return attribute === 'u' && isUnique(y)
}

/** The attribute of x after `x,:y`: parted is removed, others only if they no longer apply. */
export function appendedAttribute(previous: Vector, appended: Vector): Attribute {
  const { attribute } = previous
  const isKept =
    attribute === 's'
      ? isSorted(appended, Math.max(1, countOf(previous)))
      : keepsAttribute(attribute, appended)
  return isKept ? attribute : ''
}

/** Whether no item is above the next one, from an index on. */
export function isSorted(y: Value, start = 1): boolean {
  spendReading(countOf(y) - start)
  if (y.kind === 'vector') return isSortedData(y.data, start)
  for (let i = start; i < countOf(y); i++) {
    if (compareItems(itemAt(y, i - 1), itemAt(y, i)) > 0) return false
  }
  return true
}

/** Compares stored items without making atoms of them. */
function isSortedData(data: Data, start: number): boolean {
  for (let i = start; i < data.length; i++) {
    if (compareScalars(data[i - 1] as Scalar, data[i] as Scalar) > 0) return false
  }
  return true
}

const isUnique = (y: Value): boolean => new Set(itemsOf(y).map(hashKey)).size === countOf(y)

function isParted(y: Value): boolean {
  const seenItems = new Set<unknown>()
  let lastItem: unknown
  for (const item of itemsOf(y)) {
    const key = hashKey(item)
    if (key === lastItem) continue
    if (seenItems.has(key)) return false
    seenItems.add(key)
    lastItem = key
  }
  return true
}
