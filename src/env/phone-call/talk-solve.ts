import type { JsonObject } from '../../sim/json.ts'
import type { Case, CaseGoal } from '../../sim/phone/case.ts'
import { fieldsNeeded } from '../../sim/phone/requirements.ts'
import { type Step, stepsOf } from '../../sim/phone/schedule.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { companyOf, type Department, lineOf, type PhoneWorld } from '../../sim/phone/world.ts'
import type { Action } from '../message.ts'
import { toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { type TalkProgress, talkProgressOf } from './talk-progress.ts'
import { caseWants, secretIn } from './talk-state.ts'

const FIELDS_AT_ONCE = 5

/**
 * The next turn of a player who knows the case. It asks the customer for exactly what is needed,
 * has the right services carried out, and reports. In a spoilt episode it does what is still
 * possible.
 */
export function solveTalk(made: Case, world: PhoneWorld, events: readonly TalkEvent[]): Action {
  const progress = talkProgressOf(events)
  const { line } = progress
  if (line !== undefined) return answerTo(line, made, world, progress)
  return (
    question(made, world, progress) ??
    nextCall(made, world, progress) ??
    toolTurn('report', reportOf(made, progress), progress)
  )
}

const callsOf = (made: Case, world: PhoneWorld): readonly Step[] =>
  stepsOf(made, companyOf(world, made.company))

/** Asks for needed fields that are not known yet, and for the yes that a rule requires. */
function question(made: Case, world: PhoneWorld, progress: TalkProgress): Action | undefined {
  if (progress.isGone) return undefined
  const needed = fieldsToAsk(made, world).filter(
    (field) => progress.values[field] === undefined && !progress.lacking.includes(field),
  )
  const named = made.page.flatMap((one) => (one.rule === 'ask_before' ? one.services : []))
  const approve = named.find(
    (service) =>
      progress.decisions[service] === undefined &&
      made.goals.some((goal) => goal.service === service),
  )
  if (needed.length === 0 && approve === undefined) return undefined
  const args = {
    ...(needed.length === 0 ? {} : { fields: needed.slice(0, FIELDS_AT_ONCE) }),
    ...(approve === undefined ? {} : { approve: { service: approve } }),
  }
  return toolTurn('ask_customer', args, progress)
}

/** The fields to ask for: those that departments use, and missing ones not yet mentioned. */
function fieldsToAsk(made: Case, world: PhoneWorld): Field[] {
  const { missing, mentions, tells } = made.customer
  const secret = secretIn(made)
  const called = new Set(callsOf(made, world).map(({ department }) => department))
  const wants = [...called].flatMap((id) => caseWants(made, world, id))
  const lacking = [...missing, ...(secret === null ? [] : [secret])]
  const used = fieldsNeeded(wants, lacking) ?? []
  const wanted = new Set(wants.flatMap(({ required }) => required))
  const unsaid = missing.filter((field) => wanted.has(field) && field !== mentions)
  return [...used.filter((field) => field !== tells), ...unsaid]
}

const isDoneBy = (
  { done }: TalkProgress,
  name: string,
  service: string,
  company: string,
): boolean => {
  const at = done.filter(
    (event) =>
      event.company === company && event.department === name && event.said.service === service,
  )
  return at.length > 0
}

/** The call to the next department with something to do. */
function nextCall(made: Case, world: PhoneWorld, progress: TalkProgress): Action | undefined {
  const missed = made.goals.filter(({ right }) => right === 'department_closed')
  for (const goal of missed) {
    const { department } = lineOf(world, goal.department)
    if (!progress.closed.includes(department.name))
      return callTo(goal, department, made, progress, {})
  }
  for (const { department: id, goal } of callsOf(made, world)) {
    const { company, department } = lineOf(world, id)
    const service = goal?.service ?? CLEARANCE
    if (isDoneBy(progress, department.name, service, company.name)) continue
    const over = progress.calls.some(
      (event, at) =>
        event.department === department.name &&
        event.said.service === service &&
        (event.kind === 'declined' || event.kind === 'given_up' || event.kind === 'refused') &&
        !isOpenAgain(event, progress.calls.slice(at)),
    )
    const when = made.clock ? { when: 'open' } : {}
    if (!over) return callTo({ service }, department, made, progress, when)
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
  made: Case,
  progress: TalkProgress,
  when: JsonObject,
): Action {
  const behalf = made.page.find((one) => one.rule === 'on_behalf')
  const args = {
    phone_number,
    service,
    auth_info: nameAlone(progress),
    ...(behalf === undefined ? {} : { on_behalf_of: behalf.say }),
    ...when,
  }
  return toolTurn('phone_call', args, progress)
}

const nameAlone = ({ values }: TalkProgress): JsonObject =>
  values.full_name === undefined ? {} : { full_name: values.full_name }

/** Answers what an employee has asked. */
function answerTo(
  line: NonNullable<TalkProgress['line']>,
  made: Case,
  world: PhoneWorld,
  progress: TalkProgress,
): Action {
  const goal = made.goals.find(({ service }) => service === line.said.service)
  switch (line.for) {
    case 'reference': {
      const from = progress.done.find(({ department }) => department === line.first)
      return toolTurn('say', { reference_number: from?.reference ?? '' }, progress)
    }
    case 'field':
      return toolTurn('say', fieldOrInstead(line.field, made, world, line, progress), progress)
    case 'details':
    case 'possible_detail':
      return goal === undefined
        ? toolTurn('hang_up', {}, progress)
        : toolTurn('say', { details: detailsFor(goal, progress) }, progress)
    case 'offer': {
      if (goal?.offer === undefined) return toolTurn('hang_up', {}, progress)
      if (mustAsk(goal, made) && progress.decisions[goal.service] === undefined) {
        return toolTurn('ask_customer', { approve: { service: goal.service } }, progress)
      }
      return toolTurn('say', { answer: goal.offer.agrees ? 'yes' : 'no' }, progress)
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
    (one) =>
      one.rule === 'fees' &&
      one.above === 'ask' &&
      offer?.offer.kind === 'fee' &&
      offer.offer.cents > one.cents,
  )

const detailsFor = (goal: CaseGoal, { corrections }: TalkProgress): JsonObject => ({
  ...goal.details,
  ...corrections[goal.service],
})

/** The required field, or its alternative if the customer lacks it. */
function fieldOrInstead(
  field: Field,
  made: Case,
  world: PhoneWorld,
  { department }: NonNullable<TalkProgress['line']>,
  { values }: TalkProgress,
): JsonObject {
  const secret = secretIn(made)
  const isLacking = made.customer.missing.includes(field) || field === secret
  const value = values[field]
  if (!isLacking) return value === undefined ? {} : { auth_info: { [field]: value } }
  const id = made.calls.find((one) => lineOf(world, one).department.name === department) ?? ''
  const wants = id === '' ? [] : caseWants(made, world, id)
  const other = wants.flatMap(({ alternatives }) => alternatives[field] ?? [])[0]
  const instead = other === undefined ? undefined : values[other]
  return {
    unavailable: [field],
    ...(other === undefined || instead === undefined ? {} : { auth_info: { [other]: instead } }),
  }
}

/** The report on each wish, with the right reasons. */
function reportOf(made: Case, { done }: TalkProgress): JsonObject {
  const services = made.goals.map(({ service }) => service)
  const wanted = done.filter(({ said }) => services.includes(said.service))
  const last = services.flatMap(
    (service) => wanted.findLast(({ said }) => said.service === service) ?? [],
  )
  const items = made.goals.map(({ service, right }) => {
    const isDone = last.some(({ said }) => said.service === service)
    if (isDone) return { service, outcome: 'done' }
    return { service, outcome: 'not_done', ...(right === 'done' ? {} : { reason: right }) }
  })
  const fees = made.goals.reduce((sum, { service, offer }) => {
    const isPaid = offer?.agrees === true && last.some(({ said }) => said.service === service)
    return isPaid && offer.offer.kind === 'fee' ? sum + offer.offer.cents : sum
  }, 0)
  return { items, references: last.map(({ reference }) => reference), fees_cents: fees }
}
