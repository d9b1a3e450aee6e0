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

/** What was carried out although nobody wanted it, or it was not to be done. */
export const unwantedServices = (made: Case, { completed }: TalkState): CompletedService[] =>
  completed.filter(({ department, service }) => goalAt(made, department, service)?.right !== 'done')

/** Whether a service stands as the customer wants it, in time. */
function isDoneRight(goal: CaseGoal, state: TalkState, made: Case): boolean {
  const last = lastCompletion(state, goal.service)
  if (goal.right !== 'done' || last === undefined) return false
  if (goal.by !== undefined && made.moment + last.minutes > goal.by) return false
  const { needs } = matterOf(goal.service)
  const names = DETAIL_NAMES.filter((name) => name in needs)
  return sameDetails(last.details, rightDetails(goal, state), names)
}

/** Whether it was found out why a service is not to be done. */
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

/** Whether a wish came to what is right, as far as it can be said before the report. */
const isSettled = (goal: CaseGoal, state: TalkState, made: Case): boolean =>
  goal.right === 'done'
    ? isDoneRight(goal, state, made)
    : lastCompletion(state, goal.service) === undefined && isReasonMet(goal, state, made)

/** What a report says about a service. */
const itemFor = ({ report }: TalkState, service: string) =>
  report?.items.filter((item) => item.service === service) ?? []

/** Whether the report gives the right reason for what was not done. */
const isReasonReported = (goal: CaseGoal, state: TalkState): boolean => {
  const [item, ...others] = itemFor(state, goal.service)
  return item !== undefined && others.length === 0 && item.reason === goal.right
}

/** Parts of the work: departments that act before others, and wishes. */
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

/** Departments that only clear the way for what has to be asked for, in an order that works. */
function clearancesNeeded({ company, calls, goals }: Case, world: PhoneWorld): string[] {
  const at = companyOf(world, company)
  const needed = goals.filter(isToCall).flatMap(({ department }) => beforeOf(at, department))
  return calls.filter((id) => needed.includes(id))
}

/** The report of who has done what the state says. */
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

/** All fees that were accepted for what was carried out. */
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

/** Whether the business is done as it should be, and rightly reported. */
export const isAllRight = (made: Case, world: PhoneWorld, state: TalkState): boolean => {
  const { done, all } = unitsOf(made, world, state)
  return (
    done === all &&
    unwantedServices(made, state).length === 0 &&
    hardViolations(state) === 0 &&
    isReportRight(made, state)
  )
}
