import type { CaseGoal } from '../../sim/phone/case.ts'
import { sameFieldValue } from '../../sim/phone/fields.ts'
import {
  agreementsAfter,
  answerOnLine,
  type LineAnswer,
  type LineDesk,
  type LineInput,
  type LineQuestion,
} from '../../sim/phone/line.ts'
import { type LineSpeech, sayOnOpenLine } from '../../sim/phone/say-line.ts'
import { CLEARANCE, requirementsFor } from '../../sim/phone/services.ts'
import { sayCall } from '../../sim/phone/speech.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'

import { findLine } from '../../sim/phone/world.ts'
import { childSeed } from '../../sim/random.ts'
import type { Effectful } from '../../tools/effect.ts'
import {
  detailsIn,
  type LineCallArguments,
  type SayArguments,
} from '../../tools/phone/line-call.ts'
import { valuesIn } from '../../tools/phone/phone-call.ts'
import { toLineDesk } from './talk-desk.ts'
import type { CallContent, TalkEvent } from './talk-events.ts'
import {
  askedEvent,
  type EventContext,
  type LineRefusal,
  recordQuestion,
  refusedEvent,
} from './talk-question.ts'
import {
  afterRejectedCall,
  endAtCallLimit,
  type TalkResult,
  toResult,
  withReason,
} from './talk-result.ts'
import { brokenOnDoing, recordAcceptance, recordDisclosure } from './talk-rules.ts'
import type { TalkContext } from './talk-score.ts'
import {
  type CompletedService,
  findGoalAt,
  hasRightDetails,
  type OpenLine,
  type TalkState,
} from './talk-state.ts'
import { type Worded, withWording } from './wording.ts'

/** The department's answer to everything that the caller has given on this call. */
export function answerCall(
  state: TalkState,
  openLine: OpenLine,
  args: Pick<SayArguments, 'auth_info' | 'unavailable' | 'details' | 'reference_number'>,
  answer: 'yes' | 'no' | null,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { phoneCase, world, context } = talk
  const line = findLine(world, openLine.department)
  const input: LineInput = {
    ...openLine,
    given: { ...state.checked, ...openLine.given },
    unavailable: [...new Set([...state.excused, ...openLine.unavailable])],
    answer,
  }
  const desk = toLineDesk(openLine, state, talk)
  const lineAnswer = answerOnLine(input, desk)
  const settled = agreementsAfter(input, openLine.settled, lineAnswer)
  const reference = referenceFor(context.task.seed, openLine.department, openLine.service)
  const streamName = `line-${state.phone_calls}-${state.minutes}-${openLine.stalls}`
  const employee = openLine.employee < 0 ? null : openLine.employee
  const goal = findGoalAt(phoneCase, openLine.department, openLine.service)
  const takesEffect = goal?.takes_effect ?? null
  const speechContext = {
    answer: lineAnswer,
    desk,
    service: openLine.service,
    reference,
    takesEffect,
    employee,
  }
  const random = context.random(streamName)
  const ruleSpeech = sayOnOpenLine(speechContext, random)
  const question = lineAnswer.kind === 'asked' ? JSON.stringify(lineAnswer) : ''
  const stalls = question !== '' && question === openLine.question ? openLine.stalls + 1 : 0
  const nextLine = { ...openLine, employee: ruleSpeech.employee, settled, question, stalls }
  const { given: newValues } = callerInputIn(args)
  const isAccepted = settled.offer && !openLine.settled.offer
  const afterYes = isAccepted ? recordAcceptance(state, goal, talk) : state
  const nextState = withChecked(
    recordDisclosure(afterYes, openLine.department, newValues, talk),
    input,
    lineAnswer,
    desk,
  )
  const eventContext = {
    said: toContent(openLine.service, args, answer),
    company: line.company.name,
    department: line.department.name,
  }
  const reply: Reply = { lineAnswer, goal, reference, eventContext, talk }
  const finish = ({ speech, note }: Worded<LineSpeech>): TalkResult => ({
    ...applyAnswer(nextState, nextLine, reply, sayCall(speech, line, employee === null)),
    note,
  })
  return isExact(lineAnswer, goal)
    ? finish({ speech: ruleSpeech })
    : withWording(ruleSpeech, line, context, random, finish)
}

/**
 * Adds the details that the company has checked, and those that it knows to be lacking; its other
 * departments do not ask for them again.
 */
function withChecked(
  state: TalkState,
  { given: values, unavailable, service }: LineInput,
  lineAnswer: LineAnswer,
  { known, lacking, line }: LineDesk,
): TalkState {
  const areDetailsChecked =
    lineAnswer.kind === 'refused'
      ? lineAnswer.reason === 'blocked'
      : !('for' in lineAnswer && lineAnswer.for === 'reference')
  if (!areDetailsChecked) return state
  const rightFields = FIELDS.filter((field) => {
    const [value, truth] = [values[field], known[field]]
    return value !== undefined && truth !== undefined && sameFieldValue(truth, value)
  })
  const { alternatives } = requirementsFor(line.department, service)
  const isReplaced = (field: Field): boolean => {
    const alternative = alternatives[field]
    return alternative !== undefined && rightFields.includes(alternative)
  }
  return {
    ...state,
    checked: Object.fromEntries(rightFields.map((field) => [field, values[field]])),
    excused: FIELDS.filter(
      (field) => lacking.includes(field) && (unavailable.includes(field) || isReplaced(field)),
    ),
  }
}

const toContent = (
  service: string,
  args: Pick<SayArguments, 'auth_info' | 'unavailable' | 'details' | 'reference_number'>,
  answer: 'yes' | 'no' | null,
): CallContent => {
  const { given: auth_info, unavailable, referenceNumber: reference_number } = callerInputIn(args)
  return {
    service,
    auth_info,
    unavailable,
    details: detailsIn(args.details),
    reference_number,
    answer,
  }
}

/** A department's answer, with its context. */
interface Reply {
  readonly lineAnswer: LineAnswer
  readonly goal: CaseGoal | undefined
  readonly reference: string
  readonly eventContext: EventContext
  readonly talk: TalkContext
}

/** The effect of an answer on the episode. */
function applyAnswer(
  state: TalkState,
  openLine: OpenLine,
  reply: Reply,
  content: string,
): TalkResult {
  const { lineAnswer, goal, eventContext, talk } = reply
  const { phoneCase } = talk
  if (lineAnswer.kind === 'asked')
    return applyQuestion({ ...state, line: openLine }, lineAnswer, reply, content)
  const closed = { ...state, line: null }
  if (lineAnswer.kind === 'done') return doneOn(closed, openLine, reply, content)
  if (lineAnswer.kind === 'declined') {
    return endAtCallLimit(
      toResult(closed, content, { kind: 'declined', ...eventContext }),
      phoneCase,
    )
  }
  const nextState = afterRefusal(closed, openLine, lineAnswer, goal)
  return endAtCallLimit(
    toResult(nextState, content, refusedEvent(lineAnswer, eventContext)),
    phoneCase,
  )
}

/**
 * A refusal costs nothing if it reveals why a wish is impossible, or names for the first time what
 * comes first. What the company cannot do is decided on an order, so its details must be right.
 */
function afterRefusal(
  state: TalkState,
  { department, details }: OpenLine,
  { reason }: LineRefusal,
  goal: CaseGoal | undefined,
): TalkState {
  if (reason === 'blocked' && goal?.block !== undefined) {
    return hasRightDetails(goal, details, state)
      ? withReason(state, goal, 'company_cannot')
      : afterRejectedCall(state)
  }
  if (reason === 'blocked' && goal?.right === 'ruled_out')
    return withReason(state, goal, 'ruled_out')
  const isEarly = reason === 'other_first' || reason === 'too_early'
  const name = reason === 'too_early' ? (goal?.service ?? department) : department
  if (!isEarly || state.sent_on.includes(name)) return afterRejectedCall(state)
  return { ...state, sent_on: [...state.sent_on, name], put_off: state.put_off + 1 }
}

/** Answers whose exact words matter: prices, side effects, obstacles, days, and ids of choices. */
const isExact = (lineAnswer: LineAnswer, goal: CaseGoal | undefined): boolean =>
  (lineAnswer.kind === 'asked' && EXACT.has(lineAnswer.for)) ||
  (lineAnswer.kind === 'done' && goal?.takes_effect !== undefined) ||
  (lineAnswer.kind === 'refused' &&
    (lineAnswer.reason === 'blocked' || lineAnswer.reason === 'too_early'))
const EXACT: ReadonlySet<string> = new Set(['offer', 'read_back', 'details'])

/** The number of useless answers after which the employee ends the call. */
const STALLS_MAX = 2

/** Asks a question, or ends the call after too many useless answers. */
function applyQuestion(
  state: TalkState,
  lineQuestion: LineQuestion,
  { goal, eventContext, talk: { phoneCase } }: Reply,
  text: string,
): TalkResult {
  const { line } = state
  const id = line?.department ?? ''
  const nextState = recordQuestion(state, id, lineQuestion, goal)
  const event = askedEvent(lineQuestion, eventContext)
  const isHeld = lineQuestion.for === 'right_details' && lineQuestion.held
  if (isHeld)
    return endAtCallLimit(
      toResult(afterRejectedCall({ ...nextState, line: null }), text, event),
      phoneCase,
    )
  if ((line?.stalls ?? 0) >= STALLS_MAX) {
    const content = `${text}\n(The employee gives up and ends the call.)`
    const afterGivingUp = afterRejectedCall({ ...nextState, line: null })
    return endAtCallLimit(
      toResult(afterGivingUp, content, { kind: 'given_up', ...eventContext }),
      phoneCase,
    )
  }
  return toResult(nextState, `${text}\n(The line is open.)`, event)
}

/** Records a service that the department has carried out. */
function doneOn(
  state: TalkState,
  openLine: OpenLine,
  { goal, reference, eventContext, talk }: Reply,
  text: string,
): TalkResult {
  const { phoneCase } = talk
  const { department, service, details } = openLine
  const effect = goal?.takes_effect ?? null
  const event: TalkEvent = { kind: 'done', reference, takes_effect: effect, ...eventContext }
  const contactedState = { ...state, contacted: [...state.contacted, department] }
  if (service === CLEARANCE) {
    return endAtCallLimit(
      toResult(
        { ...contactedState, done: { ...contactedState.done, [department]: reference } },
        text,
        event,
      ),
      phoneCase,
    )
  }
  const feeCents =
    openLine.settled.offer && goal?.offer?.offer.kind === 'fee' ? goal.offer.offer.cents : 0
  const completion: CompletedService = {
    department,
    service,
    details,
    reference,
    fee_cents: feeCents,
    minutes: state.minutes,
    after_correction: state.corrections[service] !== undefined,
  }
  const isPart = goal !== undefined
  const nextState = {
    ...contactedState,
    completed: [...contactedState.completed, completion],
    done: isPart ? { ...contactedState.done, [department]: reference } : contactedState.done,
    broken: [...contactedState.broken, ...brokenOnDoing(service, state, phoneCase)],
  }
  return endAtCallLimit(toResult(nextState, text, event), phoneCase)
}

function referenceFor(seed: number, department: string, service: string): string {
  const name = `case-reference/${department}${service === CLEARANCE ? '' : `/${service}`}`
  return `R${String(childSeed(seed, name) % 1_000_000).padStart(6, '0')}`
}
/** The input of one turn. */
export const callerInputIn = ({
  auth_info: authInfo = {},
  unavailable = [],
  reference_number: reference,
}: Pick<LineCallArguments, 'auth_info' | 'unavailable' | 'reference_number'>) => ({
  given: valuesIn(authInfo),
  unavailable: FIELDS.filter((field) => unavailable.includes(field)),
  referenceNumber: reference ?? '',
})
