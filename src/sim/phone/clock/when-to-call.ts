import { isOpenAt, openingSpans } from './opening-hours.ts'
import { type Moment, WEEK } from './time.ts'

/** The first time from a moment on at which a department is open; undefined if it never is. */
export function timeToCall(now: Moment, openingHours: string): Moment | undefined {
  if (isOpenAt(openingHours, now)) return now
  const waits = openingSpans(openingHours).map(
    (span) => (((span.startMinute - now) % WEEK) + WEEK) % WEEK,
  )
  return waits.length === 0 ? undefined : now + Math.min(...waits)
}
