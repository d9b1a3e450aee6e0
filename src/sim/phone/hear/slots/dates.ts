import { MONTH_NAMES } from '../../tables/calendar.ts'
import { numberAt, ordinalAt, type ReadNumber } from './numbers.ts'
import type { Candidate, Tokens } from './tokens.ts'

const MONTHS: ReadonlyMap<string, number> = new Map([
  ...MONTH_NAMES.flatMap((name, at): [string, number][] => [
    [name.toLowerCase(), at + 1],
    [name.slice(0, 3).toLowerCase(), at + 1],
  ]),
  ['sept', 9],
])
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Dates of years before this one are of births. */
const YEAR_FIRST = 2015

const two = (number: number): string => String(number).padStart(2, '0')

/** No number of a day has more digits. */
const DAY_MAX = 99

const NUMERIC = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

interface ReadDate {
  readonly value: string
  readonly end: number
  readonly isImpossible: boolean
}

/** A date with its month that begins at a token: "March 14", "the 14th of March", "3/14". */
function dateAt(tokens: Tokens, start: number): ReadDate | undefined {
  const token = tokens[start] ?? ''
  const iso = ISO.exec(token)
  if (iso !== null) {
    return madeOf(Number(iso[2]), Number(iso[3]), start + 1, Number(iso[1]))
  }
  const numeric = NUMERIC.exec(token)
  if (numeric !== null) {
    const [, month, day, year] = numeric
    const whole = year?.length === 4 ? Number(year) : undefined
    return madeOf(Number(month), Number(day), start + 1, whole)
  }
  const month = MONTHS.get(token)
  if (month !== undefined) {
    const dayStart = tokens[start + 1] === 'the' ? start + 2 : start + 1
    const day = dayAt(tokens, dayStart)
    return day === undefined ? undefined : withYear(tokens, month, day)
  }
  const day = dayAt(tokens, start)
  if (day === undefined) return undefined
  const monthAt = tokens[day.end] === 'of' ? day.end + 1 : day.end
  const named = MONTHS.get(tokens[monthAt] ?? '')
  return named === undefined
    ? undefined
    : withYear(tokens, named, { value: day.value, end: monthAt + 1 })
}

function dayAt(tokens: Tokens, start: number): ReadNumber | undefined {
  const day = ordinalAt(tokens, start) ?? numberAt(tokens, start)
  return day !== undefined && Number.isInteger(day.value) && day.value <= DAY_MAX ? day : undefined
}

/** With the year that may stand behind: "March 14, 2026". */
function withYear(tokens: Tokens, month: number, day: ReadNumber): ReadDate | undefined {
  const at = tokens[day.end] === ',' ? day.end + 1 : day.end
  const token = tokens[at] ?? ''
  const isYear = /^(?:19|20)\d\d$/.test(token)
  return madeOf(month, day.value, isYear ? at + 1 : day.end, isYear ? Number(token) : undefined)
}

function madeOf(month: number, day: number, end: number, year = YEAR_FIRST): ReadDate | undefined {
  if (year < YEAR_FIRST) return undefined
  const isImpossible = day < 1 || day > (DAYS[month - 1] ?? 0)
  return { value: `${two(month)}-${two(day)}`, end, isImpossible }
}

const BIRTHS: ReadonlySet<string> = new Set(['born', 'birth', 'birthday', 'birthdate', 'dob'])
/** So many words before a date may say that it is one of birth. */
const REACH = 5

/** Every date of a text, but for dates of birth. */
export function datesIn(tokens: Tokens): Candidate[] {
  const dates: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const read = dateAt(tokens, start)
    if (read === undefined) continue
    const before = tokens.slice(Math.max(0, start - REACH), start)
    if (!before.some((token) => BIRTHS.has(token))) {
      dates.push({ ...read, start, isCued: true })
    }
    start = read.end - 1
  }
  return dates
}

/** Days of the month: "the 15th", "day 15"; not those of a month that is named. */
export function daysIn(tokens: Tokens): Candidate[] {
  const dates = datesIn(tokens)
  const days: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const isNamed = tokens[start - 1] === 'day'
    const day = ordinalAt(tokens, start) ?? (isNamed ? numberAt(tokens, start) : undefined)
    if (day === undefined || day.value > DAY_MAX) continue
    const isDate = dates.some((date) => start >= date.start && start < date.end)
    const isPlain = !/\d/.test(tokens[start] ?? '') && tokens[start - 1] !== 'the' && !isNamed
    const isImpossible = day.value < 1 || day.value > 31
    if (!isDate && !isPlain) days.push({ ...day, start, isCued: true, isImpossible })
    start = day.end - 1
  }
  return days
}
