import { memoize } from '../../memo.ts'
import { DAY, DAYS, hours, type Moment, WEEK } from './time.ts'

/** From when to when, in minutes since Monday's midnight. */
interface Span {
  readonly startMinute: number
  readonly endMinute: number
}

const EVERY_DAY = 'every day'
const PART = new RegExp(
  `(?:${EVERY_DAY}|([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))?),? ` +
    '(?:(\\d+):(\\d+)-(\\d+):(\\d+)|around the clock)',
  'g',
)

const MEMO_MAX = 100

/** The spans of a week in which a department answers, by its hours as the directory has them. */
export const openingSpans = memoize(MEMO_MAX, (text): readonly Span[] =>
  [...text.matchAll(PART)].flatMap(([, firstDay, lastDay = firstDay, ...times]) => {
    const [hour, minute, endHour, endMinute] = times.map(Number)
    const isLimited = times[0] !== undefined
    const start = isLimited ? hours(hour ?? 0) + (minute ?? 0) : 0
    const end = isLimited ? hours(endHour ?? 0) + (endMinute ?? 0) : DAY
    return daysFrom(firstDay, lastDay).map((day) => ({
      startMinute: day * DAY + start,
      endMinute: day * DAY + end,
    }))
  }),
)

function daysFrom(firstDay: string | undefined, lastDay: string | undefined): number[] {
  const [firstIndex, lastIndex] = [firstDay, lastDay].map((day) =>
    DAYS.indexOf(day as (typeof DAYS)[number]),
  )
  return [...DAYS.keys()].filter(
    (day) => firstDay === undefined || (day >= (firstIndex ?? 0) && day <= (lastIndex ?? 0)),
  )
}

/** Whether a department with these hours answers. */
export const isOpenAt = (openingHours: string, moment: Moment): boolean =>
  openingSpans(openingHours).some(
    ({ startMinute, endMinute }) => moment % WEEK >= startMinute && moment % WEEK < endMinute,
  )
