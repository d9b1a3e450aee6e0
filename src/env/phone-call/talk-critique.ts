import { sayEffect, sayOffer } from '../../sim/phone/say-line.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import type { Account, Outcome } from '../teaching.ts'
import type { TalkEvent } from './talk-events.ts'

const list = (items: readonly string[]): string => items.join(', ')

/**
 * The lessons for a later attempt, one per line: what departments required, named and refused, what
 * the customer decided, and what was wasted. It uses only what the agent could see. Empty after a
 * flawless success.
 */
export function critiqueTalk(events: readonly TalkEvent[], outcome: Outcome): string {
  const { success, metrics } = outcome
  const malformed = metrics.malformed_calls ?? 0
  const isWasteful = (metrics.rejected_calls ?? 0) > 0 || malformed > 0
  if (success && !isWasteful && !events.some(isMistake)) return ''
  const lessons = [
    ...events.flatMap(eventLessons),
    ...(malformed > 0 ? [`Tool calls that could not be read: ${malformed}.`] : []),
    ...unexplainedLessons(events, outcome),
  ]
  return [headline(events, success), ...new Set(lessons.map((lesson) => `- ${lesson}`))].join('\n')
}

function headline(events: readonly TalkEvent[], success: boolean): string {
  if (success) return 'It came out right, but not without waste.'
  const isPartly = events.some(({ kind }) => kind === 'done')
  return isPartly ? 'Only a part of the business came out right.' : 'Nothing came out right.'
}

/** Refusals with facts that the agent could not know before. */
const UNAVOIDABLE: ReadonlySet<string> = new Set(['blocked', 'other_first', 'too_early'])

/** Whether an event is a mistake, which costs reward in a success. */
const isMistake = (event: TalkEvent): boolean =>
  event.kind === 'not_in_service' ||
  event.kind === 'customer_left' ||
  event.kind === 'given_up' ||
  (event.kind === 'refused' && !UNAVOIDABLE.has(event.reason)) ||
  (event.kind === 'asked' && event.for === 'right_details')

/** Whether an event explains a failure: later calls cannot make up for it. */
const explainsFailure = (event: TalkEvent): boolean =>
  event.kind === 'customer_left' ||
  (event.kind === 'refused' && event.reason === 'held') ||
  (event.kind === 'asked' && event.for === 'right_details' && event.held)

function eventLessons(event: TalkEvent): string[] {
  switch (event.kind) {
    case 'customer':
      return customerLessons(event)
    case 'customer_left':
      return ['The customer was asked too much and left.']
    case 'not_in_service':
      return [`Nobody answers at ${event.phone_number}: take numbers from the directory.`]
    case 'closed':
      return [`${event.department} is open ${event.hours}.`]
    case 'done':
      return doneLessons(event)
    case 'refused':
      return [refusal(event)]
    case 'given_up':
      return [`${event.department} gave up after answers that answered nothing.`]
    case 'asked':
      return askedLessons(event)
    default:
      return []
  }
}

function customerLessons({
  unavailable,
  approve,
  correction,
}: Extract<TalkEvent, { readonly kind: 'customer' }>): string[] {
  const isDecided = approve !== null && approve.answer !== null
  const correctedDetails = Object.entries(correction?.details ?? {}).map(
    ([name, value]) => `${name} ${value}`,
  )
  return [
    ...(unavailable.length === 0 ? [] : [`The customer does not have: ${list(unavailable)}.`]),
    ...(isDecided ? [`Asked about ${approve.service}, the customer says ${approve.answer}.`] : []),
    ...(correction === null
      ? []
      : [`The customer corrects ${correction.service}: ${list(correctedDetails)}.`]),
  ]
}

function doneLessons({
  department,
  said: { service },
  takes_effect: effect,
}: Extract<TalkEvent, { readonly kind: 'done' }>): string[] {
  const doneLine = `${department} carried out ${service}.`
  return effect === null ? [doneLine] : [doneLine, sayEffect(service, effect)]
}

function refusal(event: Extract<TalkEvent, { readonly kind: 'refused' }>): string {
  const { department, company } = event
  const { service } = event.said
  switch (event.reason) {
    case 'no_customer':
      return `${department} at ${company} is the wrong company.`
    case 'unknown_service':
      return `No department of the company carries out ${service}.`
    case 'held':
      return `${department} takes no more calls after details that did not fit.`
    case 'nothing_to_clear':
      return `${department} has nothing to clear: leave it out.`
    case 'already_done':
      return `${department} had carried out ${service} before.`
    case 'blocked':
      return `${department} cannot carry out ${service}: ${event.fact}.`
    case 'other_department':
      return `${service} is a service of ${event.right}, not of ${department}.`
    case 'other_first':
      return `${department} only acts after: ${event.first}.`
    case 'too_early': {
      const predecessor = event.first === null ? '' : `${event.first}, `
      return `${department} only carries out ${service} after: ${predecessor}${event.noun}.`
    }
  }
}

function askedLessons(event: Extract<TalkEvent, { readonly kind: 'asked' }>): string[] {
  const { department } = event
  const { service } = event.said
  switch (event.for) {
    case 'reference':
      return [`${department} wants the reference number given by: ${event.first}.`]
    case 'field':
      return [`${department} wants: ${event.field}.`]
    case 'right_details': {
      const amiss = [...event.wrong, ...event.not_unavailable]
      const wrongFields = list(FIELDS.filter((field) => amiss.includes(field)))
      return [
        `${department} was given details that are wrong, made up or not lacking (${wrongFields}).`,
      ]
    }
    case 'details':
    case 'possible_detail':
      return []
    case 'offer':
      return [
        `${department} carries out ${service} only with ${sayOffer(event.offer)}.`,
        ...('note' in event.offer ? [`${department} says: ${event.offer.note}`] : []),
        ...noticeIn(event),
      ]
    case 'read_back':
      return [
        ...(event.consequence === null
          ? []
          : [`${department} says of ${service}: ${event.consequence}.`]),
        ...noticeIn(event),
      ]
  }
}

const noticeIn = ({
  department,
  notice,
  said,
}: Extract<TalkEvent, { readonly notice: string | null }>): string[] =>
  notice === null ? [] : [`${department} says of ${said.service}: ${notice}`]

/** The lines for a failure that nothing visible explains. A clearance is never unwanted. */
function unexplainedLessons(events: readonly TalkEvent[], { success, end }: Outcome): string[] {
  if (success) return []
  if (end.reason === 'call_limit') return ['There was one phone call too many, so no report.']
  if (events.every(({ kind }) => kind !== 'reported')) return ['There was no report.']
  if (events.some(explainsFailure)) return []
  const doneServices = events.flatMap((event) =>
    event.kind === 'done' && event.said.service !== CLEARANCE
      ? [`${event.said.service} (${event.department})`]
      : [],
  )
  if (doneServices.length === 0) return ['The report was not right.']
  return [
    `One of these, or the report, was not what the customer asked for: ${list(doneServices)}.`,
  ]
}

/** Describes a failed attempt in one line. */
export function accountOfTalk(events: readonly TalkEvent[]): Account {
  const countEvents = (kind: TalkEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length
  const calledDepartments = events.flatMap((event) => {
    if (event.kind === 'not_in_service') return [event.phone_number]
    return 'said' in event || event.kind === 'closed' ? [event.department] : []
  })
  const order = calledDepartments.filter((name, at) => name !== calledDepartments[at - 1])
  const actions = [
    `searches: ${countEvents('listed')}`,
    `messages: ${countEvents('customer')}`,
    order.length === 0 ? 'no call' : `calls to ${order.join(', then ')}`,
    countEvents('reported') > 0 ? 'a report' : 'no report',
  ]
  return {
    outcome: countEvents('done') > 0 ? 'partly_done' : 'failed',
    did: `${actions.join('; ')}.`,
  }
}
