import { signal } from '../errors.ts'
import { countOf } from '../values/access.ts'
import { isHeldBy } from '../values/hold.ts'
import { reserve } from '../values/meter.ts'
import { LONG } from '../values/types.ts'
import type {
  Atom,
  Attribute,
  Dictionary,
  Hold,
  List,
  Scalar,
  Value,
  Vector,
} from '../values/value.ts'

// Values may be written in place if only one holder can see them. Otherwise they are copied.

type Open<T> = { -readonly [key in keyof T]: T[key] }
type Container = Vector | List | Dictionary

/**
 * The value if it belongs to the holder, otherwise a copy that does. Without a holder, the copy
 * belongs to nobody. List attributes that the next write may break are removed.
 */
export function ownCopy<T extends Container>(value: T, holder: object | undefined): Open<T> {
  if (holder !== undefined && isHeldBy(value, holder)) return value
  reserve(countOf(value))
  const hold: Hold | undefined = holder && { by: holder }
  if (value.kind === 'vector') {
    return { ...value, data: value.data.slice(), attribute: lastingAttribute(value), hold }
  }
  if (value.kind === 'list')
    return { kind: 'list', items: value.items.slice(), hold } as unknown as Open<T>
  return { ...value, hold }
}

/** The attribute of a list after its items change: only a grouped list stays what it is. */
export const lastingAttribute = ({ attribute }: Vector): Attribute =>
  attribute === 'g' ? attribute : ''

/** Whether an atom fits into the storage of the vector unchanged. */
export function fits(value: Vector, item: Value): item is Atom {
  if (item.kind !== 'atom' || item.type !== value.type || item.domain !== value.domain) return false
  return !(value.data instanceof BigInt64Array) && typeof item.value !== 'bigint'
}

/** Whether the items fit into the storage unchanged. */
export const canSetMany = (value: Vector, indexes: Value, argument: Value): indexes is Vector =>
  indexes.kind === 'vector' &&
  indexes.type <= LONG &&
  !Array.isArray(indexes.data) &&
  (argument.kind === 'atom' || argument.kind === 'vector') &&
  argument.type === value.type &&
  argument.domain === value.domain &&
  !isWide(value) &&
  !isWide(argument)

const isWide = (value: Atom | Vector): boolean =>
  value.kind === 'atom' ? typeof value.value === 'bigint' : value.data instanceof BigInt64Array

/**
 * Sets many items at once in storage that nobody else can see.
 *
 * @throws QError `length`
 */
export function setMany(mine: Open<Vector>, indexes: Vector, argument: Atom | Vector): Vector {
  const into = mine.data as Scalar[]
  const source = argument.kind === 'atom' ? argument.value : argument.data
  const positions = indexes.data
  if (argument.kind === 'vector' && argument.data.length !== positions.length)
    return signal('length')
  for (const position of positions as Float64Array) {
    if (!(position >= 0 && position < into.length)) return signal('length')
  }
  for (let i = 0; i < positions.length; i++) {
    into[Number(positions[i])] =
      typeof source === 'object' ? (source[i] as Scalar) : (source as Scalar)
  }
  return mine
}
