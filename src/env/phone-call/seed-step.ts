import { answer, type CallAnswer, type CallerInput, type Desk } from '../../sim/phone/department.ts'
import { numbersIn } from '../../sim/phone/listing.ts'
import { lineCalled, shownTask } from '../../sim/phone/short-numbers.ts'
import { sayAnswer, sayCall } from '../../sim/phone/speech.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { companyOf, type Line } from '../../sim/phone/world.ts'
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
  afterNobody,
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
import { worded } from './wording.ts'

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
  const { customer } = shownTask(task, numbersIn(settings.texts))
  const closed = state.form !== null ? 'used' : state.phone_calls > 0 ? 'called' : undefined
  const outcome = authInfoForm.run(args, closed === undefined ? { customer } : { customer, closed })
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

export function ring(
  state: PhoneState,
  args: CallArguments,
  context: PhoneContext,
): Effectful<Result> {
  const { task, world, settings } = context
  const input = callerInputOf(args)
  const call = callMade(args.phone_number, input)
  const line = lineCalled(world, args.phone_number, numbersIn(settings.texts))
  if (line === undefined) {
    const content = `The number ${args.phone_number} is not in service.`
    return ended(task, afterNobody(state), content, { kind: 'not_in_service', call })
  }
  const desk = deskOf(line, state, context)
  const answered = answer(input, desk)
  const reference = seedReference(task, {
    department: line.department.id,
    service: input.service,
  })
  const random = context.random(`csr-${state.phone_calls}`)
  const speech = sayAnswer(answered, line, reference, random)
  const event = callEvent(answered, call, line, reference)
  const after = afterCall(state, input, desk, answered, task)
  return worded(speech, line, context, random, ({ speech, note }) => {
    const result = ended(task, after, sayCall(speech, line), event)
    return note === undefined ? result : { note, ...result }
  })
}

/** The result of a call, and whether the episode ends with it. */
function ended(task: PhoneTask, state: PhoneState, content: string, event: PhoneEvent): Result {
  const result = { state, content, events: [event] }
  if (areAllDone(task, state)) return { end: COMPLETED, ...result }
  return state.phone_calls >= phoneCallsMax(task) ? { end: OUT_OF_CALLS, ...result } : result
}

/** The state of the episode from the called department's view. */
function deskOf(line: Line, state: PhoneState, { task, world, settings }: PhoneContext): Desk {
  const { id } = line.department
  const shown = shownTask(task, numbersIn(settings.texts))
  return {
    line,
    company: companyOf(world, task.company),
    part: taskPart(task, id),
    known: knownValues(shown, state),
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
  answered: CallAnswer,
  call: CallMade,
  { company, department }: Line,
  reference: string,
): PhoneEvent {
  const where = { call, company: company.name, department: department.name }
  if (answered.kind === 'done') return { kind: 'done', ...where, reference }
  return { kind: 'refused', ...where, ...why(answered, reference) } as Refused
}

/** The reason of a refusal, for events. */
function why(answered: Extract<CallAnswer, { readonly kind: 'refused' }>, reference: string) {
  switch (answered.reason) {
    case 'details': {
      const { reason, missing, wrong, notUnavailable: not_unavailable, held } = answered
      return { reason, missing, wrong, not_unavailable, held }
    }
    case 'already_done':
      return { reason: answered.reason, reference }
    default: {
      const { kind: _, ...rest } = answered
      return rest
    }
  }
}
