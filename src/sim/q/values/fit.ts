import { isWideType, SHORT } from './types.ts'
import type { Data } from './value.ts'
import { narrow, toWide } from './wide.ts'

const SAFE = Number.MAX_SAFE_INTEGER
const WIDE_LIMIT = 2 ** 63

/** The infinity of an integer type that is not 64 bits wide, as a number. */
const largestOf = (type: number): number => (type === SHORT ? 0x7fff : 0x7fffffff)

/**
 * A whole number as an item of an integer or temporal type: numbers that the type does not hold
 * become infinite. Nulls and infinities stay.
 */
export function fitWhole(type: number, value: number | bigint): number | bigint {
  if (!isWideType(type)) return clamp(Number(value), largestOf(type))
  if (typeof value === 'bigint' || !Number.isFinite(value) || Math.abs(value) <= SAFE) return value
  return Math.abs(value) >= WIDE_LIMIT ? value * Number.POSITIVE_INFINITY : BigInt(value)
}

/** Like `fitWhole` for the items of a vector; fractions are dropped. */
export function fitWholes(type: number, data: Float64Array): Data {
  if (!isWideType(type)) {
    const largest = largestOf(type)
    return data.map((item) => clamp(Math.trunc(item) + 0, largest))
  }
  const wholes = data.map((item) => {
    const whole = Math.trunc(item) + 0
    return Math.abs(whole) >= WIDE_LIMIT ? whole * Number.POSITIVE_INFINITY : whole
  })
  const isExact = (item: number): boolean => !Number.isFinite(item) || Math.abs(item) <= SAFE
  return wholes.every(isExact) ? wholes : narrow(BigInt64Array.from(wholes, toWide))
}

const clamp = (value: number, largest: number): number =>
  Math.abs(value) >= largest ? value * Number.POSITIVE_INFINITY : value
