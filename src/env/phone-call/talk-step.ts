import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { type Moment, parseMoment, sayMoment } from '../../sim/phone/clock/time.ts'
import { timeToCall } from '../../sim/phone/clock/when-to-call.ts'
import { sameDetails } from '../../sim/phone/details.ts'
import { UNSETTLED } from '../../sim/phone/line.ts'
import { findLine, findLineByNumber } from '../../sim/phone/world.ts'
import {
  type EffectAnswer,
  type Effectful,
  type EffectRequest,
  isGenerator,
  perform,
} from '../../tools/effect.ts'
import { companyDirectory, type DirectoryArguments } from '../../tools/phone/company-directory.ts'
import {
  detailsIn,
  type LineCallArguments,
  type SayArguments,
} from '../../tools/phone/line-call.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'
import type { End } from '../end.ts'
import { answerCall, callerInputIn } from './talk-answer.ts'
import {
  afterMinutes,
  afterRejectedCall,
  currentMoment,
  endAtCallLimit,
  hangUp,
  type TalkResult,
  toResult,
  withReason,
} from './talk-result.ts'
import { brokenOnCalling } from './talk-rules.ts'
import type { TalkContext } from './talk-score.ts'
import type { OpenLine, TalkState } from './talk-state.ts'

export function searchTalking(
  before: TalkState,
  args: DirectoryArguments,
  talk: TalkContext,
): TalkResult {
  const { world, phoneCase, context } = talk
  const { texts } = context.settings
  const { found, content } = companyDirectory.run(args, { world, texts })
  const shown = found.departments.map(({ phone_number }) => phone_number)
  const state = knowingHours(before, shown, talk)
  const next = afterMinutes({ ...state, searches: state.searches + 1 }, MINUTES.search)
  const listed = toResult(next, content, { kind: 'listed', query: args.query, ...found })
  return phoneCase.clock ? timed(listed, currentMoment(talk, before)) : listed
}

/** Opening hours that the agent has seen explain why a deadline cannot be met. */
function knowingHours(
  state: TalkState,
  numbers: readonly string[],
  { phoneCase, world }: TalkContext,
): TalkState {
  const closed = phoneCase.goals.filter(
    ({ right, department }) =>
      right === 'department_closed' &&
      numbers.includes(findLine(world, department).department.phone_number),
  )
  return closed.reduce((next, goal) => withReason(next, goal, 'department_closed'), state)
}

/** A result that begins with the time. */
function timed(phoneCase: TalkResult, moment: Moment): TalkResult {
  const now = sayMoment(moment)
  return {
    ...phoneCase,
    content: `(It is ${now}.)\n${phoneCase.content}`,
    events: [{ kind: 'clock', now }, ...(phoneCase.events ?? [])],
  }
}

export function ringTalking(
  before: TalkState,
  args: LineCallArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  const dialled = afterMinutes(waited(hangUp(before), args, talk), MINUTES.dialling)
  const rung = reach(dialled, args, talk)
  if (!talk.phoneCase.clock) return rung
  const now = currentMoment(talk, dialled)
  return isGenerator(rung) ? timedLater(rung, now) : timed(rung, now)
}

function* timedLater(
  work: Effectful<TalkResult>,
  moment: Moment,
): Generator<EffectRequest, TalkResult, EffectAnswer> {
  return timed(yield* perform(work), moment)
}

/** Answers a dialled number. */
function reach(
  dialled: TalkState,
  args: LineCallArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { phoneCase, world } = talk
  const { phone_number } = args
  const line = findLineByNumber(world, phone_number)
  if (line === undefined) {
    const state = afterRejectedCall({ ...dialled, phone_calls: dialled.phone_calls + 1 })
    const content = `The number ${phone_number} is not in service.`
    return endAtCallLimit(
      toResult(state, content, { kind: 'not_in_service', phone_number }),
      phoneCase,
    )
  }
  const { id, name, opening_hours: hours } = line.department
  if (phoneCase.clock && !isOpenAt(hours, currentMoment(talk, dialled))) {
    const content = `(${name} at ${line.company.name} is closed now. Opening hours: ${hours}.)`
    const informed = knowingHours(dialled, [phone_number], talk)
    return toResult(informed, content, { kind: 'closed', department: name, hours })
  }
  const called = {
    ...dialled,
    phone_calls: dialled.phone_calls + 1,
    broken: [...dialled.broken, ...brokenOnCalling(args, talk)],
  }
  const open: OpenLine = {
    department: id,
    employee: -1,
    service: args.service,
    ...callerInputIn(args),
    details: detailsIn(args.details),
    settled: UNSETTLED,
    question: '',
    stalls: 0,
  }
  return answerCall(called, open, args, null, talk)
}

/** The state after waiting for the time of a postponed call. */
function waited(
  state: TalkState,
  { when, phone_number }: LineCallArguments,
  talk: TalkContext,
): TalkState {
  if (when === undefined || !talk.phoneCase.clock) return state
  const now = currentMoment(talk, state)
  const hours = findLineByNumber(talk.world, phone_number)?.department.opening_hours ?? ''
  const opens = timeToCall(now, hours)
  const moment = when === 'open' ? opens : parseMoment(when, now)
  if (moment === undefined) return state
  const first = Math.min(moment, opens ?? moment)
  return { ...afterMinutes(state, moment - now), waited: state.waited + moment - first }
}

const NOBODY = 'Nobody is on the line.'

export function sayTalking(
  state: TalkState,
  args: SayArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { line } = state
  if (line === null) return toResult(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { service = line.service, answer = null } = args
  const { given, unavailable, referenceNumber } = callerInputIn(args)
  const isOther = service !== line.service
  const details = { ...(isOther ? {} : line.details), ...detailsIn(args.details) }
  // A yes to a read-back is void if the details change with it; a yes to a price is not.
  const { open } = line.settled
  const isChanged = isOther || (open !== 'offer' && !sameDetails(details, line.details))
  const next: OpenLine = {
    ...line,
    service,
    given: { ...line.given, ...given },
    unavailable: [...new Set([...line.unavailable, ...unavailable])],
    referenceNumber: referenceNumber === '' ? line.referenceNumber : referenceNumber,
    details,
    settled: isChanged ? { ...UNSETTLED, offer: !isOther && line.settled.offer } : line.settled,
  }
  return answerCall(afterMinutes(state, MINUTES.say), next, args, isChanged ? null : answer, talk)
}

export function hangUpTalking(state: TalkState, talk: TalkContext): TalkResult {
  if (state.line === null) return toResult(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { name } = findLine(talk.world, state.line.department).department
  const hung = toResult(hangUp(state), 'You hang up.', { kind: 'hung_up', department: name })
  return endAtCallLimit(hung, talk.phoneCase)
}

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const ANSWERED: End = { kind: 'terminated', reason: 'answered' }

export function reportTalking(
  before: TalkState,
  report: ReportArguments,
  isRight: (state: TalkState) => boolean,
): TalkResult {
  const state = { ...hangUp(before), report }
  const end = isRight(state) ? COMPLETED : ANSWERED
  return toResult(state, 'The customer has your report.', { kind: 'reported', report }, end)
}
