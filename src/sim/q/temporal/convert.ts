import {
  DATE,
  DATETIME,
  FLOAT,
  MINUTE,
  MONTH,
  SECOND,
  TIME,
  TIMESPAN,
  TIMESTAMP,
} from '../values/types.ts'
import type { Data, Scalar } from '../values/value.ts'
import { fromWide, wideData } from '../values/wide.ts'
import { dayOfMonth, monthOfDay } from './calendar.ts'

/** Nanoseconds of a day. */
export const DAY_NANOSECONDS = 86_400_000_000_000
const DAY_MILLISECONDS = 86_400_000
const DAY = BigInt(DAY_NANOSECONDS)

const CLOCK_UNITS: ReadonlyMap<number, number> = new Map([
  [TIMESPAN, 1],
  [MINUTE, 60_000_000_000],
  [SECOND, 1_000_000_000],
  [TIME, 1_000_000],
])

type Whole = number | bigint

/** Whether the type is a time of day or a span; the others are points in time. */
const isClock = (type: number): boolean => CLOCK_UNITS.has(type)

function scaledUp(count: number, unit: number): Whole {
  const product = count * unit
  return Number.isSafeInteger(product) ? product : BigInt(count) * BigInt(unit)
}

/** Nanoseconds since 2000.01.01, or since midnight. */
function toNanoseconds(type: number, value: Whole): Whole {
  if (type === TIMESTAMP || type === TIMESPAN) return value
  const count = Number(value)
  if (type === DATE) return scaledUp(count, DAY_NANOSECONDS)
  if (type === MONTH) return scaledUp(dayOfMonth(count), DAY_NANOSECONDS)
  if (type === DATETIME) return scaledUp(Math.round(count * DAY_MILLISECONDS), 1_000_000)
  return scaledUp(count, CLOCK_UNITS.get(type) ?? 1)
}

function floorBy(value: Whole, unit: number): number {
  if (typeof value === 'number') return Math.floor(value / unit)
  const divisor = BigInt(unit)
  const quotient = value / divisor
  return Number(value < 0n && quotient * divisor !== value ? quotient - 1n : quotient)
}

const withinDay = (value: Whole): Whole =>
  typeof value === 'number'
    ? value - Math.floor(value / DAY_NANOSECONDS) * DAY_NANOSECONDS
    : Number(((value % DAY) + DAY) % DAY)

/**
 * Converts an item between temporal types. Points lose their day when they become times of day, and
 * are truncated to the other type's precision. Nulls and infinities stay.
 */
export function convertTime(fromType: number, toType: number, value: Whole): Whole {
  if (fromType === toType || (typeof value === 'number' && !Number.isFinite(value))) return value
  if (toType === FLOAT) return Number(value)
  const nanoseconds = toNanoseconds(fromType, value)
  if (isClock(toType)) {
    const time = isClock(fromType) ? nanoseconds : withinDay(nanoseconds)
    return toType === TIMESPAN ? settledWhole(time) : floorBy(time, CLOCK_UNITS.get(toType) ?? 1)
  }
  if (toType === TIMESTAMP) return withinRange(nanoseconds)
  if (toType === DATETIME) return toDatetime(nanoseconds)
  const days = floorBy(nanoseconds, DAY_NANOSECONDS)
  return toType === MONTH ? monthOfDay(days) : days
}

const LARGEST = 2n ** 63n - 1n

/** Nanoseconds of a timestamp; values out of range become infinite. */
function withinRange(value: Whole): Whole {
  if (typeof value !== 'bigint' || (value < LARGEST && value > -LARGEST)) return settledWhole(value)
  return value < 0n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

const settledWhole = (value: Whole): Whole => (typeof value === 'bigint' ? fromWide(value) : value)

function toDatetime(nanoseconds: Whole): number {
  const days = floorBy(nanoseconds, DAY_NANOSECONDS)
  return days + Number(withinDay(nanoseconds)) / DAY_NANOSECONDS
}

/** Converts all items between temporal types. */
export function convertTimes(fromType: number, toType: number, data: Data | Scalar): Data | Scalar {
  if (fromType === toType) return data
  if (typeof data !== 'object') return convertTime(fromType, toType, data as Whole)
  const source = data as Float64Array | BigInt64Array
  const items = new Array<Whole>(source.length)
  for (let i = 0; i < items.length; i++) {
    const item = source[i] as Whole
    items[i] = convertTime(fromType, toType, typeof item === 'bigint' ? fromWide(item) : item)
  }
  if (toType === TIMESTAMP || toType === TIMESPAN) return wideData(items)
  return Float64Array.from(items as number[])
}
