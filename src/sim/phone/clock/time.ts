/** Minutes since the midnight before the Monday of a task's first week. */
export type Moment = number

const HOUR = 60
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** Days of the week in short form, in order. */
export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Their whole names, in the same order. */
export const WEEKDAYS: readonly string[] =
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

const two = (count: number): string => String(count).padStart(2, '0')

/** A time of day, such as 9:05. */
const sayTime = (moment: Moment): string =>
  `${Math.floor((moment % DAY) / HOUR)}:${two(moment % HOUR)}`

/** A day of the week and a time, such as Tue 9:05; it means the next such moment. */
export const sayMoment = (moment: Moment): string =>
  `${DAYS[Math.floor(moment / DAY) % DAYS.length]} ${sayTime(moment)}`

/** The hour of the day that a moment lies in, from 0 to 23. */
export const hourOfDay = (moment: Moment): number => Math.floor((moment % DAY) / HOUR)

export const hours = (count: number): number => count * HOUR

const WRITTEN = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([01]?\d|2[0-3]):([0-5]\d)$/

/** The next moment that a text such as `Tue 09:00` names; undefined for another text. */
export function parseMoment(text: string, now: Moment): Moment | undefined {
  const [, day = '', hour, minute] = WRITTEN.exec(text) ?? []
  if (hour === undefined) return undefined
  const dayIndex = DAYS.findIndex((name) => name === day)
  const moment = dayIndex * DAY + hours(Number(hour)) + Number(minute)
  return now + ((((moment - now) % WEEK) + WEEK) % WEEK)
}
