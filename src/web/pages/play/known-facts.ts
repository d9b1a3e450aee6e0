import type { ParsedLog } from '../../data/episode-log.ts'
import { type AnsweredCall, departmentsOf, isRecord, phoneAnswer } from '../../data/tool-call.ts'
import type { FormEntry, FormField, FormValues } from '../../data/tool-form.ts'

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
  /** The words in the newest events, such as the names of the fields that a question asks for. */
  readonly mentioned: ReadonlySet<string>
  /** Whether a question is open. Then only what it mentions is relevant. */
  readonly isAsked: boolean
}

/** A service, and the departments that offer it, by phone number. */
interface Service {
  readonly about: string
  readonly offeredBy: Map<string, string>
}

/** Every department also offers this service, but no directory entry lists it. */
const UNLISTED_SERVICE: Offer = {
  value: 'clearance',
  label: 'clearance: only its part in the service of another department',
}

/** A record that inherits nothing: a field of a world can be called `constructor`. */
const bare = <Value>(members: Record<string, Value>): Record<string, Value> =>
  Object.assign(Object.create(null), members)

export function knownFacts({ opening, turns }: ParsedLog): KnownFacts {
  const details = bare<string>({})
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
  const newest = newestCalls(turns)
  for (const call of turns.flatMap((turn) => turn.calls)) {
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
    offers: bare<readonly Offer[]>({
      phone_number: toOffers(phoneNumbers),
      service: serviceOffers.length === 0 ? [] : [...serviceOffers, UNLISTED_SERVICE],
      reference_number: toOffers(references),
      references: toOffers(references),
      ...choicesOf(newest[0]),
    }),
    mentioned: new Set(newest.flatMap(({ event }) => stringsWithin(event))),
    isAsked: isQuestionOpen(turns),
  }
}

/**
 * The newest calls: the last one, and before it calls that only brought values, such as a question
 * to a customer while an employee waits. The oldest comes first.
 */
function newestCalls(turns: ParsedLog['turns']): readonly AnsweredCall[] {
  const calls = turns.flatMap((turn) => turn.calls)
  const start = calls.findLastIndex(({ event }) => !isRecord(event?.values))
  return calls.slice(Math.max(0, start))
}

/** Whether somebody has asked the agent a question that has no answer yet. */
export const isQuestionOpen = (turns: ParsedLog['turns']): boolean =>
  newestCalls(turns)[0]?.event?.kind === 'asked'

const stringsWithin = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsWithin)
      : []

/** Whether the newest events mention a field or one of its values. */
export function isMentioned(field: FormField, facts: Pick<KnownFacts, 'mentioned'>): boolean {
  if (facts.mentioned.has(field.name)) return true
  switch (field.kind) {
    case 'ticks':
      return field.words.some((word) => facts.mentioned.has(word))
    case 'entries':
      return field.names.some((name) => facts.mentioned.has(name))
    case 'group':
    case 'list':
      return field.form.some((entry) => isMentioned(entry.field, facts))
    default:
      return false
  }
}

/** Whether the newest events mention a field, or, without a question, a value for it is known. */
export function isRelevant(field: FormField, facts: KnownFacts): boolean {
  if (facts.isAsked || isMentioned(field, facts)) return isMentioned(field, facts)
  switch (field.kind) {
    case 'entries':
      return field.names.some((name) => facts.details[name] !== undefined)
    case 'group':
    case 'list':
      return field.form.some((entry) => isRelevant(entry.field, facts))
    default:
      return (facts.offers[field.name] ?? []).length > 0
  }
}

/** The values that a question asks for and that are known, for a new form. */
export function knownAnswers(
  form: readonly FormEntry[],
  { details, mentioned, isAsked }: KnownFacts,
): FormValues {
  if (!isAsked) return {}
  const answers = form.flatMap(({ field }): [string, unknown][] => {
    if (field.kind !== 'entries') return []
    const names = field.names.filter((name) => mentioned.has(name) && details[name] !== undefined)
    const values = Object.fromEntries(names.map((name) => [name, details[name]]))
    return names.length === 0 ? [] : [[field.name, values]]
  })
  return Object.fromEntries(answers)
}

const toOffers = (labels: ReadonlyMap<string, string>): Offer[] =>
  [...labels].map(([value, label]) => ({ value, label }))

/** Records and options in the newest event. */
function choicesOf(call: AnsweredCall | undefined): Readonly<Record<string, readonly Offer[]>> {
  const { event } = call ?? {}
  const toChoices = (serviceOffers: unknown): Offer[] =>
    (Array.isArray(serviceOffers) ? serviceOffers : []).filter(isRecord).map(({ id, ...rest }) => ({
      value: String(id),
      label: [id, ...Object.values(rest)].map(String).join(' '),
    }))
  return { record: toChoices(event?.records), option: toChoices(event?.options) }
}
