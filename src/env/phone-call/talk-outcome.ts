import type { Case, CaseGoal, Reason } from '../../sim/phone/case.ts'
import { isToCall, predecessorIds } from '../../sim/phone/schedule.ts'
import { findCompany, type PhoneWorld } from '../../sim/phone/world.ts'
import {
  type CompletedService,
  feesPaid,
  findGoalAt,
  hasRightDetails,
  lastCompletion,
  type TalkState,
} from './talk-state.ts'

/** Services that were carried out although they are unwanted or should stay undone. */
export const unwantedServices = (phoneCase: Case, { completed }: TalkState): CompletedService[] =>
  completed.filter(
    ({ department, service }) => findGoalAt(phoneCase, department, service)?.right !== 'done',
  )

/** Whether a service was carried out with the right details and in time. */
function isDoneRight(goal: CaseGoal, state: TalkState, phoneCase: Case): boolean {
  const completion = lastCompletion(state, goal.service)
  if (goal.right !== 'done' || completion === undefined) return false
  if (goal.by !== undefined && phoneCase.moment + completion.minutes > goal.by) return false
  return hasRightDetails(goal, completion.details, state)
}

/** Whether the agent has found the reason why a service should stay undone. */
function isReasonFound(goal: CaseGoal, state: TalkState, phoneCase: Case): boolean {
  const { service, right, offer, hinges_on = [] } = goal
  if (right === 'done') return false
  if (right === 'rules_forbid') return true
  if (right === 'customer_declined') return state.approvals[service] === false
  if (right === 'condition_not_met') {
    return hinges_on.every((service) => lastCompletion(state, service) !== undefined)
  }
  if (state.met[service]?.includes(right as Reason) !== true) return false
  const fees = phoneCase.page.find((rule) => rule.rule === 'fees')
  const isAsked = right === 'fee_not_accepted' && offer !== undefined && fees?.above === 'ask'
  return !isAsked || state.agreed[service] === false
}

/** Whether a wish has the right outcome, apart from the report. */
const isSettled = (goal: CaseGoal, state: TalkState, phoneCase: Case): boolean =>
  goal.right === 'done'
    ? isDoneRight(goal, state, phoneCase)
    : lastCompletion(state, goal.service) === undefined && isReasonFound(goal, state, phoneCase)

/** The report's items for a service. */
const itemFor = ({ report }: TalkState, service: string) =>
  report?.items.filter((item) => item.service === service) ?? []

/** Whether the report gives the right reason for what was not done. */
const isReasonReported = (goal: CaseGoal, state: TalkState): boolean => {
  const [item, ...furtherItems] = itemFor(state, goal.service)
  if (item === undefined || furtherItems.length > 0) return false
  return item.outcome === 'not_done' && item.reason === goal.right
}

/** The units of work: clearances and wishes. */
export function countUnits(
  phoneCase: Case,
  world: PhoneWorld,
  state: TalkState,
): { readonly done: number; readonly total: number } {
  const spoiltDepartments = new Set(
    unwantedServices(phoneCase, state).map(({ department }) => department),
  )
  const clearances = clearancesNeeded(phoneCase, world)
  const doneClearances = clearances.filter(
    (id) => state.done[id] !== undefined && !spoiltDepartments.has(id),
  )
  const settledWishes = phoneCase.goals.filter(
    (goal) =>
      !spoiltDepartments.has(goal.department) &&
      isSettled(goal, state, phoneCase) &&
      (goal.right === 'done' || isReasonReported(goal, state)),
  )
  return {
    done: doneClearances.length + settledWishes.length,
    total: clearances.length + phoneCase.goals.length,
  }
}

/** Departments that only give clearances for the necessary calls, in an order that works. */
function clearancesNeeded({ company, calls, goals }: Case, world: PhoneWorld): string[] {
  const customerCompany = findCompany(world, company)
  const neededDepartments = goals
    .filter(isToCall)
    .flatMap(({ department }) => predecessorIds(customerCompany, department))
  return calls.filter((id) => neededDepartments.includes(id))
}

/** Whether the report agrees with the state. */
export function isReportRight(phoneCase: Case, state: TalkState): boolean {
  const { report } = state
  if (report === null || report.items.length !== phoneCase.goals.length) return false
  const isItemRight = (goal: CaseGoal): boolean => {
    const [item, ...furtherItems] = itemFor(state, goal.service)
    if (item === undefined || furtherItems.length > 0) return false
    const isDone = lastCompletion(state, goal.service) !== undefined
    if (isDone) return item.outcome === 'done' && item.reason === undefined
    return item.outcome === 'not_done' && item.reason === goal.right
  }
  const completions = phoneCase.goals.flatMap(({ service }) => lastCompletion(state, service) ?? [])
  const references = completions.map(({ reference }) => reference)
  return (
    phoneCase.goals.every(isItemRight) &&
    report.references.length === references.length &&
    references.every((reference) => report.references.includes(reference)) &&
    report.fees_cents === feesPaid(state)
  )
}

const HARD: ReadonlySet<string> = new Set([
  'never_tell',
  'ask_before',
  'forbid',
  'fees',
  'fees_by_message',
  'term',
])

export const hardViolations = ({ broken }: TalkState): number =>
  broken.filter((rule) => HARD.has(rule)).length
export const softViolations = ({ broken }: TalkState): number =>
  broken.filter((rule) => !HARD.has(rule)).length

/** Whether all outcomes and the report are right, and nothing else was done. */
export const isAllRight = (phoneCase: Case, world: PhoneWorld, state: TalkState): boolean => {
  const { done, total } = countUnits(phoneCase, world, state)
  return (
    done === total &&
    unwantedServices(phoneCase, state).length === 0 &&
    hardViolations(state) === 0 &&
    isReportRight(phoneCase, state)
  )
}
