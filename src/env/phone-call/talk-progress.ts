import type { Details } from '../../sim/phone/details.ts'
import type { Listed } from '../../sim/phone/listing.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'
import type { TalkEvent } from './talk-events.ts'

type EventOfKind<Kind extends TalkEvent['kind']> = Extract<TalkEvent, { readonly kind: Kind }>

/** The progress of an episode with a dialogue, computed from its events. */
export interface TalkProgress {
  readonly message: EventOfKind<'message'> | undefined
  /** All listed departments, in the order of their first listing. */
  readonly departments: readonly Listed[]
  readonly searches: readonly EventOfKind<'listed'>[]
  /** The values that the customer has given, including the message. */
  readonly values: FieldValues
  readonly lacking: readonly Field[]
  /** Answers of the customer to services and prices, the last one for each service. */
  readonly decisions: Readonly<Record<string, 'yes' | 'no'>>
  readonly corrections: Readonly<Record<string, Details>>
  readonly done: readonly EventOfKind<'done'>[]
  /** All answers of departments, in order. */
  readonly calls: readonly (
    | EventOfKind<'done'>
    | EventOfKind<'refused'>
    | EventOfKind<'declined'>
    | EventOfKind<'asked'>
    | EventOfKind<'given_up'>
  )[]
  /** The open question on the line, if any. */
  readonly line: EventOfKind<'asked'> | undefined
  readonly isGone: boolean
  /** Departments that were closed at a call. */
  readonly closed: readonly string[]
  /** The number of events. */
  readonly turns: number
}

const isCall = (event: TalkEvent): event is TalkProgress['calls'][number] => 'said' in event

/** Computes the progress from events. */
export function computeTalkProgress(events: readonly TalkEvent[]): TalkProgress {
  const message = events.find((event): event is EventOfKind<'message'> => event.kind === 'message')
  const replies = events.filter(
    (event): event is EventOfKind<'customer'> => event.kind === 'customer',
  )
  const searches = events.filter((event): event is EventOfKind<'listed'> => event.kind === 'listed')
  const departments = new Map<string, Listed>()
  for (const search of searches) {
    for (const department of search.departments)
      departments.set(department.phone_number, department)
  }
  const decisions: Record<string, 'yes' | 'no'> = {}
  const corrections: Record<string, Details> = {}
  for (const { approve, correction } of replies) {
    if (correction !== null) corrections[correction.service] = correction.details
    if (approve === null || approve.answer === null || approve.about === 'side_effect') continue
    decisions[approve.service] = approve.answer
  }
  const volunteered = message?.tells ?? null
  return {
    message,
    departments: [...departments.values()],
    searches,
    values: Object.assign(
      volunteered === null ? {} : { [volunteered.field]: volunteered.value },
      ...replies.map(({ values }) => values),
    ) as FieldValues,
    lacking: [
      ...(message?.lacks == null ? [] : [message.lacks]),
      ...replies.flatMap(({ unavailable }) => unavailable),
    ],
    decisions,
    corrections,
    done: events.filter((event): event is EventOfKind<'done'> => event.kind === 'done'),
    calls: events.filter(isCall),
    line: openQuestion(events),
    closed: events.flatMap((event) => (event.kind === 'closed' ? [event.department] : [])),
    isGone: events.some(({ kind }) => kind === 'customer_left'),
    turns: events.length,
  }
}

/** Events that do not change the line. */
const OFF_LINE_EVENTS: ReadonlySet<TalkEvent['kind']> = new Set([
  'listed',
  'customer',
  'customer_left',
  'clock',
])

function openQuestion(events: readonly TalkEvent[]): EventOfKind<'asked'> | undefined {
  const lastEvent = events.findLast(({ kind }) => !OFF_LINE_EVENTS.has(kind))
  if (lastEvent?.kind !== 'asked') return undefined
  return lastEvent.for === 'right_details' && lastEvent.held ? undefined : lastEvent
}
