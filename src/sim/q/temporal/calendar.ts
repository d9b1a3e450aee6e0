const DAYS_1970_TO_2000 = 10957
const MONTHS_A_YEAR = 12

/** Days since 2000.01.01 of a day of the Gregorian calendar; month from 1, day from 1. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146097 + dayOfEra - 719468 - DAYS_1970_TO_2000
}

/** Year, month and day of a number of days since 2000.01.01. */
export function dayParts(days: number): readonly [number, number, number] {
  const shifted = days + 719468 + DAYS_1970_TO_2000
  const era = Math.floor(shifted / 146097)
  const dayOfEra = shifted - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36524) -
      Math.floor(dayOfEra / 146096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}

/** Months since 2000.01 of a number of days since 2000.01.01. */
export function monthOfDay(days: number): number {
  const [year, month] = dayParts(days)
  return (year - 2000) * MONTHS_A_YEAR + month - 1
}

/** Days since 2000.01.01 of the first day of a month counted from 2000.01. */
export const dayOfMonth = (months: number): number =>
  daysOf(
    2000 + Math.floor(months / MONTHS_A_YEAR),
    (((months % MONTHS_A_YEAR) + MONTHS_A_YEAR) % MONTHS_A_YEAR) + 1,
    1,
  )

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether there is such a day. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (LENGTHS[month - 1] as number) + (month === 2 && leap ? 1 : 0)
}
