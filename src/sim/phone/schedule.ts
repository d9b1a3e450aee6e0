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

const NOT_TO_CALL: ReadonlySet<CaseGoal['right']> = new Set([
  'rules_forbid',
  'customer_declined',
  'department_closed',
  'condition_not_met',
])

/** Whether the department of a wish has to be called at all. */
export const isToCall = ({ right }: CaseGoal): boolean => !NOT_TO_CALL.has(right)

/** A call that has to be made: for a wish, or so that a department does its part. */
export interface Step {
  readonly department: string
  readonly goal?: CaseGoal
}

const nameOf = ({ department, goal }: Step): string => `${department} ${goal?.service ?? ''}`

/** Each step where it stands first. */
function firstOnly(steps: readonly Step[]): Step[] {
  const names = steps.map(nameOf)
  return steps.filter((_, at) => names.indexOf(names[at] as string) === at)
}

/** The wishes that have to be carried out before one, as far as they are to be done at all. */
function goalsBefore(goal: CaseGoal, made: Case): CaseGoal[] {
  const { ends, follows = [], waits_for, hinges_on = [], offer, right } = goal
  const waived = right === 'done' ? offer?.waived_by : undefined
  const before = [ends, waits_for, waived, ...follows, ...hinges_on]
  return made.goals.filter((one) => one.right === 'done' && before.includes(one.service))
}

/** Whether a wish has to be carried out after another one, or after what comes after that. */
export const isAfter = (goal: CaseGoal, other: CaseGoal, made: Case): boolean =>
  goalsBefore(goal, made).some((one) => one.service === other.service || isAfter(one, other, made))

/** The call for a wish, after all that have to be made before it. */
function chainOf(goal: CaseGoal, made: Case, company: Company): Step[] {
  const { department } = goal
  const first = goalsBefore(goal, made)
  return firstOnly([
    ...first.flatMap((one) => chainOf(one, made, company)),
    ...beforeOf(company, department).map((id) => ({ department: id })),
    { department, goal },
  ])
}

/** The calls that have to be made, in an order that works: what is urgent comes first. */
export function stepsOf(made: Case, company: Company): Step[] {
  const rank = ({ by, ends }: CaseGoal): number => by ?? (ends === undefined ? 1e9 : 2e9)
  const goals = made.goals.filter(isToCall).toSorted((one, other) => rank(one) - rank(other))
  return firstOnly(goals.flatMap((goal) => chainOf(goal, made, company)))
}

const hoursOf = (company: Company, id: string): string =>
  company.departments.find((one) => one.id === id)?.opening_hours ?? ''

/** When each of some calls is over, made one after another; undefined if one never is. */
function timesOf(
  steps: readonly Step[],
  { moment }: Case,
  company: Company,
): ReadonlyMap<string, Moment> | undefined {
  const times = new Map<string, Moment>()
  let now = moment
  for (const step of steps) {
    const at = timeToCall(now, hoursOf(company, step.department))
    if (at === undefined) return undefined
    now = at + CALL
    times.set(nameOf(step), now)
  }
  return times
}

/** The first moment at which a wish can have been done. */
export function earliestEnd(goal: CaseGoal, made: Case, company: Company): Moment | undefined {
  const { department } = goal
  return timesOf(chainOf(goal, made, company), made, company)?.get(nameOf({ department, goal }))
}

/** The first moment from the beginning on at which the department of a wish answers. */
export const opensAt = (
  { department }: CaseGoal,
  { moment }: Case,
  company: Company,
): Moment | undefined => timeToCall(moment, hoursOf(company, department))

/** The first moment at which the department of a wish looks at it, once others did their part. */
export const readyAt = (goal: CaseGoal, made: Case, company: Company): Moment =>
  earliestEnd(goal, made, company) ?? Infinity

/** Minutes that a careful play leaves before each deadline. */
const SLACK = 60

/** Whether everything can be done in time by who calls in the right order. */
export function isInTime(made: Case, company: Company): boolean {
  const times = timesOf(stepsOf(made, company), made, company)
  return made.goals.every((goal) => {
    const { by, department, right } = goal
    const end = times?.get(nameOf({ department, goal })) ?? Infinity
    return by === undefined || right !== 'done' || end + SLACK <= by
  })
}
