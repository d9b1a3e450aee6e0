import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { type Moment, parseMoment, sayMoment } from '../../sim/phone/clock/time.ts'
import { timeToCall } from '../../sim/phone/clock/when-to-call.ts'
import { sameDetails } from '../../sim/phone/details.ts'
import { UNSETTLED } from '../../sim/phone/line.ts'
import { neededDetails } from '../../sim/phone/matters.ts'
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
import { isAllRight } from './talk-outcome.ts'
import {
  afterHangUp,
  afterMinutes,
  afterRejectedCall,
  currentMoment,
  endAtCallLimit,
  isOverCallLimit,
  type TalkResult,
  toResult,
  withReason,
} from './talk-result.ts'
import { brokenOnCalling } from './talk-rules.ts'
import type { TalkContext } from './talk-score.ts'
import type { OpenLine, TalkState } from './talk-state.ts'

export function searchInTalk(
  stateBefore: TalkState,
  args: DirectoryArguments,
  talk: TalkContext,
): TalkResult {
  const { world, phoneCase, context } = talk
  const { texts } = context.settings
  const { found, content } = companyDirectory.run(args, { world, texts })
  const listedNumbers = found.departments.map(({ phone_number }) => phone_number)
  const state = withClosedReasons(stateBefore, listedNumbers, talk)
  const nextState = afterMinutes({ ...state, searches: state.searches + 1 }, MINUTES.search)
  const searchResult = toResult(nextState, content, { kind: 'listed', query: args.query, ...found })
  return phoneCase.clock ? withClock(searchResult, currentMoment(talk, stateBefore)) : searchResult
}

/** Records the wishes that the opening hours, once seen, show to be too late. */
function withClosedReasons(
  state: TalkState,
  numbers: readonly string[],
  { phoneCase, world }: TalkContext,
): TalkState {
  const closedGoals = phoneCase.goals.filter(
    ({ right, department }) =>
      right === 'department_closed' &&
      numbers.includes(findLine(world, department).department.phone_number),
  )
  return closedGoals.reduce((next, goal) => withReason(next, goal, 'department_closed'), state)
}

/** Adds the time of day to the beginning of a result. */
function withClock(result: TalkResult, moment: Moment): TalkResult {
  const now = sayMoment(moment)
  return {
    ...result,
    content: `(It is ${now}.)\n${result.content}`,
    events: [{ kind: 'clock', now }, ...(result.events ?? [])],
  }
}

export function callInTalk(
  stateBefore: TalkState,
  args: LineCallArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  if (isOverCallLimit(stateBefore, talk.phoneCase)) return hangUpInTalk(stateBefore, talk)
  const dialledState = afterMinutes(
    afterWaiting(afterHangUp(stateBefore), args, talk),
    MINUTES.dialling,
  )
  const callResult = answerNumber(dialledState, args, talk)
  if (!talk.phoneCase.clock) return callResult
  const now = currentMoment(talk, dialledState)
  return isGenerator(callResult) ? withClockLater(callResult, now) : withClock(callResult, now)
}

function* withClockLater(
  work: Effectful<TalkResult>,
  moment: Moment,
): Generator<EffectRequest, TalkResult, EffectAnswer> {
  return withClock(yield* perform(work), moment)
}

/** Answers a call at a number: not in service, closed, or an open line. */
function answerNumber(
  dialledState: TalkState,
  args: LineCallArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { phoneCase, world } = talk
  const { phone_number } = args
  const line = findLineByNumber(world, phone_number)
  if (line === undefined) {
    const state = afterRejectedCall({ ...dialledState, phone_calls: dialledState.phone_calls + 1 })
    const content = `The number ${phone_number} is not in service.`
    return endAtCallLimit(
      toResult(state, content, { kind: 'not_in_service', phone_number }),
      phoneCase,
    )
  }
  const { id, name, opening_hours: hours } = line.department
  if (phoneCase.clock && !isOpenAt(hours, currentMoment(talk, dialledState))) {
    const content = `(${name} at ${line.company.name} is closed now. Opening hours: ${hours}.)`
    const stateWithReason = withClosedReasons(dialledState, [phone_number], talk)
    return toResult(stateWithReason, content, { kind: 'closed', department: name, hours })
  }
  const stateWithCall = {
    ...dialledState,
    phone_calls: dialledState.phone_calls + 1,
    broken: [...dialledState.broken, ...brokenOnCalling(args, talk)],
  }
  const openLine: OpenLine = {
    department: id,
    employee: -1,
    service: args.service,
    ...callerInputIn(args),
    details: detailsIn(args.details),
    settled: UNSETTLED,
    question: '',
    stalls: 0,
  }
  return answerCall(stateWithCall, openLine, args, null, talk)
}

/** The state after waiting for the time of a postponed call. */
function afterWaiting(
  state: TalkState,
  { when, phone_number }: LineCallArguments,
  talk: TalkContext,
): TalkState {
  if (when === undefined || !talk.phoneCase.clock) return state
  const now = currentMoment(talk, state)
  const hours = findLineByNumber(talk.world, phone_number)?.department.opening_hours ?? ''
  // Dialling takes a minute, and in that minute the department may close.
  const closesNow = isOpenAt(hours, now) && !isOpenAt(hours, now + MINUTES.dialling)
  const openingMoment = timeToCall(closesNow ? now + MINUTES.dialling : now, hours)
  const moment = when === 'open' ? openingMoment : parseMoment(when, now)
  if (moment === undefined) return state
  const earliest = Math.min(moment, openingMoment ?? moment)
  return { ...afterMinutes(state, moment - now), waited: state.waited + moment - earliest }
}

const NOBODY = 'Nobody is on the line.'

export function sayInTalk(
  state: TalkState,
  args: SayArguments,
  talk: TalkContext,
): Effectful<TalkResult> {
  const { line } = state
  if (line === null) return toResult(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { service = line.service, answer = null } = args
  const { given, unavailable, referenceNumber } = callerInputIn(args)
  const isOtherService = service !== line.service
  const details = { ...(isOtherService ? {} : line.details), ...detailsIn(args.details) }
  // A yes to a read-back is void if the details change with it; a yes to a price is not.
  const { open: openQuestion } = line.settled
  const isChanged =
    isOtherService ||
    (openQuestion !== 'offer' && !sameDetails(details, line.details, neededDetails(service)))
  const nextLine: OpenLine = {
    ...line,
    service,
    given: { ...line.given, ...given },
    unavailable: [...new Set([...line.unavailable, ...unavailable])],
    referenceNumber: referenceNumber === '' ? line.referenceNumber : referenceNumber,
    details,
    settled: isChanged
      ? { ...UNSETTLED, offer: !isOtherService && line.settled.offer }
      : line.settled,
  }
  return answerCall(
    afterMinutes(state, MINUTES.say),
    nextLine,
    args,
    isChanged ? null : answer,
    talk,
  )
}

export function hangUpInTalk(state: TalkState, talk: TalkContext): TalkResult {
  if (state.line === null) return toResult(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { name } = findLine(talk.world, state.line.department).department
  const hangUpResult = toResult(afterHangUp(state), 'You hang up.', {
    kind: 'hung_up',
    department: name,
  })
  return endAtCallLimit(hangUpResult, talk.phoneCase)
}

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const ANSWERED: End = { kind: 'terminated', reason: 'answered' }

export function reportInTalk(
  stateBefore: TalkState,
  report: ReportArguments,
  talk: TalkContext,
): TalkResult {
  // The report would end a call too many, and that ends the work without a report.
  if (isOverCallLimit(stateBefore, talk.phoneCase)) return hangUpInTalk(stateBefore, talk)
  const state = { ...afterHangUp(stateBefore), report }
  const end = isAllRight(talk.phoneCase, talk.world, state) ? COMPLETED : ANSWERED
  return toResult(state, 'The customer has your report.', { kind: 'reported', report }, end)
}
