/** Minutes since midnight of the Monday in whose week a task begins; weeks may go by. */
export type Moment = number

const HOUR = 60
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** Days of the week as they are written, in order. */
export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const two = (count: number): string => String(count).padStart(2, '0')

/** A time of day, such as 9:05. */
const sayTime = (moment: Moment): string =>
  `${Math.floor((moment % DAY) / HOUR)}:${two(moment % HOUR)}`

/** A day of the week and a time, such as Tue 9:05: of the next seven days just one is meant. */
export const sayMoment = (moment: Moment): string =>
  `${DAYS[Math.floor(moment / DAY) % DAYS.length]} ${sayTime(moment)}`

/** The hour of the day that a moment lies in, from 0 to 23. */
export const hourOf = (moment: Moment): number => Math.floor((moment % DAY) / HOUR)

export const hours = (count: number): number => count * HOUR

const DAY_ENDS = '(?:day|s|sday|nesday|r|rs|rsday|urday)?'
const WRITTEN = new RegExp(
  `^(?:(mon|tue|wed|thu|fri|sat|sun)${DAY_ENDS}\\.?,? +)?(?:at +)?` +
    '([01]?\\d|2[0-3]):([0-5]\\d)(?: ?([ap])\\.?m\\.?)?$',
  'i',
)
/** A text that stands for now. */
const NOW = /^(?:now)?$/i

/** Whether a text says a time that one can wait for; nothing stands for now. */
export const isTime = (text: string): boolean =>
  NOW.test(text.trim()) || readMoment(text, 0) !== undefined

/** The next moment from one on that is written so, such as 14:30 or Tue 9:00. */
export function readMoment(text: string, from: Moment): Moment | undefined {
  const [, day, written, minute, half] = WRITTEN.exec(text.trim()) ?? []
  if (written === undefined || minute === undefined) return undefined
  const hour = half === undefined ? Number(written) : hourOfHalf(Number(written), half)
  if (hour === undefined) return undefined
  const span = day === undefined ? DAY : WEEK
  const at = DAYS.findIndex((name) => name.toLowerCase() === day?.toLowerCase())
  const first = Math.max(at, 0) * DAY + hours(hour) + Number(minute)
  const since = (((from - first) % span) + span) % span
  return since === 0 ? from : from + span - since
}

const NOON = 12

/** Twelve o'clock begins its half of the day; there is no 14:30 pm. */
const hourOfHalf = (hour: number, half: string): number | undefined =>
  hour < 1 || hour > NOON ? undefined : (hour % NOON) + (half.toLowerCase() === 'p' ? NOON : 0)
