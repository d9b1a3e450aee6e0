import type { EpisodeLog } from '../../data/episode-log.ts'
import { type Call, departmentsOf, isRecord, phoneAnswer } from '../../data/tool-call.ts'
import type { FormField } from '../../data/tool-form.ts'

/** A possible value of a field, and its meaning. */
interface Offer {
  readonly value: string
  readonly label: string
  /** The values of other fields that this choice implies, by field. */
  readonly implied?: Readonly<Record<string, string>>
}

/** Facts from earlier steps with which forms can be filled in. */
export interface KnownFacts {
  /** Details of the customer by field. */
  readonly details: Readonly<Record<string, string>>
  /** Values to choose from, by the name of the field. */
  readonly offers: Readonly<Record<string, readonly Offer[]>>
  /** The words in the newest event, such as the names of the fields that it asks for. */
  readonly mentioned: ReadonlySet<string>
}

/** A service, and the departments that offer it, by phone number. */
interface Service {
  readonly about: string
  readonly offeredBy: Map<string, string>
}

/** Every department also offers this service, but no directory entry lists it. */
const CLEARANCE: Offer = { value: 'clearance', label: 'clearance: only makes way for another' }

export function knownFacts({ opening, turns }: EpisodeLog): KnownFacts {
  const details: Record<string, string> = {}
  const phoneNumbers = new Map<string, string>()
  const services = new Map<string, Service>()
  const references = new Map<string, string>()
  const addDetails = (values: unknown): void => {
    for (const [name, value] of Object.entries(isRecord(values) ? values : {})) {
      details[name] = String(value)
    }
  }
  for (const { tells } of opening.events) {
    if (isRecord(tells)) addDetails({ [String(tells.field)]: tells.value })
  }
  const calls = turns.flatMap((turn) => turn.calls)
  for (const call of calls) {
    for (const found of departmentsOf(call) ?? []) {
      const { phone_number: number, department, company } = found
      phoneNumbers.set(number, `${number} ${department}, ${company}`)
      for (const { id, about } of found.services) {
        const service: Service = services.get(id) ?? { about, offeredBy: new Map() }
        services.set(id, service)
        service.offeredBy.set(number, `${department}, ${company}`)
      }
    }
    addDetails(call.event?.values)
    const { reference, department = '' } = phoneAnswer(call)
    if (reference !== undefined) references.set(reference, `${reference} ${department}`)
  }
  const serviceOffers = [...services].map(([value, { about, offeredBy }]): Offer => {
    const label = `${value}: ${about} (${[...offeredBy.values()].join('; ')})`
    const [number = ''] = offeredBy.keys()
    return { value, label, implied: offeredBy.size === 1 ? { phone_number: number } : {} }
  })
  return {
    details,
    offers: {
      phone_number: toOffers(phoneNumbers),
      service: serviceOffers.length === 0 ? [] : [...serviceOffers, CLEARANCE],
      reference_number: toOffers(references),
      references: toOffers(references),
      ...choicesOf(calls.at(-1)),
    },
    mentioned: new Set(stringsWithin(calls.at(-1)?.event)),
  }
}

const stringsWithin = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsWithin)
      : []

/** Whether earlier steps offer a value for a field, or the newest event mentions it. */
export function isRelevant(field: FormField, { details, offers, mentioned }: KnownFacts): boolean {
  if (mentioned.has(field.name)) return true
  switch (field.kind) {
    case 'entries':
      return field.names.some((name) => details[name] !== undefined || mentioned.has(name))
    case 'group':
    case 'list':
      return field.form.some((entry) => isRelevant(entry.field, { details, offers, mentioned }))
    default:
      return (offers[field.name] ?? []).length > 0
  }
}

const toOffers = (labels: ReadonlyMap<string, string>): Offer[] =>
  [...labels].map(([value, label]) => ({ value, label }))

/** Records and options in the newest event. */
function choicesOf(call: Call | undefined): Readonly<Record<string, readonly Offer[]>> {
  const { event } = call ?? {}
  const toChoices = (serviceOffers: unknown): Offer[] =>
    (Array.isArray(serviceOffers) ? serviceOffers : []).filter(isRecord).map(({ id, ...rest }) => ({
      value: String(id),
      label: [id, ...Object.values(rest)].map(String).join(' '),
    }))
  return { record: toChoices(event?.records), option: toChoices(event?.options) }
}
