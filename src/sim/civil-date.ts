/**
 * The number of days from 1970-01-01 to a Gregorian date; month and day count from 1. This is
 * Howard Hinnant's `days_from_civil`: years begin in March, so a leap day is the last of its year.
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The year, month and day of a number of days since 1970-01-01. */
export function civilFromDays(days: number): readonly [number, number, number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the date exists in the calendar. */
export function isCivilDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (MONTH_LENGTHS[month - 1] as number) + (month === 2 && leap ? 1 : 0)
}

function daysOfDate(date: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return daysFromCivil(year, month, day)
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Adds days to a date `YYYY-MM-DD`. */
export function dayAfter(date: string, days: number): string {
  const [year, month, day] = civilFromDays(daysOfDate(date) + days)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/** Adds working days to a date `YYYY-MM-DD`. Saturdays and Sundays do not count. */
export function workingDayAfter(date: string, days: number): string {
  let [last, left] = [date, days]
  while (left > 0) {
    last = dayAfter(last, 1)
    if (weekdayOf(last) < 5) left -= 1
  }
  return last
}

/** The day of the week, from 0 for Monday, of a day `YYYY-MM-DD`. */
export const weekdayOf = (date: string): number => (((daysOfDate(date) + 3) % 7) + 7) % 7
