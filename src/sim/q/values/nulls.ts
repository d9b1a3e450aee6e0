import { atom, dictionary, list, NIL } from './build.ts'
import { BOOLEAN, BYTE, CHAR, GUID, isSymbolic } from './types.ts'
import type { Scalar, Value, Vector } from './value.ts'
import { WIDE_NULL } from './wide.ts'

/** The null of chars. */
export const SPACE = 32

/** The null guid. */
export const NULL_GUID = '00000000-0000-0000-0000-000000000000'

/** The null of a vector type, as a scalar. Booleans and bytes have no null and get 0. */
export function nullScalar(type: number): Scalar {
  if (type === BOOLEAN || type === BYTE) return 0
  if (type === CHAR) return SPACE
  if (type === GUID) return NULL_GUID
  // NaN is the null of all numbers and times, also of integers.
  return isSymbolic(type) ? '' : Number.NaN
}

/** The null of a vector's type, in the form in which its `data` stores it. */
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

/** Stands for a missing item of the same shape: the null of an atom's type, or an empty list. */
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
