import type { JsonObject } from '../../sim/json.ts'
import type { Case, CaseGoal } from '../../sim/phone/case.ts'
import { fieldsNeeded } from '../../sim/phone/requirements.ts'
import { type CallStep, planCalls } from '../../sim/phone/schedule.ts'
import { CLEARANCE, requirementsFor } from '../../sim/phone/services.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { type Department, findCompany, findLine, type PhoneWorld } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress, type TalkProgress } from './talk-progress.ts'
import { caseRequirements, findSecret } from './talk-state.ts'

const FIELDS_AT_ONCE = 5

/**
 * The next turn of a player who knows the case. It asks the customer for exactly what is needed,
 * has the right services carried out, and reports. In a spoilt episode it does what is still
 * possible.
 */
export function solveTalk(
  phoneCase: Case,
  world: PhoneWorld,
  events: readonly TalkEvent[],
): Action {
  const progress = computeTalkProgress(events)
  const { line } = progress
  if (line !== undefined) return answerQuestion(line, phoneCase, world, progress)
  return (
    nextQuestion(phoneCase, world, progress) ??
    nextCall(phoneCase, world, progress) ??
    toolTurn('report', buildReport(phoneCase, progress), progress)
  )
}

const plannedCalls = (phoneCase: Case, world: PhoneWorld): readonly CallStep[] =>
  planCalls(phoneCase, findCompany(world, phoneCase.company))

/** Asks for needed fields that are not known yet, and for the yes that a rule requires. */
function nextQuestion(
  phoneCase: Case,
  world: PhoneWorld,
  progress: TalkProgress,
): Action | undefined {
  if (progress.isGone) return undefined
  const needed = fieldsToAsk(phoneCase, world).filter(
    (field) => progress.values[field] === undefined && !progress.lacking.includes(field),
  )
  const servicesToApprove = phoneCase.page.flatMap((one) =>
    one.rule === 'ask_before' ? one.services : [],
  )
  const approve = servicesToApprove.find(
    (service) =>
      progress.decisions[service] === undefined &&
      phoneCase.goals.some((goal) => goal.service === service && DECIDED_BY_YES.has(goal.right)),
  )
  if (needed.length === 0 && approve === undefined) return undefined
  const args = {
    ...(needed.length === 0 ? {} : { fields: needed.slice(0, FIELDS_AT_ONCE) }),
    ...(approve === undefined ? {} : { approve: { service: approve } }),
  }
  return toolTurn('ask_customer', args, progress)
}

/** Outcomes that a yes or no of the customer decides. A wish with another one is never ordered. */
const DECIDED_BY_YES: ReadonlySet<string> = new Set(['done', 'customer_declined'])

/** Reasons that a department's first question reveals, so that no order is needed. */
const SETTLED_BY_OFFER: ReadonlySet<string> = new Set(['ruled_out', 'condition_not_met'])

/** Whether to accept the price or contract of a wish. */
export const isOfferTaken = ({ offer, right }: CaseGoal): boolean =>
  offer?.agrees === true && !SETTLED_BY_OFFER.has(right)

/** The fields to ask for: those that departments use, and missing ones not yet mentioned. */
function fieldsToAsk(phoneCase: Case, world: PhoneWorld): Field[] {
  const { missing, mentions, tells } = phoneCase.customer
  const secret = findSecret(phoneCase)
  const calledDepartments = new Set(
    plannedCalls(phoneCase, world).map(({ department }) => department),
  )
  const requirements = [...calledDepartments].flatMap((id) =>
    caseRequirements(phoneCase, world, id),
  )
  const lackedFields = [...missing, ...(secret === null ? [] : [secret])]
  const acceptedFields = fieldsNeeded(requirements, lackedFields) ?? []
  const requiredFields = new Set(requirements.flatMap(({ required }) => required))
  const unmentionedFields = missing.filter(
    (field) => requiredFields.has(field) && field !== mentions,
  )
  return [...acceptedFields.filter((field) => field !== tells), ...unmentionedFields]
}

const isDoneBy = (
  { done }: TalkProgress,
  name: string,
  service: string,
  company: string,
): boolean => {
  const completions = done.filter(
    (event) =>
      event.company === company && event.department === name && event.said.service === service,
  )
  return completions.length > 0
}

/** The call to the next department with something to do. */
function nextCall(phoneCase: Case, world: PhoneWorld, progress: TalkProgress): Action | undefined {
  const closedGoals = phoneCase.goals.filter(({ right }) => right === 'department_closed')
  for (const goal of closedGoals) {
    const { department } = findLine(world, goal.department)
    if (!progress.closed.includes(department.name))
      return callTo(goal, department, phoneCase, progress, {})
  }
  for (const { department: id, goal } of plannedCalls(phoneCase, world)) {
    const { company, department } = findLine(world, id)
    const service = goal?.service ?? CLEARANCE
    if (isDoneBy(progress, department.name, service, company.name)) continue
    const isFinished = progress.calls.some(
      (event, index) =>
        event.department === department.name &&
        event.said.service === service &&
        (event.kind === 'declined' || event.kind === 'given_up' || event.kind === 'refused') &&
        !isOpenAgain(event, progress.calls.slice(index)),
    )
    const whenArgument = phoneCase.clock ? { when: 'open' } : {}
    if (!isFinished) return callTo({ service }, department, phoneCase, progress, whenArgument)
  }
  return undefined
}

/** Whether something was carried out since a department said that another service comes first. */
const isOpenAgain = (event: TalkProgress['calls'][number], since: TalkProgress['calls']): boolean =>
  event.kind === 'refused' &&
  event.reason === 'too_early' &&
  since.some(({ kind }) => kind === 'done')

function callTo(
  { service }: Pick<CaseGoal, 'service'>,
  { phone_number }: Department,
  phoneCase: Case,
  progress: TalkProgress,
  whenArgument: JsonObject,
): Action {
  const behalfRule = phoneCase.page.find((one) => one.rule === 'on_behalf')
  const args = {
    phone_number,
    service,
    auth_info: nameAlone(progress),
    ...(behalfRule === undefined ? {} : { on_behalf_of: behalfRule.say }),
    ...whenArgument,
  }
  return toolTurn('phone_call', args, progress)
}

const nameAlone = ({ values }: TalkProgress): JsonObject =>
  values.full_name === undefined ? {} : { full_name: values.full_name }

/** Answers what an employee has asked. */
function answerQuestion(
  line: NonNullable<TalkProgress['line']>,
  phoneCase: Case,
  world: PhoneWorld,
  progress: TalkProgress,
): Action {
  const goal = phoneCase.goals.find(({ service }) => service === line.said.service)
  switch (line.for) {
    case 'reference': {
      const issuer = progress.done.find(({ department }) => department === line.first)
      return toolTurn('say', { reference_number: issuer?.reference ?? '' }, progress)
    }
    case 'field':
      return toolTurn('say', fieldOrInstead(line.field, phoneCase, world, line, progress), progress)
    case 'details':
    case 'possible_detail':
      return goal === undefined
        ? toolTurn('hang_up', {}, progress)
        : toolTurn('say', { details: detailsFor(goal, progress) }, progress)
    case 'offer': {
      if (goal?.offer === undefined) return toolTurn('hang_up', {}, progress)
      if (mustAsk(goal, phoneCase) && progress.decisions[goal.service] === undefined) {
        return toolTurn('ask_customer', { approve: { service: goal.service } }, progress)
      }
      return toolTurn('say', { answer: isOfferTaken(goal) ? 'yes' : 'no' }, progress)
    }
    case 'read_back': {
      const isYes = goal?.right === 'done'
      return toolTurn('say', { answer: isYes ? 'yes' : 'no' }, progress)
    }
    default:
      return toolTurn('hang_up', {}, progress)
  }
}

const mustAsk = ({ offer }: CaseGoal, { page }: Case): boolean =>
  page.some(
    (candidate) =>
      candidate.rule === 'fees' &&
      candidate.above === 'ask' &&
      offer?.offer.kind === 'fee' &&
      offer.offer.cents > candidate.cents,
  )

const detailsFor = (goal: CaseGoal, { corrections }: TalkProgress): JsonObject => ({
  ...goal.details,
  ...corrections[goal.service],
})

/** The required field; if the customer lacks it, its alternative, or else that it is lacking. */
function fieldOrInstead(
  field: Field,
  phoneCase: Case,
  world: PhoneWorld,
  { department, said }: NonNullable<TalkProgress['line']>,
  { values }: TalkProgress,
): JsonObject {
  const secret = findSecret(phoneCase)
  const isLacking = phoneCase.customer.missing.includes(field) || field === secret
  const value = values[field]
  if (!isLacking) return value === undefined ? {} : { auth_info: { [field]: value } }
  const lines = phoneCase.calls.map((id) => findLine(world, id))
  const line = lines.find((one) => one.department.name === department)
  const alternatives =
    line === undefined ? {} : requirementsFor(line.department, said.service).alternatives
  const alternative = alternatives[field]
  const instead = alternative === undefined ? undefined : values[alternative]
  return alternative === undefined || instead === undefined
    ? { unavailable: [field] }
    : { auth_info: { [alternative]: instead } }
}

/** The report on each wish, with the right reasons. */
function buildReport(phoneCase: Case, { done }: TalkProgress): JsonObject {
  const services = phoneCase.goals.map(({ service }) => service)
  const completions = done.filter(({ said }) => services.includes(said.service))
  const lastCompletions = services.flatMap(
    (service) => completions.findLast(({ said }) => said.service === service) ?? [],
  )
  const items = phoneCase.goals.map(({ service, right }) => {
    const isDone = lastCompletions.some(({ said }) => said.service === service)
    if (isDone) return { service, outcome: 'done' }
    return { service, outcome: 'not_done', ...(right === 'done' ? {} : { reason: right }) }
  })
  const fees = phoneCase.goals.reduce((sum, { service, offer }) => {
    const isPaid =
      offer?.agrees === true && lastCompletions.some(({ said }) => said.service === service)
    return isPaid && offer.offer.kind === 'fee' ? sum + offer.offer.cents : sum
  }, 0)
  return { items, references: lastCompletions.map(({ reference }) => reference), fees_cents: fees }
}
