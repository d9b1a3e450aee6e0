import { memoize } from '../../memo.ts'
import { DAY, DAYS, hours, type Moment, WEEK } from './time.ts'

/** From when to when, in minutes since Monday's midnight. */
interface Span {
  readonly from: number
  readonly to: number
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
  [...text.matchAll(PART)].flatMap(([, first, last = first, ...times]) => {
    const [hour, minute, endHour, endMinute] = times.map(Number)
    const isLimited = times[0] !== undefined
    const from = isLimited ? hours(hour ?? 0) + (minute ?? 0) : 0
    const to = isLimited ? hours(endHour ?? 0) + (endMinute ?? 0) : DAY
    return daysFrom(first, last).map((day) => ({ from: day * DAY + from, to: day * DAY + to }))
  }),
)

function daysFrom(first: string | undefined, last: string | undefined): number[] {
  const [from, to] = [first, last].map((day) => DAYS.indexOf(day as (typeof DAYS)[number]))
  return [...DAYS.keys()].filter(
    (day) => first === undefined || (day >= (from ?? 0) && day <= (to ?? 0)),
  )
}

/** Whether a department with these hours answers. */
export const isOpenAt = (opening: string, moment: Moment): boolean =>
  openingSpans(opening).some(({ from, to }) => moment % WEEK >= from && moment % WEEK < to)
