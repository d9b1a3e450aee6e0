import type { Case, CaseGoal } from './case.ts'
import type { Moment } from './clock/time.ts'
import { timeToCall } from './clock/when-to-call.ts'
import type { Company } from './world.ts'

/** Minutes that are planned for a call, with all that is asked in between. */
const CALL = 15

/** All departments that have to act before one, each after those that it waits for itself. */
export function beforeOf(company: Company, id: string): string[] {
  const { hidden } = company.departments.find((one) => one.id === id) ?? {}
  const after = hidden?.after ?? []
  return [...new Set(after.flatMap((one) => [...beforeOf(company, one), one]))]
}

/** Whether the department of a wish has to be called at all. */
export const isToCall = ({ right }: CaseGoal): boolean =>
  right !== 'rules_forbid' && right !== 'customer_declined' && right !== 'department_closed'

/** The department of a wish, after all that have to be called before it. */
function chainOf(goal: CaseGoal, made: Case, company: Company): string[] {
  const { ends, follows, department } = goal
  const first = made.goals.filter(
    ({ service, right }) => right === 'done' && (service === ends || service === follows),
  )
  const before = first.flatMap((one) => chainOf(one, made, company))
  return [...new Set([...before, ...beforeOf(company, department), department])]
}

/** The departments that have to be called, in an order that works: what is urgent comes first. */
export function orderOfCalls(made: Case, company: Company): string[] {
  const rank = ({ by, ends }: CaseGoal): number => (by ?? Infinity) + (ends === undefined ? 0 : 1)
  const goals = made.goals.filter(isToCall)
  const urgent = goals.filter(({ by }) => by !== undefined)
  const ending = goals.filter(({ by, ends }) => by === undefined && ends !== undefined)
  const others = goals.filter((one) => !urgent.includes(one) && !ending.includes(one))
  const sorted = [...urgent.toSorted((one, other) => rank(one) - rank(other)), ...others, ...ending]
  return [...new Set(sorted.flatMap((goal) => chainOf(goal, made, company)))]
}

const hoursOf = (company: Company, id: string): string =>
  company.departments.find((one) => one.id === id)?.opening_hours ?? ''

/** When each of some departments has been called, one after another; undefined if one never is. */
export function timesOfCalls(
  ids: readonly string[],
  { moment }: Case,
  company: Company,
): ReadonlyMap<string, Moment> | undefined {
  const times = new Map<string, Moment>()
  let now = moment
  for (const id of ids) {
    const at = timeToCall(now, hoursOf(company, id))
    if (at === undefined) return undefined
    now = at + CALL
    times.set(id, now)
  }
  return times
}

/** The first moment at which a wish can have been done. */
export const earliestEnd = (goal: CaseGoal, made: Case, company: Company): Moment | undefined =>
  timesOfCalls(chainOf(goal, made, company), made, company)?.get(goal.department)

/** The first moment from the beginning on at which the department of a wish answers. */
export const opensAt = (
  { department }: CaseGoal,
  { moment }: Case,
  company: Company,
): Moment | undefined => timeToCall(moment, hoursOf(company, department))

/** Minutes that a careful play leaves before each deadline. */
const SLACK = 60

/** Whether everything can be done in time by who calls in the right order. */
export function isInTime(made: Case, company: Company): boolean {
  const times = timesOfCalls(orderOfCalls(made, company), made, company)
  return made.goals.every(
    ({ by, department, right }) =>
      by === undefined || right !== 'done' || (times?.get(department) ?? Infinity) + SLACK <= by,
  )
}
