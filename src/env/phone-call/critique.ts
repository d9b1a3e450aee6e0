import type { AskedDetail } from '../../sim/phone/department.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { Outcome } from '../teaching.ts'
import type { CallMade, PhoneEvent, Refused } from './events.ts'

const joinItems = (items: readonly string[]): string => items.join(', ')

/**
 * The lessons for a later attempt, one per line: the details that departments required (in field
 * names), missing fields, the order of departments, and waste. It uses only what the agent could
 * see. Empty after a flawless success.
 */
export function critiquePhoneCall(
  events: readonly PhoneEvent[],
  { success, metrics }: Outcome,
): string {
  const lessons = [
    ...events.flatMap(formLessons),
    ...callsWithoutForm(events),
    ...events.flatMap(callLessons),
    ...unexplainedLessons(events, success),
    ...wasteLessons(events, metrics.malformed_calls ?? 0),
  ]
  const harmless = events.every(({ kind }) => !WASTEFUL.has(kind))
  if (success && harmless && (metrics.malformed_calls ?? 0) === 0) return ''
  return [headline(events, success), ...new Set(lessons.map((lesson) => `- ${lesson}`))].join('\n')
}

const WASTEFUL: ReadonlySet<string> = new Set([
  'refused',
  'not_in_service',
  'form_abandoned',
  'form_refused',
])

function headline(events: readonly PhoneEvent[], success: boolean): string {
  if (success) return 'The business was done, but not without waste.'
  const isPartly = events.some(({ kind }) => kind === 'done')
  return isPartly ? 'Only a part of the business was done.' : 'The business was not done.'
}

function formLessons(event: PhoneEvent): string[] {
  switch (event.kind) {
    case 'form_completed': {
      const { fields, unavailable } = event
      const askedLine = `The form asked for: ${joinItems(fields)}.`
      return unavailable.length === 0 ? [askedLine] : [askedLine, sayLacks(unavailable)]
    }
    case 'form_abandoned':
      return [`The customer gave up on a form of ${event.fields.length} fields. Ask for fewer.`]
    case 'form_refused':
      return ['A form was refused: there is one form, before the first call.']
    default:
      return []
  }
}

const sayLacks = (fields: readonly Field[]): string =>
  `The customer does not have: ${joinItems(fields)}. Ask for what replaces it.`

function callsWithoutForm(events: readonly PhoneEvent[]): string[] {
  const hasCall = events.some((event) => 'call' in event)
  const hasForm = events.some(({ kind }) => kind === 'form_completed')
  if (!hasCall || hasForm) return []
  return ['Calls were made without details from the customer: send the form first.']
}

function callLessons(event: PhoneEvent): string[] {
  switch (event.kind) {
    case 'done':
      return [doneLesson(event.department, event.call)]
    case 'refused':
      return refusalLessons(event)
    case 'not_in_service':
      return [`Nobody answers at ${event.call.phone_number}: take numbers from the directory.`]
    default:
      return []
  }
}

const doneLesson = (department: string, call: CallMade): string =>
  `${department} did its part (${call.service}) with: ${givenFields(call)}.`

const givenFields = ({ auth_info }: CallMade): string =>
  joinItems(FIELDS.filter((field) => auth_info[field] !== undefined)) || 'no details'

function refusalLessons(event: Refused): string[] {
  const { department, company, call } = event
  switch (event.reason) {
    case 'no_customer':
      return [`${department} at ${company} is the wrong company.`]
    case 'unknown_service':
      return [`No department of the company carries out ${call.service}.`]
    case 'held':
      return [`${department} takes no more calls after details that did not fit.`]
    case 'nothing_to_clear':
      return [`${department} has nothing to clear: leave it out.`]
    case 'already_done':
      return [`${department} had carried out ${call.service} before: do not call it again.`]
    case 'other_department':
      return [`${call.service} is a service of ${event.right}, not of ${department}.`]
    case 'other_first':
      return [`${department} only acts after: ${event.first}.`]
    case 'reference':
      return [`${department} wants the reference number given by: ${event.first}.`]
    case 'details':
      return detailLessons(event)
  }
}

function detailLessons(event: Extract<Refused, { readonly reason: 'details' }>): string[] {
  const { department, missing, wrong, not_unavailable: claimedUnavailable } = event
  const lessons: string[] = []
  if (missing.length > 0) {
    lessons.push(`${department} also wanted: ${joinItems(missing.map(sayWanted))}.`)
  }
  if (wrong.length > 0) {
    lessons.push(
      `${department} was given wrong or made-up details (${joinItems(wrong)}): ` +
        'pass on only what the customer gave, exactly.',
    )
  }
  if (claimedUnavailable.length > 0) {
    lessons.push(
      `${department} was told that the customer lacks what the customer never said to lack ` +
        `(${joinItems(claimedUnavailable)}).`,
    )
  }
  return lessons
}

const sayWanted = ({ field, alternative }: AskedDetail): string =>
  alternative === undefined ? field : `${field} (or ${alternative} instead)`

/** If nothing visible explains a failure, an unwanted service was carried out. */
function unexplainedLessons(events: readonly PhoneEvent[], success: boolean): string[] {
  if (success || events.some(({ kind }) => WASTEFUL.has(kind))) return []
  const doneServices = events.flatMap((event) =>
    event.kind === 'done' ? [`${event.call.service} (${event.department})`] : [],
  )
  if (doneServices.length === 0) return []
  return [`One of these was not what the customer asked for: ${joinItems(doneServices)}.`]
}

function wasteLessons(events: readonly PhoneEvent[], malformed: number): string[] {
  return [
    ...(malformed > 0 ? [`Tool calls that could not be read: ${malformed}.`] : []),
    ...(events.some((event) => 'call' in event) ? [] : ['No department was called.']),
  ]
}
