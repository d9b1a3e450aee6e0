import { DATE, DATETIME, MINUTE, SECOND, TIME, TIMESPAN, TIMESTAMP } from '../values/types.ts'
import type { Data, Scalar } from '../values/value.ts'
import { fromWide, narrow, toDouble, toWide } from '../values/wide.ts'

const DAY_NANOSECONDS = 86_400_000_000_000

const NANOSECONDS: ReadonlyMap<number, number> = new Map([
  [TIMESTAMP, 1],
  [TIMESPAN, 1],
  [DATE, DAY_NANOSECONDS],
  [DATETIME, DAY_NANOSECONDS],
  [MINUTE, 60_000_000_000],
  [SECOND, 1_000_000_000],
  [TIME, 1_000_000],
])

/** Nanoseconds of one unit of a temporal type; undefined for months. */
export const nanosecondsOf = (type: number): number | undefined => NANOSECONDS.get(type)

/** Items of one temporal type in the units of another, not rounded towards a coarser one. */
export function scaled(x: Data | Scalar, from: number, to: number): Data | Scalar {
  const factor = (nanosecondsOf(from) ?? 1) / (nanosecondsOf(to) ?? 1)
  if (factor === 1) return x
  if (typeof x !== 'object') return scaleOne(x, factor)
  if (x instanceof BigInt64Array) {
    if (factor > 1) return BigInt64Array.from(x, (item) => toWide(scaleOne(fromWide(item), factor)))
    return Float64Array.from(x, (item) => toDouble(fromWide(item)) * factor)
  }
  const items = Array.from(x as Float64Array, (item) => scaleOne(item, factor))
  if (items.some((item) => typeof item === 'bigint')) {
    return narrow(BigInt64Array.from(items, (item) => toWide(item as number)))
  }
  return Float64Array.from(items as number[])
}

function scaleOne(item: Scalar, factor: number): number | bigint {
  const double = toDouble(item)
  const product = double * factor
  const isExact = Number.isSafeInteger(product) || !Number.isFinite(product) || factor < 1
  if (isExact && typeof item === 'number') return product
  if (typeof item === 'number' && !Number.isInteger(item)) return Math.round(product)
  return factor < 1 ? product : fromWide(BigInt(item) * BigInt(factor))
}
