import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { DAY, hourOf, hours, type Moment, WEEKDAYS } from './clock/time.ts'
import { earliestEnd, opensAt } from './schedule.ts'
import { withGoal } from './settle-case.ts'
import { DEADLINES } from './tables/deadlines.ts'
import { nounFor } from './tables/nouns.ts'
import type { Company } from './world.ts'

/** People name times of the day between these hours. */
const MORNING = 8
const EVENING = 20

/** Minutes between the time at which a wish can have been done and its deadline, at least. */
const SPARE = 120
/** Minutes between a deadline and the opening that comes too late for it. */
const TOO_LATE = 30
/** Deadlines lie within so many hours of the first moment that is possible. */
const HOURS_LATER = 6

/**
 * One wish has to be done by a time. Either its department is open before that time, and then the
 * call must not wait for what comes later; or it does not open before, and nothing can be done.
 * Undefined where no wish has a time that fits.
 */
export function withDeadline(made: Case, company: Company, random: RandomStream): Case | undefined {
  // A service with a day of its own is not done when it is arranged.
  const goals = random.shuffle(made.goals).filter(({ details }) => details.date === undefined)
  const missed = goals.flatMap((goal) => missedBy(goal, made, company, random))
  const [goal] =
    missed.length > 0 && random.chance(0.5)
      ? missed
      : goals.flatMap((one) => metBy(one, made, company, random))
  return goal === undefined ? undefined : withGoal(made, goal)
}

/** Sets the time of the deadline once it is known what has to be done before, and says it. */
export function withTime(made: Case, company: Company, random: RandomStream): Case | undefined {
  const drawn = made.goals.find(({ by }) => by !== undefined)
  if (drawn === undefined) return made
  const [goal] = drawn.right === 'done' ? metBy(drawn, made, company, random) : [drawn]
  if (goal === undefined) return undefined
  const says = random.pick(DEADLINES)
  const time = sayDeadline(goal.by ?? 0)
  const remark = says.replace('{noun}', nounFor(goal)).replace('{time}', time)
  return { ...withGoal(made, goal), remarks: [remark, ...made.remarks] }
}

/** The wish with a deadline before which its department does not open. */
function missedBy(goal: CaseGoal, made: Case, company: Company, random: RandomStream): CaseGoal[] {
  const opens = opensAt(goal, made, company)
  if (opens === undefined) return []
  const possible = hoursBetween(made.moment + SPARE, opens - TOO_LATE)
  if (possible.length === 0) return []
  return [{ ...goal, by: random.pick(possible), right: 'department_closed' }]
}

/** The wish with a deadline that leaves enough time. */
function metBy(goal: CaseGoal, made: Case, company: Company, random: RandomStream): CaseGoal[] {
  const end = earliestEnd(goal, made, company)
  if (end === undefined) return []
  const possible = hoursBetween(end + SPARE, end + SPARE + hours(HOURS_LATER))
  return possible.length === 0 ? [] : [{ ...goal, by: random.pick(possible.slice(0, 3)) }]
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
