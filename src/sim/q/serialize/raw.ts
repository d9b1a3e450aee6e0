import { isFloating, isWideType, REAL, typeByCode } from '../values/types.ts'
import type { Data } from '../values/value.ts'
import { narrow, widen } from '../values/wide.ts'

/** The null of integers by size; all numbers are little-endian here. */
const NULLS: Readonly<Record<number, number>> = { 2: -(2 ** 15), 4: -(2 ** 31) }

type Numbers = Int16Array | Int32Array | Float32Array | Float64Array | BigInt64Array | Uint8Array

/** The bytes of a numeric vector; undefined for symbols and guids. */
export function rawBytes(type: number, data: Data): Uint8Array | undefined {
  const numbers = toNumbers(type, data)
  return numbers && new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice()
}

function toNumbers(type: number, data: Data): Numbers | undefined {
  if (data instanceof Uint8Array || data instanceof BigInt64Array) return data
  if (!(data instanceof Float64Array)) return undefined
  if (isWideType(type)) return widen(data)
  if (isFloating(type)) return type === REAL ? Float32Array.from(data) : data
  const size = typeByCode(type)?.size ?? 0
  const nullPattern = NULLS[size]
  if (nullPattern === undefined) return undefined
  const toInteger = (item: number): number => {
    if (Number.isNaN(item)) return nullPattern
    return Number.isFinite(item) ? item : Math.sign(item) * (-nullPattern - 1)
  }
  return size === 2 ? Int16Array.from(data, toInteger) : Int32Array.from(data, toInteger)
}

/** The storage of a vector from its bytes; undefined for symbols and guids. */
export function dataOfBytes(type: number, bytes: Uint8Array): Data | undefined {
  const size = typeByCode(type)?.size ?? 0
  const { buffer } = bytes.slice(0, bytes.length - (bytes.length % Math.max(1, size)))
  if (isWideType(type)) return narrow(new BigInt64Array(buffer))
  if (type === REAL) return Float64Array.from(new Float32Array(buffer))
  if (isFloating(type)) return new Float64Array(buffer)
  if (size === 1) return new Uint8Array(buffer)
  const nullPattern = NULLS[size]
  if (nullPattern === undefined) return undefined
  const item = (number: number): number => {
    if (number === nullPattern) return Number.NaN
    return Math.abs(number) === -nullPattern - 1 ? number * Number.POSITIVE_INFINITY : number
  }
  return Float64Array.from(size === 2 ? new Int16Array(buffer) : new Int32Array(buffer), item)
}
