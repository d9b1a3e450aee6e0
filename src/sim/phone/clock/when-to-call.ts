import { isOpenAt } from './opening-hours.ts'
import { type Moment, WEEK } from './time.ts'

/** What somebody knows of a department who looks for a time to call it. */
export interface Callable {
  /** Its hours as the directory has them; null where they are not known. */
  readonly opening: string | null
  /** How long one would wait, as far as one knows. */
  wait(moment: Moment): number
  /** Whether one may call then at all, and wait so long. */
  isAllowed(moment: Moment, wait: number): boolean
}

/** Hours begin and end at half hours, and queues change with the hour. */
const STEP = 30

/** When to call so that one is through soonest; undefined where no time of the week will do. */
export function timeToCall(from: Moment, callable: Callable): Moment | undefined {
  const { opening } = callable
  let best: { readonly at: Moment; readonly through: Moment } | undefined
  for (let at = from; at <= from + WEEK; at = at - (at % STEP) + STEP) {
    if (best !== undefined && at >= best.through) break
    if (opening !== null && !isOpenAt(opening, at)) continue
    const wait = callable.wait(at)
    if (!callable.isAllowed(at, wait)) continue
    if (best === undefined || at + wait < best.through) best = { at, through: at + wait }
  }
  return best?.at
}
