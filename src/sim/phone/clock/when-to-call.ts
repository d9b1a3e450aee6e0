import { isOpenAt, openingSpans } from './opening-hours.ts'
import { type Moment, WEEK } from './time.ts'

/** The first time from a moment on at which a department is open; undefined if it never is. */
export function timeToCall(from: Moment, opening: string): Moment | undefined {
  if (isOpenAt(opening, from)) return from
  const waits = openingSpans(opening).map((span) => (((span.from - from) % WEEK) + WEEK) % WEEK)
  return waits.length === 0 ? undefined : from + Math.min(...waits)
}
