import { pollAtItem } from './meter.ts'
import type { Scalar } from './value.ts'

/** The bit patterns of 64-bit integers with special meanings. */
export const WIDE_NULL = -(2n ** 63n)
const WIDE_INFINITY = 2n ** 63n - 1n

const SAFE = Number.MAX_SAFE_INTEGER
const SAFE_BIG = BigInt(SAFE)

/** The 64-bit pattern of an item of a long, timestamp or timespan list. */
export function toWide(item: number | bigint): bigint {
  if (typeof item === 'bigint') return item
  if (Number.isNaN(item)) return WIDE_NULL
  if (item === Number.POSITIVE_INFINITY) return WIDE_INFINITY
  if (item === Number.NEGATIVE_INFINITY) return -WIDE_INFINITY
  return BigInt.asIntN(64, BigInt(Math.trunc(item)))
}

/** The item of a 64-bit pattern, wrapped if it is longer: a number if that is exact. */
export function fromWide(pattern: bigint): number | bigint {
  const wrappedValue = BigInt.asIntN(64, pattern)
  if (wrappedValue <= SAFE_BIG && wrappedValue >= -SAFE_BIG) return Number(wrappedValue)
  if (wrappedValue === WIDE_NULL) return Number.NaN
  if (wrappedValue === WIDE_INFINITY) return Number.POSITIVE_INFINITY
  if (wrappedValue === -WIDE_INFINITY) return Number.NEGATIVE_INFINITY
  return wrappedValue
}

/** An item of storage in the form that atoms use. */
export const fromStored = (raw: Scalar): Scalar => (typeof raw === 'bigint' ? fromWide(raw) : raw)

/** The nearest double of an item; NaN and infinities for null and infinities. */
export const toDouble = (item: Scalar): number => {
  if (typeof item === 'number') return item
  return typeof item === 'bigint' ? Number(item) : Number.NaN
}

/** Copies all items as 64-bit patterns. */
export function widen(data: Float64Array | Uint8Array | BigInt64Array): BigInt64Array {
  if (data instanceof BigInt64Array) return data
  const wide = new BigInt64Array(data.length)
  for (let i = 0; i < data.length; i++) {
    pollAtItem(i)
    wide[i] = toWide(data[i] as number)
  }
  return wide
}

/** Converts to doubles if all items are exact, otherwise returns the same array. */
export function narrow(wide: BigInt64Array): Float64Array | BigInt64Array {
  // Mostly the first item decides, so storage is made only after it.
  let doubles: Float64Array | undefined
  for (let i = 0; i < wide.length; i++) {
    pollAtItem(i)
    const item = fromWide(wide[i] as bigint)
    if (typeof item === 'bigint') return wide
    doubles ??= new Float64Array(wide.length)
    doubles[i] = item
  }
  return doubles ?? new Float64Array(0)
}

/** The nearest doubles of 64-bit patterns. */
export function doublesOfWide(wide: BigInt64Array): Float64Array {
  const doubles = new Float64Array(wide.length)
  for (let i = 0; i < wide.length; i++) {
    pollAtItem(i)
    doubles[i] = toDouble(fromWide(wide[i] as bigint))
  }
  return doubles
}

/** Storage for single 64-bit integers. */
export function wideData(items: readonly (number | bigint)[]): Float64Array | BigInt64Array {
  const doubles = new Float64Array(items.length)
  for (let i = 0; i < items.length; i++) {
    pollAtItem(i)
    const item = items[i] as number | bigint
    if (typeof item === 'bigint') return BigInt64Array.from(items, toWide)
    doubles[i] = item
  }
  return doubles
}
