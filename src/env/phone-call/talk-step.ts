import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isOpenAt } from '../../sim/phone/clock/opening-hours.ts'
import { readMoment, sayMoment } from '../../sim/phone/clock/time.ts'
import { sameDetails } from '../../sim/phone/details.ts'
import { UNSETTLED } from '../../sim/phone/line.ts'
import { lineAt, lineOf } from '../../sim/phone/world.ts'
import type { Effectful } from '../../tools/effect.ts'
import { companyDirectory, type DirectoryArguments } from '../../tools/phone/company-directory.ts'
import {
  detailsIn,
  type LineCallArguments,
  type SayArguments,
} from '../../tools/phone/line-call.ts'
import type { ReportArguments } from '../../tools/phone/report.ts'
import type { End } from '../end.ts'
import { speak, toldIn } from './talk-answer.ts'
import { after, hungUp, momentIn, overdue, type Result, rejected, result } from './talk-result.ts'
import { rulesOnCalling } from './talk-rules.ts'
import type { TalkContext } from './talk-score.ts'
import type { OpenLine, TalkState } from './talk-state.ts'

export function searchTalking(
  state: TalkState,
  args: DirectoryArguments,
  { world, made, context }: TalkContext,
): Result {
  const { texts } = context.settings
  const { found, content: said } = companyDirectory.run(args, { world, texts })
  const now = made.clock ? `(It is ${sayMoment(made.moment + state.minutes)}.)\n` : ''
  const next = after({ ...state, searches: state.searches + 1 }, MINUTES.search)
  return result(next, `${now}${said}`, { kind: 'listed', query: args.query, ...found })
}

export function ringTalking(
  before: TalkState,
  args: LineCallArguments,
  talk: TalkContext,
): Effectful<Result> {
  const { made, world } = talk
  const hung = hungUp(before)
  const line = lineAt(world, args.phone_number)
  const dialled = after(waited(hung, args.when, talk), MINUTES.dialling)
  const { phone_number } = args
  if (line === undefined) {
    const state = rejected({ ...dialled, phone_calls: dialled.phone_calls + 1 })
    const content = `The number ${phone_number} is not in service.`
    return overdue(result(state, content, { kind: 'not_in_service', phone_number }))
  }
  const { id, name, opening_hours: hours } = line.department
  if (made.clock && !isOpenAt(hours, momentIn(talk, dialled))) {
    const content =
      `(It is ${sayMoment(momentIn(talk, dialled))}. ${name} at ${line.company.name} is closed ` +
      `now. Opening hours: ${hours}.)`
    return result(dialled, content, { kind: 'closed', department: name, hours })
  }
  const called = {
    ...dialled,
    phone_calls: dialled.phone_calls + 1,
    broken: [...dialled.broken, ...rulesOnCalling(args, talk)],
  }
  const open: OpenLine = {
    department: id,
    employee: -1,
    service: args.service,
    ...toldIn(args),
    details: detailsIn(args.details),
    settled: UNSETTLED,
    question: '',
    stalls: 0,
  }
  return speak(called, open, args, null, talk)
}

/** The state once it is the time for which a call is put off. */
function waited(state: TalkState, when: string | undefined, talk: TalkContext): TalkState {
  if (when === undefined || !talk.made.clock) return state
  const now = momentIn(talk, state)
  const moment = readMoment(when, now)
  return moment === undefined ? state : after(state, moment - now)
}

const NOBODY = 'Nobody is on the line.'

export function sayTalking(
  state: TalkState,
  args: SayArguments,
  talk: TalkContext,
): Effectful<Result> {
  const { line } = state
  if (line === null) return result(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { service = line.service, answer = null } = args
  const { given, unavailable, referenceNumber } = toldIn(args)
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
  return speak(after(state, MINUTES.say), next, args, isChanged ? null : answer, talk)
}

export function hangUpTalking(state: TalkState, talk: TalkContext): Result {
  if (state.line === null) return result(state, NOBODY, { kind: 'nobody_on_the_line' })
  const { name } = lineOf(talk.world, state.line.department).department
  return overdue(result(hungUp(state), 'You hang up.', { kind: 'hung_up', department: name }))
}

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const ANSWERED: End = { kind: 'terminated', reason: 'answered' }

export function reportTalking(
  before: TalkState,
  report: ReportArguments,
  isRight: (state: TalkState) => boolean,
): Result {
  const state = { ...hungUp(before), report }
  const end = isRight(state) ? COMPLETED : ANSWERED
  return result(state, 'The customer has your report.', { kind: 'reported', report }, end)
}
