import type { Account } from '../teaching.ts'
import type { PhoneEvent } from './events.ts'

const times = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`

/** Describes a failed attempt in one line: searches, forms, calls in order. */
export function accountOfPhoneCall(events: readonly PhoneEvent[]): Account {
  const count = (...kinds: readonly PhoneEvent['kind'][]): number =>
    events.filter(({ kind }) => kinds.includes(kind)).length
  const called = events.flatMap((event) => {
    if (event.kind === 'done' || event.kind === 'refused') return [event.department]
    return event.kind === 'not_in_service' ? [event.call.phone_number] : []
  })
  const did = [
    times(count('listed'), 'search', 'searches'),
    times(count('form_completed', 'form_abandoned', 'form_refused'), 'form', 'forms'),
    called.length === 0 ? 'no call' : `calls to ${called.join(', then ')}`,
  ]
  return { outcome: count('done') > 0 ? 'partly_done' : 'failed', did: `${did.join('; ')}.` }
}
