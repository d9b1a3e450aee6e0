import type { JsonObject } from '../../sim/json.ts'
import type { Listed } from '../../sim/phone/listing.ts'
import type { Field, FieldValues } from '../../sim/phone/tables/fields.ts'
import type { Action } from '../message.ts'
import type { PhoneEvent } from './events.ts'

type EventOfKind<Kind extends PhoneEvent['kind']> = Extract<PhoneEvent, { readonly kind: Kind }>

/** The progress of an episode of the stage `seed`, computed from its events. */
export interface SeedProgress {
  readonly message: EventOfKind<'message'> | undefined
  readonly searches: readonly EventOfKind<'listed'>[]
  /** All listed departments, in the order of their first listing. */
  readonly departments: readonly Listed[]
  readonly form: 'unsent' | 'completed' | 'abandoned'
  /** The values that the customer has given, and the fields that they lack. */
  readonly values: FieldValues
  readonly lacking: readonly Field[]
  readonly calls: readonly (
    | EventOfKind<'done'>
    | EventOfKind<'refused'>
    | EventOfKind<'not_in_service'>
  )[]
  /** Departments that take no more calls. */
  readonly held: readonly string[]
  /** The reference number of a service, if the department has carried it out. */
  doneAt(department: string, service: string): string | undefined
  /** The number of events. */
  readonly turns: number
}

export function computeSeedProgress(events: readonly PhoneEvent[]): SeedProgress {
  const message = events.find((event): event is EventOfKind<'message'> => event.kind === 'message')
  const formAnswer = events.find(
    (event): event is EventOfKind<'form_completed'> => event.kind === 'form_completed',
  )
  const searches = events.filter((event): event is EventOfKind<'listed'> => event.kind === 'listed')
  const departmentsByNumber = new Map<string, Listed>()
  for (const { departments } of searches) {
    for (const department of departments)
      if (!departmentsByNumber.has(department.phone_number))
        departmentsByNumber.set(department.phone_number, department)
  }
  const calls = events.filter(
    (event): event is SeedProgress['calls'][number] =>
      event.kind === 'done' || event.kind === 'refused' || event.kind === 'not_in_service',
  )
  const tells = message?.tells ?? null
  const isAbandoned = events.some(({ kind }) => kind === 'form_abandoned')
  return {
    message,
    searches,
    departments: [...departmentsByNumber.values()],
    form: isAbandoned ? 'abandoned' : formAnswer === undefined ? 'unsent' : 'completed',
    values: { ...(tells === null ? {} : { [tells.field]: tells.value }), ...formAnswer?.values },
    lacking: [
      ...(message?.lacks == null ? [] : [message.lacks]),
      ...(formAnswer?.unavailable ?? []),
    ],
    calls,
    held: calls.flatMap((event) => {
      if (event.kind !== 'refused') return []
      const isHeld = event.reason === 'held' || (event.reason === 'details' && event.held)
      return isHeld ? [event.department] : []
    }),
    doneAt: (department, service) =>
      calls.flatMap((event) =>
        event.kind === 'done' && event.department === department && event.call.service === service
          ? [event.reference]
          : [],
      )[0],
    turns: events.length,
  }
}

/** One tool call as a turn; the id counts the events so far, so it is new. */
export const toolTurn = (
  name: string,
  args: JsonObject,
  { turns }: { readonly turns: number },
): Action => ({
  content: null,
  tool_calls: [{ id: `call_${turns + 1}`, type: 'function', function: { name, arguments: args } }],
})

/** The last message of a player that cannot continue. */
export const STOP: Action = { content: 'I cannot get any further with this.' }
