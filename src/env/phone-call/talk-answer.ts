import type { CaseGoal } from '../../sim/phone/case.ts'
import { sameFieldValue } from '../../sim/phone/fields.ts'
import {
  answerOnLine,
  type LineAnswer,
  type LineDesk,
  type LineInput,
  settledAfter,
} from '../../sim/phone/line.ts'
import { type LineSpeech, sayOnOpenLine } from '../../sim/phone/say-line.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { sayCall } from '../../sim/phone/speech.ts'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'

import { lineOf } from '../../sim/phone/world.ts'
import { childSeed } from '../../sim/random.ts'
import type { Effectful } from '../../tools/effect.ts'
import {
  detailsIn,
  type LineCallArguments,
  type SayArguments,
} from '../../tools/phone/line-call.ts'
import { valuesIn } from '../../tools/phone/phone-call.ts'
import type { CallContent, TalkEvent } from './talk-events.ts'
import { meeting, overdue, rejected, result, type TalkResult } from './talk-result.ts'
import { recordDisclosure, rulesOnDoing } from './talk-rules.ts'
import type { TalkContext } from './talk-score.ts'
import {
  type CompletedService,
  casePart,
  goalAt,
  lastCompletion,
  type OpenLine,
  secretIn,
  type TalkState,
} from './talk-state.ts'
import { type Worded, worded } from './wording.ts'

/** The department's answer to everything that the caller has given on this call. */
export function answerCall(
  state: TalkState,
  open: OpenLine,
  args: Pick<SayArguments, 'auth_info' | 'unavailable' | 'details' | 'reference_number'>,
  answer: 'yes' | 'no' | null,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { made, world, context } = talk
  const line = lineOf(world, open.department)
  const input: LineInput = {
    ...open,
    given: { ...state.checked, ...open.given },
    unavailable: [...new Set([...state.excused, ...open.unavailable])],
    answer,
  }
  const desk = deskOf(open, state, talk)
  const given = answerOnLine(input, desk)
  const settled = settledAfter(input, open.settled, given)
  const reference = referenceFor(context.task.seed, open.department, open.service)
  const says = `line-${state.phone_calls}-${state.minutes}-${open.stalls}`
  const employee = open.employee < 0 ? null : open.employee
  const goal = goalAt(made, open.department, open.service)
  const takesEffect = goal?.takes_effect ?? null
  const asking = { answer: given, desk, service: open.service, reference, takesEffect, employee }
  const random = context.random(says)
  const byRule = sayOnOpenLine(asking, random)
  const question = given.kind === 'asked' ? JSON.stringify(given) : ''
  const stalls = question !== '' && question === open.question ? open.stalls + 1 : 0
  const next = { ...open, employee: byRule.employee, settled, question, stalls }
  const { given: values } = callerInputIn(args)
  const recorded = withChecked(
    recordDisclosure(state, open.department, values, talk),
    input,
    given,
    desk,
  )
  const at = {
    said: contentOf(open.service, args, answer),
    company: line.company.name,
    department: line.department.name,
  }
  const reply: Reply = { given, goal, reference, at, talk }
  const finish = ({ speech, note }: Worded<LineSpeech>): TalkResult => ({
    ...outcome(recorded, next, reply, sayCall(speech, line, employee === null)),
    note,
  })
  return isExact(given, goal)
    ? finish({ speech: byRule })
    : worded(byRule, line, context, random, finish)
}

/**
 * Adds the details that the company has checked; its other departments do not ask for them again.
 */
function withChecked(
  state: TalkState,
  { given: values, unavailable }: LineInput,
  given: LineAnswer,
  { known, lacking }: LineDesk,
): TalkState {
  const isLookedAt =
    given.kind === 'refused'
      ? given.reason === 'blocked'
      : !('for' in given && given.for === 'reference')
  if (!isLookedAt) return state
  const right = FIELDS.filter((field) => {
    const [value, truth] = [values[field], known[field]]
    return value !== undefined && truth !== undefined && sameFieldValue(truth, value)
  })
  return {
    ...state,
    checked: Object.fromEntries(right.map((field) => [field, values[field]])),
    excused: unavailable.filter((field) => lacking.includes(field)),
  }
}

const contentOf = (
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
  readonly given: LineAnswer
  readonly goal: CaseGoal | undefined
  readonly reference: string
  readonly at: Where
  readonly talk: TalkContext
}

/** The effect of an answer on the episode. */
function outcome(state: TalkState, open: OpenLine, reply: Reply, content: string): TalkResult {
  const { given, goal, at, talk } = reply
  const { made } = talk
  if (given.kind === 'asked') return asked({ ...state, line: open }, given, reply, content)
  const over = { ...state, line: null }
  if (given.kind === 'done') return doneOn(over, open, reply, content)
  if (given.kind === 'declined') {
    return overdue(result(over, content, { kind: 'declined', ...at }), made)
  }
  const next = afterRefusal(over, open.department, given, goal)
  return overdue(result(next, content, refusedEvent(given, at)), made)
}

/**
 * A refusal costs nothing if it reveals why a wish is impossible, or names for the first time what
 * comes first.
 */
function afterRefusal(
  state: TalkState,
  department: string,
  { reason }: Extract<LineAnswer, { readonly kind: 'refused' }>,
  goal: CaseGoal | undefined,
): TalkState {
  if (reason === 'blocked' && goal?.block !== undefined) {
    return meeting(state, goal, 'company_cannot')
  }
  if (reason === 'blocked' && goal?.right === 'ruled_out') return meeting(state, goal, 'ruled_out')
  const isEarly = reason === 'other_first' || reason === 'too_early'
  const name = reason === 'too_early' ? (goal?.service ?? department) : department
  if (!isEarly || state.sent_on.includes(name)) return rejected(state)
  return { ...state, sent_on: [...state.sent_on, name], put_off: state.put_off + 1 }
}

/** Answers whose exact words matter: prices, side effects, obstacles, days, and ids of choices. */
const isExact = (given: LineAnswer, goal: CaseGoal | undefined): boolean =>
  (given.kind === 'asked' && EXACT.has(given.for)) ||
  (given.kind === 'done' && goal?.takes_effect !== undefined) ||
  (given.kind === 'refused' && (given.reason === 'blocked' || given.reason === 'too_early'))
const EXACT: ReadonlySet<string> = new Set(['offer', 'read_back', 'details'])

type Where = Pick<Extract<TalkEvent, { readonly kind: 'done' }>, 'said' | 'company' | 'department'>

function refusedEvent(
  given: Extract<LineAnswer, { readonly kind: 'refused' }>,
  at: Where,
): TalkEvent {
  if (given.reason === 'other_department') return { ...at, ...given }
  if (given.reason === 'other_first') return { ...at, ...given }
  if (given.reason === 'too_early') return { ...at, ...given }
  if (given.reason === 'blocked') return { kind: 'refused', reason: 'blocked', ...at }
  return { kind: 'refused', reason: given.reason, ...at }
}

/** The number of useless answers after which the employee ends the call. */
const STALLS_MAX = 2

/** Asks a question, or ends the call after too many useless answers. */
function asked(
  state: TalkState,
  given: Extract<LineAnswer, { readonly kind: 'asked' }>,
  { goal, at, talk: { made } }: Reply,
  text: string,
): TalkResult {
  const { line } = state
  const id = line?.department ?? ''
  const next = noteQuestion(state, id, given, goal)
  const event = askedEvent(given, at)
  const isHeld = given.for === 'right_details' && given.held
  if (isHeld) return overdue(result(rejected({ ...next, line: null }), text, event), made)
  if ((line?.stalls ?? 0) >= STALLS_MAX) {
    const content = `${text}\n(The employee gives up and ends the call.)`
    const gaveUp = rejected({ ...next, line: null })
    return overdue(result(gaveUp, content, { kind: 'given_up', ...at }), made)
  }
  return result(next, `${text}\n(The line is open.)`, event)
}

function noteQuestion(
  state: TalkState,
  id: string,
  given: Extract<LineAnswer, { readonly kind: 'asked' }>,
  goal: CaseGoal | undefined,
): TalkState {
  const isAboutFields = given.for === 'field' || given.for === 'right_details'
  const next = isAboutFields ? { ...state, contacted: [...state.contacted, id] } : state
  if (given.for === 'right_details') {
    const errors = given.wrong.length + given.notUnavailable.length
    const wrong = { ...state.wrong, [id]: (state.wrong[id] ?? 0) + errors }
    const given2 = omit(state.line?.given ?? {}, given.wrong)
    const line = state.line === null ? null : { ...state.line, given: given2, unavailable: [] }
    return { ...next, line, wrong, held: given.held ? [...state.held, id] : state.held }
  }
  if (goal === undefined || (given.for !== 'offer' && given.for !== 'read_back')) return next
  const metSoFar = goal.right === 'ruled_out' ? meeting(next, goal, 'ruled_out') : next
  const begun = withCall(metSoFar, goal)
  if (given.for === 'offer') {
    const reason = given.offer.kind === 'fee' ? 'fee_not_accepted' : 'term_not_accepted'
    return meeting(begun, goal, reason)
  }
  return given.consequence === null ? begun : meeting(begun, goal, 'side_effect_not_accepted')
}

/** Records the call of the first question about a wish that only this call can settle. */
const withCall = (state: TalkState, { service, lapses }: CaseGoal): TalkState =>
  lapses === undefined || state.only_then[service] !== undefined
    ? state
    : { ...state, only_then: { ...state.only_then, [service]: state.phone_calls } }

const omit = (values: FieldValues, fields: readonly Field[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields.includes(name as Field)))

function askedEvent(given: Extract<LineAnswer, { readonly kind: 'asked' }>, at: Where): TalkEvent {
  if (given.for !== 'right_details') return { ...given, ...at }
  const { kind, wrong, notUnavailable: not_unavailable, held } = given
  return { kind, for: given.for, wrong, not_unavailable, held, ...at }
}

/** Records a service that the department has carried out. */
function doneOn(
  state: TalkState,
  open: OpenLine,
  { goal, reference, at, talk }: Reply,
  text: string,
): TalkResult {
  const { made } = talk
  const { department, service, details } = open
  const effect = goal?.takes_effect ?? null
  const event: TalkEvent = { kind: 'done', reference, takes_effect: effect, ...at }
  const done = { ...state, contacted: [...state.contacted, department] }
  if (service === CLEARANCE) {
    return overdue(
      result({ ...done, done: { ...done.done, [department]: reference } }, text, event),
      made,
    )
  }
  const paid = open.settled.offer && goal?.offer?.offer.kind === 'fee' ? goal.offer.offer.cents : 0
  const completion: CompletedService = {
    department,
    service,
    details,
    reference,
    fee_cents: paid,
    minutes: state.minutes,
    corrected:
      lastCompletion(state, service) !== undefined && state.corrections[service] !== undefined,
  }
  const isPart = goal !== undefined
  const next = {
    ...done,
    completed: [...done.completed, completion],
    done: isPart ? { ...done.done, [department]: reference } : done.done,
    broken: [...done.broken, ...rulesOnDoing(open, goal, state, made)],
  }
  return overdue(result(next, text, event), made)
}

function deskOf(open: OpenLine, state: TalkState, { made, world }: TalkContext): LineDesk {
  const line = lineOf(world, open.department)
  const { customer } = made
  const secret = secretIn(made)
  const { tells, mentions, values } = customer
  const own = state.completed.filter(({ department }) => department === open.department)
  return {
    line,
    company: lineOf(world, made.calls[0] ?? open.department).company,
    part: casePart(made, open.department),
    known: { ...(tells === null ? {} : { [tells]: values[tells] }), ...state.values },
    lacking: [
      ...(mentions === null ? [] : [mentions]),
      ...(secret === null ? [] : [secret]),
      ...state.lacking,
    ],
    alsoRequired: [],
    done: state.done,
    rows: own,
    held: state.held,
    wrongBefore: state.wrong[open.department] ?? 0,
    case: made,
    settled: open.settled,
    ended: Object.fromEntries(
      state.completed.flatMap(({ department, service }) => {
        const goal = goalAt(made, department, service)
        return goal?.ends === undefined ? [] : [[goal.ends, nounFor(goal)]]
      }),
    ),
    carriedOut: state.completed.map(({ service }) => service),
    lapsed: Object.entries(state.only_then).flatMap(([service, call]) =>
      call === state.phone_calls ? [] : [service],
    ),
    doneWith: Object.fromEntries(own.map(({ service, details }) => [service, details])),
  }
}

function referenceFor(seed: number, department: string, service: string): string {
  const name = `case-reference/${department}${service === CLEARANCE ? '' : `/${service}`}`
  return `R${String(childSeed(seed, name) % 1_000_000).padStart(6, '0')}`
}
/** The input of one turn. */
export const callerInputIn = ({
  auth_info: given = {},
  unavailable = [],
  reference_number: reference,
}: Pick<LineCallArguments, 'auth_info' | 'unavailable' | 'reference_number'>) => ({
  given: valuesIn(given),
  unavailable: FIELDS.filter((field) => unavailable.includes(field)),
  referenceNumber: reference ?? '',
})
