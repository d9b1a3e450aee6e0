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
 * scattered, `type` if x cannot have attributes
 */
export function setAttribute(name: string, y: Value): Value {
  if (!ATTRIBUTES.has(name)) return signal('type')
  const attribute = name as Attribute
  switch (y.kind) {
    case 'vector':
      return { ...y, attribute: checked(attribute, y) }
    case 'dictionary':
      return ofDictionary(attribute, y)
    case 'table':
      return ofTable(attribute, y)
    case 'list':
      return { ...y, attribute: checked(attribute, y) }
    default:
      return signal('type')
  }
}

function ofDictionary(attribute: Attribute, y: Dictionary): Dictionary {
  if (y.keys.kind === 'table') {
    if (attribute === 's') checked('s', y.keys)
    const keys = attribute === 's' ? { ...y.keys, attribute } : ofTable(attribute, y.keys)
    return { ...y, keys, attribute: attribute === 's' || attribute === '' ? attribute : '' }
  }
  if (attribute !== 's' && attribute !== '' && attribute !== 'u') return signal('type')
  const keys = setAttribute(attribute, y.keys)
  return { ...y, keys, attribute: attribute === 'u' ? '' : attribute }
}

/** The attribute of a table is on its first column. For sorted rows that column is parted. */
function ofTable(attribute: Attribute, y: Extract<Value, { kind: 'table' }>): Value {
  const [first, ...rest] = y.columns
  if (first === undefined) return y
  if (attribute === 's') checked('s', y)
  const inner = attribute === 's' && rest.length > 0 ? 'p' : attribute
  return table(y.names, [setAttribute(inner, first), ...rest], attribute)
}

function checked(attribute: Attribute, y: Value): Attribute {
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
export function appendedAttribute(before: Vector, after: Vector): Attribute {
  const { attribute } = before
  const isKept =
    attribute === 's'
      ? isSorted(after, Math.max(1, countOf(before)))
      : keepsAttribute(attribute, after)
  return isKept ? attribute : ''
}

/** Whether no item is above the next one, from an index on. */
export function isSorted(y: Value, from = 1): boolean {
  spendReading(countOf(y) - from)
  if (y.kind === 'vector') return isSortedData(y.data, from)
  for (let i = from; i < countOf(y); i++) {
    if (compareItems(itemAt(y, i - 1), itemAt(y, i)) > 0) return false
  }
  return true
}

/** Compares stored items without making atoms of them. */
function isSortedData(data: Data, from: number): boolean {
  for (let i = from; i < data.length; i++) {
    if (compareScalars(data[i - 1] as Scalar, data[i] as Scalar) > 0) return false
  }
  return true
}

const isUnique = (y: Value): boolean => new Set(itemsOf(y).map(hashKey)).size === countOf(y)

function isParted(y: Value): boolean {
  const seen = new Set<unknown>()
  let last: unknown
  for (const item of itemsOf(y)) {
    const key = hashKey(item)
    if (key === last) continue
    if (seen.has(key)) return false
    seen.add(key)
    last = key
  }
  return true
}
