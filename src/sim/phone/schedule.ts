import { dayAfter } from '../civil-date.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import type { Moment } from './clock/time.ts'
import { timeToCall } from './clock/when-to-call.ts'
import type { Company } from './world.ts'

/** The planned minutes for a call, including messages to the customer. */
const CALL_MINUTES = 15

/** All departments that must act before one, in an order that works. */
export function predecessorIds(company: Company, id: string): string[] {
  const { hidden } = company.departments.find((candidate) => candidate.id === id) ?? {}
  const after = hidden?.after ?? []
  return [
    ...new Set(
      after.flatMap((predecessor) => [...predecessorIds(company, predecessor), predecessor]),
    ),
  ]
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
export interface CallStep {
  readonly department: string
  readonly goal?: CaseGoal
}

const stepKey = ({ department, goal }: CallStep): string => `${department} ${goal?.service ?? ''}`

/** The steps without repetitions. */
function withoutRepetitions(steps: readonly CallStep[]): CallStep[] {
  const names = steps.map(stepKey)
  return steps.filter((_, index) => names.indexOf(names[index] as string) === index)
}

/** The wishes to be done that must precede this one. */
function predecessorGoals(goal: CaseGoal, phoneCase: Case): CaseGoal[] {
  const { ends, follows = [], waits_for, hinges_on = [], offer, right } = goal
  const waivingService = right === 'done' ? offer?.waived_by : undefined
  const predecessors = [ends, waits_for, waivingService, ...follows, ...hinges_on]
  return phoneCase.goals.filter(
    (candidate) => candidate.right === 'done' && predecessors.includes(candidate.service),
  )
}

/** Whether a wish must come after another one, directly or indirectly. */
export const isAfter = (goal: CaseGoal, other: CaseGoal, phoneCase: Case): boolean =>
  predecessorGoals(goal, phoneCase).some(
    (predecessor) =>
      predecessor.service === other.service || isAfter(predecessor, other, phoneCase),
  )

/** The call for a wish, preceded by all calls that it depends on. */
function callChain(goal: CaseGoal, phoneCase: Case, company: Company): CallStep[] {
  const { department } = goal
  const predecessors = predecessorGoals(goal, phoneCase)
  return withoutRepetitions([
    ...predecessors.flatMap((predecessor) => callChain(predecessor, phoneCase, company)),
    ...predecessorIds(company, department).map((id) => ({ department: id })),
    { department, goal },
  ])
}

/** The necessary calls in an order that works; urgent ones come first. */
export function planCalls(phoneCase: Case, company: Company): CallStep[] {
  const rank = ({ by, ends }: CaseGoal): number => by ?? (ends === undefined ? 1e9 : 2e9)
  const goals = phoneCase.goals
    .filter(isToCall)
    .toSorted((first, second) => rank(first) - rank(second))
  return withoutRepetitions(goals.flatMap((goal) => callChain(goal, phoneCase, company)))
}

const openingHours = (company: Company, id: string): string =>
  company.departments.find((one) => one.id === id)?.opening_hours ?? ''

/** Minutes for searches and questions to the customer before the first call. */
const PREPARATION_MINUTES = 20

/** The end of each call if they are made one after another; undefined if one is impossible. */
function completionTimes(
  steps: readonly CallStep[],
  { moment }: Case,
  company: Company,
): ReadonlyMap<string, Moment> | undefined {
  const times = new Map<string, Moment>()
  let now = moment + PREPARATION_MINUTES
  for (const step of steps) {
    const callTime = timeToCall(now, openingHours(company, step.department))
    if (callTime === undefined) return undefined
    now = callTime + CALL_MINUTES
    times.set(stepKey(step), now)
  }
  return times
}

/** The earliest moment at which a wish can be done. */
export function earliestEnd(goal: CaseGoal, phoneCase: Case, company: Company): Moment | undefined {
  const { department } = goal
  return completionTimes(callChain(goal, phoneCase, company), phoneCase, company)?.get(
    stepKey({ department, goal }),
  )
}

/** The first moment from the beginning on at which the department of a wish answers. */
export const openingMoment = (
  { department }: CaseGoal,
  { moment }: Case,
  company: Company,
): Moment | undefined => timeToCall(moment, openingHours(company, department))

/** The first moment at which the department considers a wish, after others have done their part. */
export const earliestMoment = (goal: CaseGoal, phoneCase: Case, company: Company): Moment =>
  earliestEnd(goal, phoneCase, company) ?? Infinity

/** Minutes that a careful play leaves before each deadline. */
const SLACK_MINUTES = 60

/** Whether all deadlines can be met with calls in the right order. */
export function isInTime(phoneCase: Case, company: Company): boolean {
  const times = completionTimes(planCalls(phoneCase, company), phoneCase, company)
  return phoneCase.goals.every((goal) => {
    const { by, department, right } = goal
    const end = times?.get(stepKey({ department, goal })) ?? Infinity
    return by === undefined || right !== 'done' || end + SLACK_MINUTES <= by
  })
}

/** Draws the day that a department names after a service is done. */
export const drawEffect = (date: string, random: RandomStream): string =>
  dayAfter(date, random.integer(5, 20))
