import { answer, type CallAnswer, type CallerInput, type Desk } from '../../sim/phone/department.ts'
import { numbersIn } from '../../sim/phone/listing.ts'
import { findCalledLine, visibleTaskFor } from '../../sim/phone/short-numbers.ts'
import { sayAnswer, sayCall } from '../../sim/phone/speech.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { findCompany, type Line } from '../../sim/phone/world.ts'
import type { Effectful } from '../../tools/effect.ts'
import {
  authInfoForm,
  type FormArguments,
  type FormOutcome,
  sayForm,
} from '../../tools/phone/auth-info-form.ts'
import { companyDirectory, type DirectoryArguments } from '../../tools/phone/company-directory.ts'
import { type CallArguments, callerInputOf } from '../../tools/phone/phone-call.ts'
import type { End } from '../end.ts'
import type { CallResult } from '../turn.ts'
import type { CallMade, PhoneEvent, Refused } from './events.ts'
import {
  afterCall,
  afterForm,
  afterUnansweredCall,
  alsoRequired,
  areAllDone,
  knownValues,
  lackingFields,
  type PhoneState,
  phoneCallsMax,
  seedReference,
  taskPart,
} from './state.ts'
import type { PhoneContext } from './task.ts'
import { withWording } from './wording.ts'

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const OUT_OF_CALLS: End = { kind: 'truncated', reason: 'call_limit' }

type Result = CallResult<PhoneState>

export function search(state: PhoneState, args: DirectoryArguments, context: PhoneContext): Result {
  const { world, settings } = context
  const { found, content } = companyDirectory.run(args, { world, texts: settings.texts })
  const event: PhoneEvent = { kind: 'listed', query: args.query, ...found }
  return { state: { ...state, searches: state.searches + 1 }, content, events: [event] }
}

export function sendForm(
  state: PhoneState,
  args: FormArguments,
  { task, settings }: PhoneContext,
): Result {
  const { customer } = visibleTaskFor(task, numbersIn(settings.texts))
  const closedBecause = state.form !== null ? 'used' : state.phone_calls > 0 ? 'called' : undefined
  const outcome = authInfoForm.run(
    args,
    closedBecause === undefined ? { customer } : { customer, closed: closedBecause },
  )
  const events = [formEvent(outcome)]
  return { state: afterForm(state, outcome), content: sayForm(outcome), events }
}

function formEvent(outcome: FormOutcome): PhoneEvent {
  switch (outcome.status) {
    case 'completed': {
      const { asked, values, unavailable } = outcome
      return { kind: 'form_completed', fields: asked, values, unavailable }
    }
    case 'abandoned':
      return { kind: 'form_abandoned', fields: outcome.asked }
    case 'refused':
      return { kind: 'form_refused', reason: outcome.reason }
  }
}

export function callDepartment(
  state: PhoneState,
  args: CallArguments,
  context: PhoneContext,
): Effectful<Result> {
  const { task, world, settings } = context
  const input = callerInputOf(args)
  const call = callMade(args.phone_number, input)
  const line = findCalledLine(world, args.phone_number, numbersIn(settings.texts))
  if (line === undefined) {
    const content = `The number ${args.phone_number} is not in service.`
    return withEnd(task, afterUnansweredCall(state), content, { kind: 'not_in_service', call })
  }
  const desk = toDesk(line, state, context)
  const callAnswer = answer(input, desk)
  const reference = seedReference(task, {
    department: line.department.id,
    service: input.service,
  })
  const random = context.random(`csr-${state.phone_calls}`)
  const speech = sayAnswer(callAnswer, line, reference, random)
  const event = callEvent(callAnswer, call, line, reference)
  const nextState = afterCall(state, input, desk, callAnswer, task)
  return withWording(speech, line, context, random, ({ speech, note }) => {
    const result = withEnd(task, nextState, sayCall(speech, line), event)
    return note === undefined ? result : { note, ...result }
  })
}

/** The result of a call, and whether the episode ends with it. */
function withEnd(task: PhoneTask, state: PhoneState, content: string, event: PhoneEvent): Result {
  const result = { state, content, events: [event] }
  if (areAllDone(task, state)) return { end: COMPLETED, ...result }
  return state.phone_calls >= phoneCallsMax(task) ? { end: OUT_OF_CALLS, ...result } : result
}

/** The state of the episode from the called department's view. */
function toDesk(line: Line, state: PhoneState, { task, world, settings }: PhoneContext): Desk {
  const { id } = line.department
  const visibleTask = visibleTaskFor(task, numbersIn(settings.texts))
  return {
    line,
    company: findCompany(world, task.company),
    part: taskPart(task, id),
    known: knownValues(visibleTask, state),
    lacking: lackingFields(task, state),
    alsoRequired: alsoRequired(task, id),
    done: state.done,
    rows: state.rows,
    held: state.held,
    wrongBefore: state.wrong[id] ?? 0,
  }
}

const callMade = (
  phone_number: string,
  { service, given, unavailable, referenceNumber: reference_number }: CallerInput,
): CallMade => ({ phone_number, service, auth_info: given, unavailable, reference_number })

function callEvent(
  callAnswer: CallAnswer,
  call: CallMade,
  { company, department }: Line,
  reference: string,
): PhoneEvent {
  const context = { call, company: company.name, department: department.name }
  if (callAnswer.kind === 'done') return { kind: 'done', ...context, reference }
  return { kind: 'refused', ...context, ...refusalReason(callAnswer, reference) } as Refused
}

/** The reason of a refusal, for events. */
function refusalReason(
  refusal: Extract<CallAnswer, { readonly kind: 'refused' }>,
  reference: string,
) {
  switch (refusal.reason) {
    case 'details': {
      const { reason, missing, wrong, notUnavailable: not_unavailable, held } = refusal
      return { reason, missing, wrong, not_unavailable, held }
    }
    case 'already_done':
      return { reason: refusal.reason, reference }
    default: {
      const { kind: _, ...rest } = refusal
      return rest
    }
  }
}
