import { dayOfMonth, dayParts } from '../temporal/calendar.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  DATE,
  DATETIME,
  FLOAT,
  GUID,
  isFloating,
  isSymbolic,
  isTemporal,
  isWideType,
  LONG,
  MINUTE,
  MONTH,
  REAL,
  SECOND,
  TIME,
  TIMESPAN,
  TIMESTAMP,
  typeByCode,
} from '../values/types.ts'
import type { Scalar } from '../values/value.ts'
import { toWide } from '../values/wide.ts'

const pad = (value: number | bigint, width: number): string => String(value).padStart(width, '0')

/** A number with this many significant digits, like C's `%g`; 0 means all 17. */
function floatText(value: number, precision: number): string {
  if (Number.isNaN(value)) return '0n'
  if (value === Number.POSITIVE_INFINITY) return '0w'
  if (value === Number.NEGATIVE_INFINITY) return '-0w'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const digits = precision === 0 ? 17 : precision
  const [mantissa, power] = value.toExponential(digits - 1).split('e') as [string, string]
  const exponent = Number(power)
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? '-' : '+'
    return `${trimZeros(mantissa)}e${sign}${pad(Math.abs(exponent), 2)}`
  }
  return trimZeros(value.toFixed(Math.min(100, Math.max(0, digits - 1 - exponent))))
}

const trimZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text

/** The text of a scalar without its type suffix, as `string` returns it. */
export function scalarText(type: number, value: Scalar, precision: number): string {
  if (typeof value === 'string') return value
  if (type === CHAR) return String.fromCharCode(value as number)
  if (type === BOOLEAN) return value === 1 ? '1' : '0'
  if (type === BYTE) return (value as number).toString(16).padStart(2, '0')
  if (type === REAL || type === FLOAT) return floatText(value as number, precision)
  if (Number.isNaN(value) || Math.abs(Number(value)) === Number.POSITIVE_INFINITY) {
    return specialText(type, value as number)
  }
  return isTemporal(type) ? temporalText(type, value) : String(value)
}

function specialText(type: number, value: number): string {
  const isNull = Number.isNaN(value)
  const sign = value < 0 ? '-' : ''
  if (isFloating(type)) return isNull ? '0Nz' : `${sign}0wz`
  const mark = isNull ? '0N' : `${sign}0W`
  return isTemporal(type) ? `${mark}${typeByCode(type)?.letter ?? ''}` : mark
}

function temporalText(type: number, value: number | bigint): string {
  if (isWideType(type))
    return type === TIMESPAN ? spanText(toWide(value)) : pointText(toWide(value))
  const number = value as number
  if (type === DATE) return dateText(number)
  if (type === MONTH) return dateText(dayOfMonth(number)).slice(0, -3)
  if (type === DATETIME) return datetimeText(number)
  const sign = number < 0 ? '-' : ''
  return sign + clockText(type, Math.abs(number))
}

function dateText(days: number): string {
  const [year, month, day] = dayParts(days)
  if (year < 1 || year > 9999) return '0000.00.00'
  return `${pad(year, 4)}.${pad(month, 2)}.${pad(day, 2)}`
}

function clockText(type: number, value: number): string {
  if (type === MINUTE) return `${pad(Math.floor(value / 60), 2)}:${pad(value % 60, 2)}`
  const seconds = type === SECOND ? value : Math.floor(value / 1000)
  const minutes = clockText(MINUTE, Math.floor(seconds / 60))
  const clock = `${minutes}:${pad(seconds % 60, 2)}`
  return type === TIME ? `${clock}.${pad(value % 1000, 3)}` : clock
}

function datetimeText(value: number): string {
  const milliseconds = Math.round((value - Math.floor(value)) * 86_400_000)
  const carry = milliseconds === 86_400_000 ? 1 : 0
  return `${dateText(Math.floor(value) + carry)}T${clockText(TIME, carry ? 0 : milliseconds)}`
}

const DAY = 86_400_000_000_000n

function spanText(value: bigint): string {
  const size = value < 0n ? -value : value
  return `${value < 0n ? '-' : ''}${size / DAY}D${nanoClock(size % DAY)}`
}

function pointText(value: bigint): string {
  const days = value >= 0n ? value / DAY : -((-value + DAY - 1n) / DAY)
  return `${dateText(Number(days))}D${nanoClock(value - days * DAY)}`
}

function nanoClock(value: bigint): string {
  const seconds = Number(value / 1_000_000_000n)
  return `${clockText(SECOND, seconds)}.${pad(value % 1_000_000_000n, 9)}`
}

/** The suffix of a type's literals; `''` for most. */
export function typeSuffix(type: number): string {
  if (type === BOOLEAN) return 'b'
  return type === LONG || type === GUID || isTemporal(type) || isSymbolic(type) || type === CHAR
    ? ''
    : (typeByCode(type)?.letter.replace(/[xf]/, '') ?? '')
}

/** The ISO 8601 text of a time: dates with hyphens, and a T before the time. */
export function isoText(type: number, text: string): string {
  if (type === MONTH) return text.replace('.', '-').replace('m', '')
  const hasDate = type === DATE || type === DATETIME || type === TIMESTAMP
  return hasDate ? text.replace('.', '-').replace('.', '-').replace('D', 'T') : text
}
