import type { Account } from '../teaching.ts'
import type { PhoneEvent } from './events.ts'

const countNoun = (count: number, singular: string, plural: string): string =>
  count === 1 ? `one ${singular}` : `${count} ${plural}`

/** Describes a failed attempt in one line: searches, forms, calls in order. */
export function accountOfPhoneCall(events: readonly PhoneEvent[]): Account {
  const count = (...kinds: readonly PhoneEvent['kind'][]): number =>
    events.filter(({ kind }) => kinds.includes(kind)).length
  const calledDepartments = events.flatMap((event) => {
    if (event.kind === 'done' || event.kind === 'refused') return [event.department]
    return event.kind === 'not_in_service' ? [event.call.phone_number] : []
  })
  const actions = [
    countNoun(count('listed'), 'search', 'searches'),
    countNoun(count('form_completed', 'form_abandoned', 'form_refused'), 'form', 'forms'),
    calledDepartments.length === 0 ? 'no call' : `calls to ${calledDepartments.join(', then ')}`,
  ]
  return { outcome: count('done') > 0 ? 'partly_done' : 'failed', did: `${actions.join('; ')}.` }
}
