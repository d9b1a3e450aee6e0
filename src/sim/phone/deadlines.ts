import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal } from './case.ts'
import { DAY, hourOfDay, hours, type Moment, WEEKDAYS } from './clock/time.ts'
import { isToDo, sparesIn } from './late-ties.ts'
import { earliestEnd, openingMoment } from './schedule.ts'
import { DEADLINES } from './tables/deadlines.ts'
import { nounFor } from './tables/nouns.ts'
import type { Company } from './world.ts'

/** Deadlines lie between these hours of the day. */
const MORNING = 8
const EVENING = 20

/** The least number of minutes between the earliest completion of a wish and its deadline. */
const SPARE_MINUTES = 120
/** The least number of minutes between a missed deadline and the opening of the department. */
const LATE_MINUTES = 30
/** Deadlines lie at most this many hours after the earliest possible completion. */
const DEADLINE_RANGE_HOURS = 6

/** The share of deadlines that cannot be met, if a missed one is possible. */
const UNREACHABLE_SHARE = 0.8

/**
 * Gives one wish a deadline. Either the department opens before it, and the call must not wait for
 * later ones; or it opens too late, and nothing can be done. Undefined if no wish has a suitable
 * time.
 */
export function withWishDeadline(
  phoneCase: Case,
  company: Company,
  random: RandomStream,
): Case | undefined {
  // A service with its own date happens on that date, not when it is arranged.
  const mayBeUrgent = ({ details }: CaseGoal): boolean => details.date === undefined
  // If another wish stays undone already, the remaining ones are needed.
  const mayMiss = phoneCase.goals.every(isToDo)
  const missedGoal =
    mayMiss && random.chance(UNREACHABLE_SHARE)
      ? findTimed(sparesIn(phoneCase, random).filter(mayBeUrgent), withMissedDeadline)
      : undefined
  const goal =
    missedGoal ??
    findTimed(sparesIn(phoneCase, random, isToDo).filter(mayBeUrgent), withMetDeadline)
  return goal === undefined ? undefined : withGoal(phoneCase, goal)

  function findTimed(
    candidates: readonly CaseGoal[],
    setDeadline: SetDeadline,
  ): CaseGoal | undefined {
    for (const candidate of candidates) {
      const timedGoal = setDeadline(candidate, phoneCase, company, random)
      if (timedGoal !== undefined) return timedGoal
    }
    return undefined
  }
}

/**
 * Sets the time of the deadline after the order of the services is settled, and adds the remark.
 */
export function withDeadlineTime(
  phoneCase: Case,
  company: Company,
  random: RandomStream,
): Case | undefined {
  const urgentGoal = phoneCase.goals.find(({ by }) => by !== undefined)
  if (urgentGoal === undefined) return phoneCase
  const goal =
    urgentGoal.right === 'done'
      ? withMetDeadline(urgentGoal, phoneCase, company, random)
      : urgentGoal
  if (goal === undefined) return undefined
  const template = random.pick(DEADLINES)
  const time = sayDeadline(goal.by ?? 0)
  const remark = template.replace('{noun}', nounFor(goal)).replace('{time}', time)
  return { ...withGoal(phoneCase, goal), remarks: [remark, ...phoneCase.remarks] }
}

type SetDeadline = (
  goal: CaseGoal,
  phoneCase: Case,
  company: Company,
  random: RandomStream,
) => CaseGoal | undefined

/** The wish with a deadline before its department opens. */
const withMissedDeadline: SetDeadline = (goal, phoneCase, company, random) => {
  const openingTime = openingMoment(goal, phoneCase, company)
  if (openingTime === undefined) return undefined
  const possible = hoursBetween(phoneCase.moment + SPARE_MINUTES, openingTime - LATE_MINUTES)
  if (possible.length === 0) return undefined
  return { ...goal, by: random.pick(possible), right: 'department_closed' }
}

/** The wish with a deadline that leaves enough time. */
const withMetDeadline: SetDeadline = (goal, phoneCase, company, random) => {
  const earliest = earliestEnd(goal, phoneCase, company)
  if (earliest === undefined) return undefined
  const possible = hoursBetween(
    earliest + SPARE_MINUTES,
    earliest + SPARE_MINUTES + hours(DEADLINE_RANGE_HOURS),
  )
  return possible.length === 0 ? undefined : { ...goal, by: random.pick(possible.slice(0, 3)) }
}

/** The full hours of the day between two moments. */
function hoursBetween(start: Moment, end: Moment): Moment[] {
  const firstHour = Math.ceil(start / hours(1))
  const count = Math.max(0, Math.floor(end / hours(1)) - firstHour + 1)
  return Array.from({ length: count }, (_, offset) => hours(firstHour + offset)).filter(
    (moment) => {
      const hour = hourOfDay(moment)
      return hour >= MORNING && hour <= EVENING
    },
  )
}

/** A deadline as people say it: "2 pm on Tuesday". */
export function sayDeadline(moment: Moment): string {
  const hour = hourOfDay(moment)
  const day = WEEKDAYS[Math.floor(moment / DAY) % WEEKDAYS.length]
  if (hour === 12) return `noon on ${day}`
  return `${hour % 12} ${hour < 12 ? 'am' : 'pm'} on ${day}`
}
