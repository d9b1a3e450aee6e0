/** Days since 1970-01-01 of a day, `YYYY-MM-DD`, by the Gregorian calendar. */
function daysOf(date: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  // Years begin in March here, so that a leap day is the last one.
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const two = (count: number): string => String(count).padStart(2, '0')

/** The reverse. */
function dateOf(days: number): string {
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
  const before = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - before
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${two(month)}-${two(day)}`
}

/** The day after so many days, `YYYY-MM-DD`. */
export const dayAfter = (date: string, days: number): string => dateOf(daysOf(date) + days)

/** The day of the week, from 0 for Monday. */
export const weekdayOf = (date: string): number => (((daysOf(date) + 3) % 7) + 7) % 7
