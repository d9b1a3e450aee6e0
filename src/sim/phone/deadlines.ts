import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { DAY, hourOf, hours, type Moment, WEEKDAYS } from './clock/time.ts'
import { isToDo, sparesIn } from './late-ties.ts'
import { earliestEnd, opensAt } from './schedule.ts'
import { withGoal } from './settle-case.ts'
import { DEADLINES } from './tables/deadlines.ts'
import { nounFor } from './tables/nouns.ts'
import type { Company } from './world.ts'

/** Deadlines lie between these hours of the day. */
const MORNING = 8
const EVENING = 20

/** The least number of minutes between the earliest completion of a wish and its deadline. */
const SPARE = 120
/** The least number of minutes between a missed deadline and the opening of the department. */
const TOO_LATE = 30
/** Deadlines lie at most this many hours after the earliest possible completion. */
const HOURS_LATER = 6

/** The share of deadlines that cannot be met, if a missed one is possible. */
const MISSED_SHARE = 0.8

/**
 * Gives one wish a deadline. Either the department opens before it, and the call must not wait for
 * later ones; or it opens too late, and nothing can be done. Undefined if no wish has a suitable
 * time.
 */
export function withWishDeadline(
  made: Case,
  company: Company,
  random: RandomStream,
): Case | undefined {
  // A service with its own date happens on that date, not when it is arranged.
  const mayBeUrgent = ({ details }: CaseGoal): boolean => details.date === undefined
  // If another wish stays undone already, the remaining ones are needed.
  const mayMiss = made.goals.every(isToDo)
  const missed =
    mayMiss && random.chance(MISSED_SHARE)
      ? firstOf(sparesIn(made, random).filter(mayBeUrgent), missedBy)
      : undefined
  const goal = missed ?? firstOf(sparesIn(made, random, isToDo).filter(mayBeUrgent), metBy)
  return goal === undefined ? undefined : withGoal(made, goal)

  function firstOf(all: readonly CaseGoal[], timed: Timed): CaseGoal | undefined {
    for (const one of all) {
      const found = timed(one, made, company, random)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/**
 * Sets the time of the deadline after the order of the services is settled, and adds the remark.
 */
export function withTime(made: Case, company: Company, random: RandomStream): Case | undefined {
  const drawn = made.goals.find(({ by }) => by !== undefined)
  if (drawn === undefined) return made
  const goal = drawn.right === 'done' ? metBy(drawn, made, company, random) : drawn
  if (goal === undefined) return undefined
  const says = random.pick(DEADLINES)
  const time = sayDeadline(goal.by ?? 0)
  const remark = says.replace('{noun}', nounFor(goal)).replace('{time}', time)
  return { ...withGoal(made, goal), remarks: [remark, ...made.remarks] }
}

type Timed = (
  goal: CaseGoal,
  made: Case,
  company: Company,
  random: RandomStream,
) => CaseGoal | undefined

/** The wish with a deadline before its department opens. */
const missedBy: Timed = (goal, made, company, random) => {
  const opens = opensAt(goal, made, company)
  if (opens === undefined) return undefined
  const possible = hoursBetween(made.moment + SPARE, opens - TOO_LATE)
  if (possible.length === 0) return undefined
  return { ...goal, by: random.pick(possible), right: 'department_closed' }
}

/** The wish with a deadline that leaves enough time. */
const metBy: Timed = (goal, made, company, random) => {
  const end = earliestEnd(goal, made, company)
  if (end === undefined) return undefined
  const possible = hoursBetween(end + SPARE, end + SPARE + hours(HOURS_LATER))
  return possible.length === 0 ? undefined : { ...goal, by: random.pick(possible.slice(0, 3)) }
}

/** The full hours of the day between two moments. */
function hoursBetween(from: Moment, to: Moment): Moment[] {
  const first = Math.ceil(from / hours(1))
  const count = Math.max(0, Math.floor(to / hours(1)) - first + 1)
  return Array.from({ length: count }, (_, at) => hours(first + at)).filter((moment) => {
    const hour = hourOf(moment)
    return hour >= MORNING && hour <= EVENING
  })
}

/** A deadline as people say it: "2 pm on Tuesday". */
export function sayDeadline(moment: Moment): string {
  const hour = hourOf(moment)
  const day = WEEKDAYS[Math.floor(moment / DAY) % WEEKDAYS.length]
  if (hour === 12) return `noon on ${day}`
  return `${hour % 12} ${hour < 12 ? 'am' : 'pm'} on ${day}`
}
