import { isCivilDate } from '../../civil-date.ts'
import { toDays } from '../temporal/calendar.ts'
import { convertTime, DAY_NANOSECONDS } from '../temporal/convert.ts'
import { DATE, MONTH, TIMESPAN, TIMESTAMP } from '../values/types.ts'
import { fromWide } from '../values/wide.ts'

type Whole = number | bigint

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'
const DAYS_1970_TO_2000 = 10957n
const DAY = BigInt(DAY_NANOSECONDS)

/** The order of the numbers in a date such as 1/2/2000. */
export type DateOrder = 'mdy' | 'dmy'

/**
 * Parses a time of a type in q's layouts: with and without separators, with month names, and
 * seconds since 1970 for timestamps. Undefined if the text does not parse.
 */
export function parseTime(type: number, text: string, order: DateOrder): Whole | undefined {
  const special = SPECIAL.get(text.replace(/(?<=^-?0[NWw])[a-z]$/, ''))
  if (special !== undefined) return special
  if (text === '') return undefined
  if (type >= TIMESPAN) {
    const nanoseconds = parseSpan(text, order)
    return nanoseconds === undefined ? undefined : convertTime(TIMESPAN, type, nanoseconds)
  }
  if (type === MONTH) return parseMonth(text, order)
  if (type === DATE) return parseDay(DATE_TEXT.exec(text)?.[0] ?? text, order)
  const point =
    type === TIMESTAMP
      ? (parseUnixTime(text) ?? parseTimestamp(text, order))
      : parseTimestamp(text, order)
  return point === undefined ? undefined : convertTime(TIMESTAMP, type, point)
}

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['0N', Number.NaN],
  ['0W', Number.POSITIVE_INFINITY],
  ['0w', Number.POSITIVE_INFINITY],
  ['-0W', Number.NEGATIVE_INFINITY],
  ['-0w', Number.NEGATIVE_INFINITY],
])

// A date at the beginning of a text that may continue with a time.
const DATE_TEXT =
  /^(\d{4}[./-]\w{1,3}[./-]\d{1,2}|\d{8}|\d{1,2}[./ -]?[A-Za-z]{3}[./ -]?\d{2,4})(?=[DT -]|$)/

const DAY_FORMS: readonly (readonly [RegExp, 'ymd' | DateOrder | undefined])[] = [
  [/^(\d{4})[./-](\d{1,2}|[a-z]{3})[./-](\d{1,2})$/, 'ymd'],
  [/^(\d{4})(\d\d)(\d\d)$/, 'ymd'],
  [/^(\d\d)(\d\d)(\d\d)$/, 'ymd'],
  [/^(\d{4})([a-z]{3})(\d\d)$/, 'ymd'],
  [/^(\d{1,2})[./ -]?([a-z]{3})[./ -]?(\d{4}|\d\d)$/, 'dmy'],
  [/^([a-z]{3})[./ -](\d{1,2})[./ -](\d{4}|\d\d)$/, 'mdy'],
  [/^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d\d)$/, undefined],
]

/** Days since 2000.01.01. */
function parseDay(text: string, numericOrder: DateOrder): number | undefined {
  const lower = text.toLowerCase()
  for (const [form, order = numericOrder] of DAY_FORMS) {
    const match = form.exec(lower)
    if (match === null) continue
    const [, first, second, third] = match as unknown as [string, string, string, string]
    if (order === 'ymd') return validDay(first, second, third)
    return order === 'dmy' ? validDay(third, second, first) : validDay(third, first, second)
  }
  return undefined
}

function validDay(yearText: string, monthText: string, dayText: string): number | undefined {
  const year = yearText.length === 2 ? fullYear(Number(yearText)) : Number(yearText)
  const month = /\d/.test(monthText) ? Number(monthText) : MONTHS.indexOf(monthText) / 3 + 1
  const day = Number(dayText)
  return Number.isInteger(month) && isCivilDate(year, month, day)
    ? toDays(year, month, day)
    : undefined
}

const fullYear = (year: number): number => (year < 50 ? 2000 + year : 1900 + year)

function parseMonth(text: string, order: DateOrder): number | undefined {
  const match = /^(\d{4})[./-]?(\d\d)m?$/.exec(text) ?? /^(\d\d)(\d\d)$/.exec(text)
  if (match === null) {
    const days = parseDay(text, order)
    return days === undefined ? undefined : Number(convertTime(DATE, MONTH, days))
  }
  const year = (match[1] as string).length === 2 ? fullYear(Number(match[1])) : Number(match[1])
  const month = Number(match[2])
  return month >= 1 && month <= 12 ? (year - 2000) * 12 + month - 1 : undefined
}

const UNIX_FORM = /^(\d{9,20})(?:\.(\d*))?$/

/**
 * Nanoseconds since 2000.01.01 from a count since 1970. The length of the count decides its unit.
 */
function parseUnixTime(text: string): Whole | undefined {
  const match = UNIX_FORM.exec(text)
  if (match === null) return undefined
  const [, digits, fraction] = match as unknown as [string, string, string | undefined]
  const exponent = digits.length < 12 ? 9 : digits.length < 15 ? 6 : digits.length < 18 ? 3 : 0
  const wholeNumber = BigInt(digits) * 10n ** BigInt(exponent)
  const part = BigInt((fraction ?? '').padEnd(exponent, '0').slice(0, exponent) || '0')
  return fromWide(wholeNumber + part - DAYS_1970_TO_2000 * DAY)
}

/** A date, and a time of day after a D, a T, a space or a dash. */
function parseTimestamp(text: string, order: DateOrder): Whole | undefined {
  const match = DATE_TEXT.exec(text)
  const days = parseDay(match?.[0] ?? text, order)
  if (days === undefined) return undefined
  const clockText = match === null ? '' : text.slice(match[0].length + 1).replace(/[zZ]$/, '')
  const time = clockText === '' ? 0n : parseClock(clockText)
  return time === undefined ? undefined : fromWide(BigInt(days) * DAY + time)
}

const CLOCK_FORM = /^(\d{1,3}):(\d{1,2})(?::(\d{1,2})(?:[.,:](\d*))?)?\s*([apAP][mM])?$/
const DIGITS_FORM = /^(\d{2})(?:(\d{2})(?:(\d{2})[.,]?(\d*))?)?$/
const SHORT_FORM = /^(\d)(?:(\d{2})(\d{2})?)?()$/

/** Nanoseconds of a time of day, with colons or as plain digits. */
function parseClock(text: string): bigint | undefined {
  const match = CLOCK_FORM.exec(text) ?? DIGITS_FORM.exec(text) ?? SHORT_FORM.exec(text)
  if (match === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '', meridiem] = match
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const hour = meridiem === undefined ? Number(hours) : halfDayHour(Number(hours), meridiem)
  const wholeSeconds = BigInt(hour) * 3600n + BigInt(minutes) * 60n + BigInt(seconds)
  return wholeSeconds * 1_000_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9))
}

const halfDayHour = (hour: number, meridiem: string): number =>
  (hour % 12) + (meridiem.toLowerCase() === 'pm' ? 12 : 0)

const SPAN_FORM = /^(\d+)D(.*)$/

/** Nanoseconds of a time of day or a timespan; for a point in time, of its time of day. */
function parseSpan(text: string, order: DateOrder): Whole | undefined {
  const sign = text.startsWith('-') ? -1n : 1n
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text
  const span = SPAN_FORM.exec(unsigned)
  if (span !== null) {
    const [, days, clockText] = span as unknown as [string, string, string]
    const clock = clockText === '' ? 0n : parseClock(clockText)
    return clock === undefined ? undefined : fromWide(sign * (BigInt(days) * DAY + clock))
  }
  const clock = parseClock(unsigned)
  if (clock !== undefined) return fromWide(sign * clock)
  const point = parseTimestamp(unsigned, order)
  return point === undefined ? undefined : convertTime(TIMESTAMP, TIMESPAN, point)
}
