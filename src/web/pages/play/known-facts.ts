import type { EpisodeLog } from '../../data/episode-log.ts'
import { type Call, departmentsOf, isRecord, phoneAnswerOf } from '../../data/tool-call.ts'
import type { FormField } from '../../data/tool-form.ts'

/** A possible value of a field, and its meaning. */
interface Offer {
  readonly value: string
  readonly label: string
  /** Values of other fields that follow from it, by field. */
  readonly implied?: Readonly<Record<string, string>>
}

/** What earlier steps brought to light, to fill in forms with. */
export interface KnownFacts {
  /** Details of the customer by field, as they gave them. */
  readonly details: Readonly<Record<string, string>>
  /** Values to choose from, by the name of the field. */
  readonly offers: Readonly<Record<string, readonly Offer[]>>
  /** The words in the newest event, such as the names of the fields that it asks for. */
  readonly named: ReadonlySet<string>
}

/** What a service is, and the departments that carry it out, by number. */
interface Service {
  readonly about: string
  readonly offeredBy: Map<string, string>
}

/** Tools that have a service carried out take this one too; no department lists it. */
const CLEARANCE: Offer = { value: 'clearance', label: 'clearance: only makes way for another' }

export function knownFacts({ opening, turns }: EpisodeLog): KnownFacts {
  const details: Record<string, string> = {}
  const numbers = new Map<string, string>()
  const services = new Map<string, Service>()
  const references = new Map<string, string>()
  const take = (values: unknown): void => {
    for (const [name, value] of Object.entries(isRecord(values) ? values : {})) {
      details[name] = String(value)
    }
  }
  for (const { tells } of opening.events) {
    if (isRecord(tells)) take({ [String(tells.field)]: tells.value })
  }
  const calls = turns.flatMap((turn) => turn.calls)
  for (const call of calls) {
    for (const found of departmentsOf(call) ?? []) {
      const { phone_number: number, department, company } = found
      numbers.set(number, `${number} ${department}, ${company}`)
      for (const { id, about } of found.services) {
        const service: Service = services.get(id) ?? { about, offeredBy: new Map() }
        services.set(id, service)
        service.offeredBy.set(number, `${department}, ${company}`)
      }
    }
    take(call.event?.values)
    const { reference, department = '' } = phoneAnswerOf(call)
    if (reference !== undefined) references.set(reference, `${reference} ${department}`)
  }
  const listed = [...services].map(([value, { about, offeredBy }]): Offer => {
    const label = `${value}: ${about} (${[...offeredBy.values()].join('; ')})`
    const [number = ''] = offeredBy.keys()
    return { value, label, implied: offeredBy.size === 1 ? { phone_number: number } : {} }
  })
  return {
    details,
    offers: {
      phone_number: offersOf(numbers),
      service: listed.length === 0 ? [] : [...listed, CLEARANCE],
      reference_number: offersOf(references),
      references: offersOf(references),
      ...choicesIn(calls.at(-1)),
    },
    named: new Set(textsWithin(calls.at(-1)?.event)),
  }
}

const textsWithin = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsWithin)
      : []

/** Whether earlier steps offer a value for a field or an object, or asked for it by name. */
export function isRelevant(field: FormField, { details, offers, named }: KnownFacts): boolean {
  if (named.has(field.name)) return true
  switch (field.kind) {
    case 'entries':
      return field.names.some((name) => details[name] !== undefined || named.has(name))
    case 'group':
    case 'list':
      return field.form.some((entry) => isRelevant(entry.field, { details, offers, named }))
    default:
      return (offers[field.name] ?? []).length > 0
  }
}

const offersOf = (labels: ReadonlyMap<string, string>): Offer[] =>
  [...labels].map(([value, label]) => ({ value, label }))

/** Records and options that the employee has just named. */
function choicesIn(call: Call | undefined): Readonly<Record<string, readonly Offer[]>> {
  const { event } = call ?? {}
  const among = (listed: unknown): Offer[] =>
    (Array.isArray(listed) ? listed : []).filter(isRecord).map(({ id, ...rest }) => ({
      value: String(id),
      label: [id, ...Object.values(rest)].map(String).join(' '),
    }))
  return { record: among(event?.records), option: among(event?.options) }
}
