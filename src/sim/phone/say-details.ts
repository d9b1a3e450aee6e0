import { weekdayOf } from '../civil-date.ts'
import type { CustomerRecord } from './case.ts'
import { WEEKDAYS } from './clock/time.ts'
import { DETAIL_NAMES, type DetailName, type Details } from './details.ts'
import { findMatter } from './matters.ts'
import { RECORD_KINDS, type RecordKind } from './tables/record-kinds.ts'

const MONTHS = `January February March April May June July August September October November
December`.split(/\s+/)

/** A day as people say it: `May 14`. */
export function sayDay(date: string): string {
  const [, month = '1', day = '1'] = date.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(day)}`
}

/** The day of the week: `Friday`. */
export const sayWeekday = (date: string): string => WEEKDAYS[weekdayOf(date)] ?? ''

/** Money as people say it: `$1,200` or `$12.50`. */
export function sayMoney(cents: number): string {
  const dollars = Math.floor(cents / 100)
  const rest = cents % 100
  const whole = String(dollars).replace(/\B(?=(\d{3})+$)/g, ',')
  return rest === 0 ? `$${whole}` : `$${whole}.${String(rest).padStart(2, '0')}`
}

/** A time of day as people say it: `3 pm` or `3:30 pm`. */
function sayTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour < 12 ? 'am' : 'pm'
  const twelve = hour % 12 === 0 ? 12 : hour % 12
  return minute === 0 ? `${twelve} ${half}` : `${twelve}:${String(minute).padStart(2, '0')} ${half}`
}

/** A record as a customer speaks of it: `the black desk lamp that I ordered on May 3`. */
const sayRecord = (kind: RecordKind, { noun, date }: CustomerRecord): string =>
  `the ${noun} ${RECORD_KINDS[kind].clause} ${sayDay(date)}`

/** A record as the company lists it: `[ord2] black desk lamp, ordered on May 3`. */
export const listRecord = (kind: RecordKind, { id, noun, date }: CustomerRecord): string =>
  `[${id}] ${noun}, ${RECORD_KINDS[kind].dated} ${sayDay(date)}`

/** A record as an employee speaks of it: `the black desk lamp ordered on May 3`. */
export const nameRecord = (kind: RecordKind, { noun, date }: CustomerRecord): string =>
  `the ${noun} ${RECORD_KINDS[kind].dated} ${sayDay(date)}`

/** A text with words in its slots: `cancel {record} as of {date}`. */
export const fillSlots = (
  text: string,
  words: Readonly<Partial<Record<DetailName, string>>>,
): string => text.replace(/\{(\w+)\}/g, (_, name: DetailName) => words[name] ?? '')

/** The values of an order in natural words, by member. */
export function wordsFor(
  service: string,
  details: Details,
  records: readonly CustomerRecord[],
): Readonly<Partial<Record<DetailName, string>>> {
  const { record, options = {} } = findMatter(service)
  const words: Partial<Record<DetailName, string>> = {}
  for (const name of DETAIL_NAMES) {
    const value = details[name]
    if (value === undefined) continue
    words[name] = sayValue(name, value, record, options, records)
  }
  return words
}

function sayValue(
  name: DetailName,
  value: string | number,
  kind: RecordKind | undefined,
  options: Readonly<Record<string, string>>,
  records: readonly CustomerRecord[],
): string {
  switch (name) {
    case 'record': {
      const chosenRecord = records.find(({ id }) => id === value)
      return kind === undefined || chosenRecord === undefined
        ? String(value)
        : sayRecord(kind, chosenRecord)
    }
    case 'option':
      return options[value] ?? String(value)
    case 'amount_cents':
      return sayMoney(Number(value))
    case 'date':
      return sayDay(String(value))
    case 'time':
      return sayTime(String(value))
    default:
      return String(value)
  }
}
