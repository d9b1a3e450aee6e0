import { atom, dictionary, list, NIL } from './build.ts'
import { BOOLEAN, BYTE, CHAR, GUID, isSymbolic } from './types.ts'
import type { Scalar, Value, Vector } from './value.ts'
import { WIDE_NULL } from './wide.ts'

const SPACE = 32

/** The null guid. */
export const NULL_GUID = '00000000-0000-0000-0000-000000000000'

/** The null of a type with a positive number, as a scalar; false and 0x00 for types without one. */
export function nullScalar(type: number): Scalar {
  if (type === BOOLEAN || type === BYTE) return 0
  if (type === CHAR) return SPACE
  if (type === GUID) return NULL_GUID
  return isSymbolic(type) ? '' : Number.NaN
}

/** The null of a type in the storage of a vector. */
export const nullItem = (value: Vector): Scalar =>
  value.data instanceof BigInt64Array ? WIDE_NULL : nullScalar(value.type)

/** Whether a scalar of a type is its null. */
export function isNullScalar(type: number, value: Scalar): boolean {
  if (typeof value === 'number') return type === CHAR ? value === SPACE : Number.isNaN(value)
  if (typeof value === 'bigint') return value === WIDE_NULL
  return value === '' || (type === GUID && value === NULL_GUID)
}

/** The value of a missing item: the result of an index out of range. */
export function missingItem(source: Value): Value {
  switch (source.kind) {
    case 'vector':
      return source.domain === undefined
        ? atom(source.type, nullScalar(source.type))
        : { kind: 'atom', type: source.type, value: '', domain: source.domain }
    case 'list':
      return source.items[0] === undefined ? list([]) : emptyLike(source.items[0])
    case 'dictionary':
      return missingItem(source.values)
    default:
      return NIL
  }
}

/** The null that replaces an item like this one: an atom's null, or an emptied list. */
export function emptyLike(item: Value): Value {
  switch (item.kind) {
    case 'atom':
      return atom(item.type, nullScalar(item.type))
    case 'vector':
      return { ...item, data: item.data.slice(0, 0), attribute: '', hold: undefined }
    case 'list':
      return list([])
    case 'table':
      return { ...item, columns: item.columns.map(emptyLike), attribute: '' }
    case 'dictionary':
      return dictionary(emptyLike(item.keys), emptyLike(item.values))
    default:
      return NIL
  }
}
