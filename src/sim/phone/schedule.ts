import type { Case, CaseGoal } from './case.ts'
import type { Moment } from './clock/time.ts'
import { timeToCall } from './clock/when-to-call.ts'
import type { Company } from './world.ts'

/** The planned minutes for a call, including messages to the customer. */
const CALL = 15

/** All departments that must act before one, in an order that works. */
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

/** Whether the agent must call the department of a wish. */
export const isToCall = ({ right }: CaseGoal): boolean => !NOT_TO_CALL.has(right)

/** A necessary call: for a wish, or for a clearance. */
export interface Step {
  readonly department: string
  readonly goal?: CaseGoal
}

const nameOf = ({ department, goal }: Step): string => `${department} ${goal?.service ?? ''}`

/** The steps without repetitions. */
function firstOnly(steps: readonly Step[]): Step[] {
  const names = steps.map(nameOf)
  return steps.filter((_, at) => names.indexOf(names[at] as string) === at)
}

/** The wishes to be done that must precede this one. */
function goalsBefore(goal: CaseGoal, made: Case): CaseGoal[] {
  const { ends, follows = [], waits_for, hinges_on = [], offer, right } = goal
  const waived = right === 'done' ? offer?.waived_by : undefined
  const before = [ends, waits_for, waived, ...follows, ...hinges_on]
  return made.goals.filter((one) => one.right === 'done' && before.includes(one.service))
}

/** Whether a wish must come after another one, directly or indirectly. */
export const isAfter = (goal: CaseGoal, other: CaseGoal, made: Case): boolean =>
  goalsBefore(goal, made).some((one) => one.service === other.service || isAfter(one, other, made))

/** The call for a wish, preceded by all calls that it depends on. */
function chainOf(goal: CaseGoal, made: Case, company: Company): Step[] {
  const { department } = goal
  const first = goalsBefore(goal, made)
  return firstOnly([
    ...first.flatMap((one) => chainOf(one, made, company)),
    ...beforeOf(company, department).map((id) => ({ department: id })),
    { department, goal },
  ])
}

/** The necessary calls in an order that works; urgent ones come first. */
export function stepsOf(made: Case, company: Company): Step[] {
  const rank = ({ by, ends }: CaseGoal): number => by ?? (ends === undefined ? 1e9 : 2e9)
  const goals = made.goals.filter(isToCall).toSorted((one, other) => rank(one) - rank(other))
  return firstOnly(goals.flatMap((goal) => chainOf(goal, made, company)))
}

const hoursOf = (company: Company, id: string): string =>
  company.departments.find((one) => one.id === id)?.opening_hours ?? ''

/** Minutes for searches and questions to the customer before the first call. */
const PREPARATION = 20

/** The end of each call if they are made one after another; undefined if one is impossible. */
function timesOf(
  steps: readonly Step[],
  { moment }: Case,
  company: Company,
): ReadonlyMap<string, Moment> | undefined {
  const times = new Map<string, Moment>()
  let now = moment + PREPARATION
  for (const step of steps) {
    const at = timeToCall(now, hoursOf(company, step.department))
    if (at === undefined) return undefined
    now = at + CALL
    times.set(nameOf(step), now)
  }
  return times
}

/** The earliest moment at which a wish can be done. */
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

/** The first moment at which the department considers a wish, after others have done their part. */
export const readyAt = (goal: CaseGoal, made: Case, company: Company): Moment =>
  earliestEnd(goal, made, company) ?? Infinity

/** Minutes that a careful play leaves before each deadline. */
const SLACK = 60

/** Whether all deadlines can be met with calls in the right order. */
export function isInTime(made: Case, company: Company): boolean {
  const times = timesOf(stepsOf(made, company), made, company)
  return made.goals.every((goal) => {
    const { by, department, right } = goal
    const end = times?.get(nameOf({ department, goal })) ?? Infinity
    return by === undefined || right !== 'done' || end + SLACK <= by
  })
}
