import type { Leaf } from '../arithmetic/atomic.ts'
import { signal } from '../errors.ts'
import { atom, vector } from '../values/build.ts'
import { DATE, INT, isTemporal, MINUTE, SECOND, TIMESPAN } from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { dayParts } from './calendar.ts'
import { convertTime } from './convert.ts'

type Whole = number | bigint

interface Part {
  /** The type that provides the part. */
  readonly from: number
  readonly result: number
  readonly read: (value: number) => number
}

const DAYS_A_WEEK = 7
/** 2000.01.03, a Monday, in days since 2000.01.01. */
const A_MONDAY = 2

const remainder = (value: number, divisor: number): number =>
  value - divisor * Math.floor(value / divisor)

const ofDay = (read: (days: number) => number, result = INT): Part => ({ from: DATE, result, read })

const PARTS: ReadonlyMap<string, Part> = new Map([
  ['year', ofDay((days) => dayParts(days)[0])],
  ['mm', ofDay((days) => dayParts(days)[1])],
  ['dd', ofDay((days) => dayParts(days)[2])],
  ['week', ofDay((days) => days - remainder(days - A_MONDAY, DAYS_A_WEEK), DATE)],
  ['hh', { from: MINUTE, result: INT, read: (minutes) => Math.floor(minutes / 60) }],
  ['uu', { from: MINUTE, result: INT, read: (minutes) => remainder(minutes, 60) }],
  ['ss', { from: SECOND, result: INT, read: (seconds) => remainder(seconds, 60) }],
])

/** The parts of a time that are not types. */
export const TIME_PARTS: ReadonlySet<string> = new Set(PARTS.keys())

/** A part of a time by name. For a time of day, `mm` is its minutes. */
export function partOfTime(name: string, leaf: Leaf): Value {
  if (!isTemporal(leaf.type)) return signal('type')
  const part = PARTS.get(name === 'mm' && leaf.type >= TIMESPAN ? 'uu' : name)
  if (part === undefined) return signal('type')
  const readPart = (value: Whole): number => {
    const convertedValue = Number(convertTime(leaf.type, part.from, value))
    return Number.isFinite(convertedValue) ? part.read(convertedValue) : convertedValue
  }
  if (leaf.kind === 'atom') return atom(part.result, readPart(leaf.value as Whole))
  const items = Float64Array.from(leaf.data as Scalar[] as number[], (item: Whole) =>
    readPart(typeof item === 'bigint' ? fromWide(item) : item),
  )
  return vector(part.result, items)
}
