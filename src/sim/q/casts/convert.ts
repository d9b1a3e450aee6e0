import type { Leaf } from '../arithmetic/atomic.ts'
import { asWider } from '../arithmetic/operands.ts'
import { signal } from '../errors.ts'
import { convertTime } from '../temporal/convert.ts'
import { allocate, atom, vector, vectorOf } from '../values/build.ts'
import { fitWhole } from '../values/fit.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  GUID,
  INT,
  isFloating,
  isSymbolic,
  isTemporal,
  isWideType,
  LONG,
  REAL,
  SYMBOL,
} from '../values/types.ts'
import type { Scalar, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

/** An empty vector of a type. */
export const emptyVector = (type: number): Vector => vector(type, allocate(type, 0))

/** Casts an atom or a vector to a type. @throws QError `type` from or to symbols and guids */
export function castLeaf(type: number, leaf: Leaf): Value {
  if (leaf.kind === 'vector' && leaf.data.length === 0) return emptyVector(type)
  if (isSymbolic(leaf.type) && type === SYMBOL) return plainSymbols(leaf)
  if (leaf.type === type) return leaf
  if (isSymbolic(leaf.type) || leaf.type === GUID || type === SYMBOL || type === GUID) {
    return signal('type')
  }
  return castNumbers(type, type > leaf.type && leaf.type !== REAL ? asWider(leaf, type) : leaf)
}

function castNumbers(type: number, leaf: Leaf): Value {
  if (leaf.kind === 'atom') return atom(type, castScalar(type, leaf.type, leaf.value as number))
  const { data } = leaf
  if (keepsStorage(type, leaf.type) && data instanceof Float64Array) return vector(type, data)
  const items = Array.from(data as Scalar[], (item) =>
    castScalar(type, leaf.type, typeof item === 'bigint' ? fromWide(item) : (item as number)),
  )
  return vectorOf(type, items)
}

/** Removes the enumeration from symbols. */
function plainSymbols(leaf: Leaf): Value {
  return leaf.kind === 'atom' ? atom(SYMBOL, leaf.value) : vector(SYMBOL, leaf.data)
}

/** Whether the items keep their numbers: integers that become wider ones. */
const keepsStorage = (to: number, from: number): boolean =>
  !(isTemporal(from) && isTemporal(to)) &&
  to !== REAL &&
  to > INT &&
  to !== CHAR &&
  (!isFloating(from) || isFloating(to)) &&
  (byteWidth(to) >= byteWidth(from) || isFloating(to))

const byteWidth = (type: number): number => (isWideType(type) || isFloating(type) ? 8 : 4)

function castScalar(type: number, from: number, value: number | bigint): Scalar {
  const number = Number(value)
  if (type === BOOLEAN) return number !== 0 ? 1 : 0
  if (type === BYTE && from === LONG && value > INT_MAX) return 0xff
  if (type === BYTE || type === CHAR) return toByte(value)
  if (isTemporal(type) && isTemporal(from)) return convertTime(from, type, value)
  if (type === REAL) return Math.fround(number)
  if (isFloating(type)) return number
  const rounded = isFloating(from) ? roundHalfUp(number) : value
  return fitWhole(type, rounded)
}

/** Longs above this all become the highest byte. */
const INT_MAX = 0x7fffffff

const toByte = (value: number | bigint): number => {
  if (typeof value === 'bigint') return Number(BigInt.asUintN(8, value))
  return Number.isFinite(value) ? Math.floor(value) & 255 : 0
}

const roundHalfUp = (value: number): number =>
  Number.isFinite(value) ? Math.floor(value + 0.5) : value
