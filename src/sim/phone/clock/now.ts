import { stream } from '../../random.ts'
import type { PhoneTask } from '../task.ts'
import { lineOf, type PhoneWorld } from '../world.ts'
import { isOpenAt } from './opening-hours.ts'
import { queueAt } from './queues.ts'
import { DAY, hours, type Moment, WEEK } from './time.ts'

/** From this level on desks may be closed, have people waiting, or put callers through. */
const BUSY_FROM = 3
export const isBusyLevel = ({ difficulty }: PhoneTask): boolean => difficulty >= BUSY_FROM

/** Tasks begin at these times of day, on one of the days with these weights. */
const EARLIEST = hours(8)
const LATEST = hours(18)
const STEP = 5
const DAY_WEIGHTS = [6, 6, 6, 6, 6, 1] as const
/** So long a desk has to be free where nothing about the time is to matter. */
export const QUIET_MINUTES = hours(1)

const moments = new WeakMap<PhoneTask, Moment>()

/** When a task begins: the same in every rollout. At low levels all desks it needs are free. */
export function nowOf(task: PhoneTask, world: PhoneWorld): Moment {
  const before = moments.get(task)
  if (before !== undefined) return before
  const now = drawNow(task, world)
  moments.set(task, now)
  return now
}

function drawNow(task: PhoneTask, world: PhoneWorld): Moment {
  const random = stream(task.seed, 0, 'now')
  const day = random.weighted([...DAY_WEIGHTS.keys()], DAY_WEIGHTS)
  const drawn = day * DAY + EARLIEST + STEP * random.integer(0, (LATEST - EARLIEST) / STEP)
  if (isBusyLevel(task)) return drawn
  let now = drawn
  while (!isQuiet(task, world, now) && now < drawn + WEEK) now += STEP
  return now % WEEK
}

/** Whether all desks of a task are free for as long as it takes. */
const isQuiet = (task: PhoneTask, world: PhoneWorld, now: Moment): boolean =>
  [now, now + QUIET_MINUTES].every((moment) =>
    task.required_calls.every((id) => {
      const { department } = lineOf(world, id)
      return isOpenAt(department.opening_hours, moment) && queueAt(world, department, moment) === 0
    }),
  )
