import { civilFromDays, daysFromCivil } from '../../civil-date.ts'

const DAYS_1970_TO_2000 = 10_957
const MONTHS_A_YEAR = 12

/** The days since 2000.01.01 of a Gregorian date; month and day count from 1. */
export const toDays = (year: number, month: number, day: number): number =>
  daysFromCivil(year, month, day) - DAYS_1970_TO_2000

/** The year, month and day of a number of days since 2000.01.01. */
export const dayParts = (days: number): readonly [number, number, number] =>
  civilFromDays(days + DAYS_1970_TO_2000)

/** The months since 2000.01 of a number of days since 2000.01.01. */
export function monthOfDay(days: number): number {
  const [year, month] = dayParts(days)
  return (year - 2000) * MONTHS_A_YEAR + month - 1
}

/** The days since 2000.01.01 of the first day of a month counted from 2000.01. */
export const dayOfMonth = (months: number): number =>
  toDays(
    2000 + Math.floor(months / MONTHS_A_YEAR),
    (((months % MONTHS_A_YEAR) + MONTHS_A_YEAR) % MONTHS_A_YEAR) + 1,
    1,
  )
