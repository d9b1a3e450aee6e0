import type { Case, CaseGoal, Reason } from '../../sim/phone/case.ts'
import { DETAIL_NAMES, sameDetails } from '../../sim/phone/details.ts'
import { matterOf } from '../../sim/phone/matters.ts'
import { beforeOf, isToCall } from '../../sim/phone/schedule.ts'
import { companyOf, type PhoneWorld } from '../../sim/phone/world.ts'
import {
  type CompletedService,
  goalAt,
  lastCompletion,
  rightDetails,
  type TalkState,
} from './talk-state.ts'

/** Services that were carried out although they are unwanted or should stay undone. */
export const unwantedServices = (made: Case, { completed }: TalkState): CompletedService[] =>
  completed.filter(({ department, service }) => goalAt(made, department, service)?.right !== 'done')

/** Whether a service was carried out with the right details and in time. */
function isDoneRight(goal: CaseGoal, state: TalkState, made: Case): boolean {
  const last = lastCompletion(state, goal.service)
  if (goal.right !== 'done' || last === undefined) return false
  if (goal.by !== undefined && made.moment + last.minutes > goal.by) return false
  const { needs } = matterOf(goal.service)
  const names = DETAIL_NAMES.filter((name) => name in needs)
  return sameDetails(last.details, rightDetails(goal, state), names)
}

/** Whether the agent has found the reason why a service should stay undone. */
function isReasonMet(goal: CaseGoal, state: TalkState, made: Case): boolean {
  const { service, right, offer, hinges_on = [] } = goal
  if (right === 'done') return false
  if (right === 'rules_forbid') return true
  if (right === 'customer_declined') return state.approvals[service] === false
  if (right === 'condition_not_met') {
    return hinges_on.every((one) => lastCompletion(state, one) !== undefined)
  }
  if (state.met[service]?.includes(right as Reason) !== true) return false
  const fees = made.page.find((one) => one.rule === 'fees')
  const isAsked = right === 'fee_not_accepted' && offer !== undefined && fees?.above === 'ask'
  return !isAsked || state.agreed[service] === false
}

/** Whether a wish has the right outcome, apart from the report. */
const isSettled = (goal: CaseGoal, state: TalkState, made: Case): boolean =>
  goal.right === 'done'
    ? isDoneRight(goal, state, made)
    : lastCompletion(state, goal.service) === undefined && isReasonMet(goal, state, made)

/** The report's items for a service. */
const itemFor = ({ report }: TalkState, service: string) =>
  report?.items.filter((item) => item.service === service) ?? []

/** Whether the report gives the right reason for what was not done. */
const isReasonReported = (goal: CaseGoal, state: TalkState): boolean => {
  const [item, ...others] = itemFor(state, goal.service)
  return item !== undefined && others.length === 0 && item.reason === goal.right
}

/** The units of work: clearances and wishes. */
export function unitsOf(
  made: Case,
  world: PhoneWorld,
  state: TalkState,
): { readonly done: number; readonly all: number } {
  const spoilt = new Set(unwantedServices(made, state).map(({ department }) => department))
  const clearances = clearancesNeeded(made, world)
  const cleared = clearances.filter((id) => state.done[id] !== undefined && !spoilt.has(id))
  const wishes = made.goals.filter(
    (goal) =>
      !spoilt.has(goal.department) &&
      isSettled(goal, state, made) &&
      (goal.right === 'done' || isReasonReported(goal, state)),
  )
  return { done: cleared.length + wishes.length, all: clearances.length + made.goals.length }
}

/** Departments that only give clearances for the necessary calls, in an order that works. */
function clearancesNeeded({ company, calls, goals }: Case, world: PhoneWorld): string[] {
  const at = companyOf(world, company)
  const needed = goals.filter(isToCall).flatMap(({ department }) => beforeOf(at, department))
  return calls.filter((id) => needed.includes(id))
}

/** Whether the report agrees with the state. */
export function isReportRight(made: Case, state: TalkState): boolean {
  const { report } = state
  if (report === null || report.items.length !== made.goals.length) return false
  const isItemRight = (goal: CaseGoal): boolean => {
    const [item, ...others] = itemFor(state, goal.service)
    if (item === undefined || others.length > 0) return false
    const isDone = lastCompletion(state, goal.service) !== undefined
    if (isDone) return item.outcome === 'done' && item.reason === undefined
    return item.outcome === 'not_done' && item.reason === goal.right
  }
  const wanted = made.goals.flatMap(({ service }) => lastCompletion(state, service) ?? [])
  const references = wanted.map(({ reference }) => reference)
  return (
    made.goals.every(isItemRight) &&
    report.references.length === references.length &&
    references.every((reference) => report.references.includes(reference)) &&
    report.fees_cents === feesPaid(state)
  )
}

/** The sum of the fees of services that were carried out. */
const feesPaid = ({ completed }: TalkState): number =>
  completed.reduce((sum, { fee_cents }) => sum + fee_cents, 0)

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
export const isAllRight = (made: Case, world: PhoneWorld, state: TalkState): boolean => {
  const { done, all } = unitsOf(made, world, state)
  return (
    done === all &&
    unwantedServices(made, state).length === 0 &&
    hardViolations(state) === 0 &&
    isReportRight(made, state)
  )
}
