import type { IconName } from '../parts/icons.ts'
import { truncate } from './clip.ts'
import { capitalize, humanize, pluralize } from './format.ts'

/** A tool call of an agent's turn, with the answer of the environment. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** As sent: JSON text or an object. Undefined if the log has only the answer. */
  readonly rawArguments: unknown
  /** The parsed arguments; undefined if they are not a JSON object. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined
  readonly answer: string | undefined
  /** The event of the answer; undefined in logs from before public events. */
  readonly event: Readonly<Record<string, unknown>> | undefined
}

/** Event kinds of the phone world that mean success or failure. */
const SUCCESS_KINDS: readonly unknown[] = ['done']
const FAILURE_KINDS: readonly unknown[] = [
  'declined',
  'given_up',
  'closed',
  'not_in_service',
  'nobody_on_the_line',
  'customer_left',
  'form_abandoned',
]

/** Event kinds of refused calls, such as `call_rejected` and `run_refused`. */
const REFUSED = /(^|_)(refused|rejected|too_late)$/

/** Whether events of a kind report a refused or failed call. */
export const isFailureKind = (kind: unknown): boolean =>
  FAILURE_KINDS.includes(kind) || REFUSED.test(String(kind ?? ''))

/** Whether a call was refused: by the rules of a turn, a used-up tool, or a department. */
export const isRefused = ({ event }: Pick<AnsweredCall, 'event'>): boolean =>
  REFUSED.test(String(event?.kind ?? ''))

/** The outcome of a call by its event; `none` if the event gives no outcome. */
export function callTone({ event }: Pick<AnsweredCall, 'event'>): CallSummary['tone'] {
  if (event === undefined) return 'none'
  const { kind, verdict, error } = event
  if (SUCCESS_KINDS.includes(kind)) return 'won'
  if (isFailureKind(kind)) return 'lost'
  if (kind === 'ran') return typeof error === 'string' ? 'lost' : 'none'
  if (kind !== 'feedback') return 'none'
  if (verdict === 'right') return 'won'
  return verdict === 'wrong' || verdict === 'unfinished' ? 'lost' : 'none'
}

/** A call in a few words, for the list of steps, the table of a group, and the card's header. */
interface CallSummary {
  readonly icon: IconName
  /** The tool, and whom it reached: `Phone call: Claims`. */
  readonly title: string
  /** `Claims`, or the tool. */
  readonly shortTitle: string
  /** The outcome of the call: `done · R907699`. */
  readonly result: string
  readonly tone: 'won' | 'lost' | 'none'
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON; undefined if it is invalid. */
function readJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const readArguments = (given: unknown): AnsweredCall['arguments'] => {
  const value = typeof given === 'string' ? readJson(given) : given
  return isRecord(value) ? value : undefined
}

/** A service that a department carries out. */
interface Service {
  readonly id: string
  readonly about: string
}

/** One department that a search of the directory found. */
interface Department {
  readonly company: string
  readonly department: string
  readonly phone_number: string
  readonly services: readonly Service[]
  readonly hours: string
}

const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

/** The departments that a search found; undefined if its event lists none. */
export function departmentsOf({
  event,
}: Pick<AnsweredCall, 'event'>): readonly Department[] | undefined {
  if (event?.kind !== 'listed') return undefined
  return recordsIn(event.departments).map((found) => ({
    company: String(found.company ?? ''),
    department: String(found.department ?? ''),
    phone_number: String(found.phone_number ?? ''),
    services: recordsIn(found.services).map(({ id, about }) => ({
      id: String(id ?? ''),
      about: String(about ?? ''),
    })),
    hours: String(found.hours ?? ''),
  }))
}

/** A form that a customer filled in. */
interface FilledForm {
  readonly values: Readonly<Record<string, unknown>>
  readonly unavailable: readonly string[]
  readonly note: string
  readonly isAbandoned: boolean
}

/** The form in the answer of a call; undefined if the answer is none. */
export function parseForm({ answer }: Pick<AnsweredCall, 'answer'>): FilledForm | undefined {
  const form = readJson(answer)
  if (!isRecord(form) || typeof form.status !== 'string' || typeof form.note !== 'string') return
  return {
    values: isRecord(form.values) ? form.values : {},
    unavailable: stringsIn(form.unavailable),
    note: form.note,
    isAbandoned: form.status === 'abandoned',
  }
}

/** The department that a call reached, and the reference number that it gave. */
interface PhoneAnswer {
  readonly department: string | undefined
  readonly company: string | undefined
  readonly reference: string | undefined
}

const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export const phoneAnswer = ({ event }: Pick<AnsweredCall, 'event'>): PhoneAnswer => ({
  department: asString(event?.department),
  company: asString(event?.company),
  reference: event?.kind === 'done' ? asString(event.reference) : undefined,
})

/** The result of a call in a few words; '' without an event. */
function resultText({ event }: Pick<AnsweredCall, 'event'>): string {
  if (event === undefined) return ''
  const { kind, reason, reference, missing, wrong } = event
  if (kind === 'done') return `done · ${String(reference)}`
  if (kind === 'refused' && reason === 'details') {
    const lacking = recordsIn(missing).map(({ field }) => String(field))
    return [
      lacking.length > 0 ? `missing: ${lacking.join(', ')}` : '',
      stringsIn(wrong).length > 0 ? `wrong: ${stringsIn(wrong).join(', ')}` : '',
    ]
      .filter((text) => text !== '')
      .join('; ')
  }
  if (kind === 'refused') return `refused: ${String(reason).replaceAll('_', ' ')}`
  if (kind === 'asked') return questionText(event)
  return String(kind ?? '').replaceAll('_', ' ')
}

/** What an employee asks for during a call. */
function questionText(event: Readonly<Record<string, unknown>>): string {
  const { for: what, field, first, names, name, wrong } = event
  switch (what) {
    case 'field':
      return `asks for ${String(field)}`
    case 'reference':
      return `asks for the reference of ${String(first)}`
    case 'details':
      return `asks for ${stringsIn(names).join(', ')}`
    case 'possible_detail':
      return `asks for another ${String(name)}`
    case 'right_details':
      return stringsIn(wrong).length > 0 ? `wrong: ${stringsIn(wrong).join(', ')}` : 'asks again'
    case 'offer':
      return 'asks to accept its terms'
    default:
      return 'reads back, and asks for confirmation'
  }
}

/** Longer queries are cut, so that the number of results still fits. */
const QUERY_CHARACTERS_MAX = 40

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''

/** The items of the arguments that are lists of texts, such as the fields of a form. */
export const listedIn = ({
  arguments: given,
}: Pick<AnsweredCall, 'arguments'>): readonly string[] =>
  Object.values(given ?? {}).flatMap((value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : [],
  )

/** Arguments that are a word of a vocabulary: `redeem_reward`, `yes`. */
const wordsIn = ({ arguments: given }: AnsweredCall): readonly string[] =>
  Object.values(given ?? {}).filter(
    (value): value is string => typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value),
  )

const isCode = ({ arguments: given }: AnsweredCall): boolean => typeof given?.code === 'string'

/** The icon of a call, by its arguments and by what came of it. No tool is known by name. */
function iconOf(call: AnsweredCall): IconName {
  if (typeof call.arguments?.query === 'string') return 'search'
  if (call.event?.verdict !== undefined) return 'tutor'
  if (isCode(call)) return 'code'
  if (phoneAnswer(call).department !== undefined) return 'phone'
  return Object.values(call.arguments ?? {}).some(Array.isArray) ? 'form' : 'tool'
}

/** The outcome of a call: by its event if that says one, or else the first line of the answer. */
function outcomeText(call: AnsweredCall): string {
  const { event, answer, arguments: given } = call
  const found = departmentsOf(call)
  if (found !== undefined) return pluralize(found.length, 'department')
  const outcomes = Object.values(given ?? {})
    .flatMap(recordsIn)
    .flatMap(({ outcome }) => (typeof outcome === 'string' ? outcome : []))
  if (outcomes.length > 0) {
    return `${outcomes.filter((outcome) => outcome === 'done').length} of ${outcomes.length} done`
  }
  const { kind } = event ?? {}
  const isTold = [...SUCCESS_KINDS, ...FAILURE_KINDS, 'refused', 'asked'].includes(kind)
  if (isTold) return resultText(call)
  return listedIn(call).length > 0 ? '' : firstLine(answer ?? '')
}

/** Describes a call by its data, so that a tool of any environment is drawn. */
export function summarizeCall(call: AnsweredCall): CallSummary {
  const tool = capitalize(humanize(call.name))
  const { department } = phoneAnswer(call)
  const query = call.arguments?.query
  const texts = [
    ...(typeof query === 'string' ? [`“${truncate(firstLine(query), QUERY_CHARACTERS_MAX)}”`] : []),
    ...wordsIn(call).filter((word) => word !== query),
    outcomeText(call),
  ]
  return {
    icon: iconOf(call),
    title: department === undefined ? tool : `${tool}: ${department}`,
    shortTitle: department ?? tool,
    result: texts.filter((text) => text !== '').join(' · '),
    tone: callTone(call),
  }
}
