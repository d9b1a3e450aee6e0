import { isOpenAt } from './opening-hours.ts'
import { type Moment, WEEK } from './time.ts'

/** Minutes between the times that are tried. */
const STEP = 5

/** The first time from a moment on at which a department is open; undefined if it never is. */
export function timeToCall(from: Moment, opening: string): Moment | undefined {
  for (let at = from; at <= from + WEEK; at = at - (at % STEP) + STEP) {
    if (isOpenAt(opening, at)) return at
  }
  return undefined
}
