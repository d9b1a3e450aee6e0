import type { IconName } from '../parts/icons.ts'
import { truncate } from './clip.ts'
import { pluralize } from './format.ts'

/** A tool call of an agent's turn, with the answer of the environment. */
export interface Call {
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

/** Whether a call was refused: by the rules of a turn, a used-up tool, or a department. */
export const isRefused = ({ event }: Pick<Call, 'event'>): boolean =>
  REFUSED.test(String(event?.kind ?? ''))

/** The outcome of a call by its event; `none` if the event gives no outcome. */
export function callTone({ event }: Pick<Call, 'event'>): CallSummary['tone'] {
  if (event === undefined) return 'none'
  const { kind, verdict, error } = event
  if (SUCCESS_KINDS.includes(kind)) return 'won'
  if (isRefused({ event }) || FAILURE_KINDS.includes(kind)) return 'lost'
  if (kind === 'ran') return typeof error === 'string' ? 'lost' : 'none'
  if (kind !== 'feedback') return 'none'
  if (verdict === 'right') return 'won'
  return verdict === 'wrong' || verdict === 'unfinished' ? 'lost' : 'none'
}

/** A call in a few words, for the list of steps, the table of a group, and the card's header. */
interface CallSummary {
  readonly icon: IconName
  /** `Calls Claims`. */
  readonly title: string
  /** `Claims`. */
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

export const readArguments = (given: unknown): Call['arguments'] => {
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
export function departmentsOf({ event }: Pick<Call, 'event'>): readonly Department[] | undefined {
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
  readonly requestedFields: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  readonly unavailable: readonly string[]
  readonly note: string
  readonly isAbandoned: boolean
}

export function parseForm({ arguments: asked, answer }: Call): FilledForm {
  const value = readJson(answer)
  const form = isRecord(value) ? value : {}
  return {
    requestedFields: Array.isArray(asked?.fields) ? asked.fields.map(String) : [],
    values: isRecord(form.values) ? form.values : {},
    unavailable: Array.isArray(form.unavailable) ? form.unavailable.map(String) : [],
    note: typeof form.note === 'string' ? form.note : isRecord(value) ? '' : (answer ?? ''),
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

export const phoneAnswer = ({ event }: Pick<Call, 'event'>): PhoneAnswer => ({
  department: asString(event?.department),
  company: asString(event?.company),
  reference: event?.kind === 'done' ? asString(event.reference) : undefined,
})

/** The result of a call in a few words; '' without an event. */
function resultText({ event }: Pick<Call, 'event'>): string {
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
      return 'asks for a yes to its terms'
    default:
      return 'reads back, and asks for a yes'
  }
}

/** Longer queries are cut, so that the number of results still fits. */
const QUERY_CHARACTERS_MAX = 40

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''

type Summarize = (call: Call, reward: number) => CallSummary

/** Descriptions of the tools that the console knows. Other tools are shown by name. */
const SUMMARIES: Readonly<Record<string, Summarize>> = {
  company_directory: (call) => {
    const { answer, arguments: given } = call
    const found = departmentsOf(call)
    const sought =
      typeof given?.query === 'string'
        ? `“${truncate(firstLine(given.query), QUERY_CHARACTERS_MAX)}” · `
        : ''
    const result =
      found === undefined ? firstLine(answer ?? '') : pluralize(found.length, 'department')
    return summary('search', 'Searches the directory', 'Searches', `${sought}${result}`)
  },
  auth_info_form: (call) => {
    const result = parseForm(call).isAbandoned ? 'too long: filled in nothing' : ''
    return summary('form', 'Asks the customer, once', 'One form', result, callTone(call))
  },
  ask_customer: (call) => {
    const { arguments: given } = call
    const approve = isRecord(given?.approve) ? [`a yes to ${String(given.approve.service)}`] : []
    const asked = [...stringsIn(given?.fields), ...approve].join(', ')
    return summary('form', 'Asks the customer', 'Asks', asked, callTone(call))
  },
  phone_call: (call) => {
    const { answer, arguments: given } = call
    const who = phoneAnswer(call).department ?? String(given?.phone_number ?? 'a number')
    const result = resultText(call) || firstLine(answer ?? '')
    const wanted = given?.service === undefined ? '' : `${String(given.service)} · `
    return summary('phone', `Calls ${who}`, who, `${wanted}${result}`, callTone(call))
  },
  say: (call) => {
    const { answer, arguments: given } = call
    const who = phoneAnswer(call).department
    const choice = typeof given?.answer === 'string' ? `${given.answer} · ` : ''
    const result = `${choice}${resultText(call) || firstLine(answer ?? '')}`
    return summary(
      'phone',
      who === undefined ? 'Answers' : `Answers ${who}`,
      'Says',
      result,
      callTone(call),
    )
  },
  hang_up: (call) => summary('phone', 'Hangs up', 'Hangs up', '', callTone(call)),
  report: (call) => {
    const items = recordsIn(call.arguments?.items)
    const done = items.filter(({ outcome }) => outcome === 'done').length
    const result = `${done} of ${items.length} done`
    return summary('form', 'Reports to the customer', 'Reports', result, callTone(call))
  },
  get_feedback: (call) =>
    summary(
      'tutor',
      'Asks the tutor',
      'Asks the tutor',
      firstLine(call.answer ?? ''),
      callTone(call),
    ),
  q_sandbox: (call) =>
    summary('code', 'Runs q', 'Runs q', firstLine(call.answer ?? ''), callTone(call)),
}

function summary(
  icon: IconName,
  title: string,
  shortTitle: string,
  result: string,
  tone: CallSummary['tone'] = 'none',
): CallSummary {
  return { icon, title, shortTitle, result, tone }
}

/** @param reward the reward of the step */
export function summarizeCall(call: Call, reward: number): CallSummary {
  const known = Object.hasOwn(SUMMARIES, call.name) ? SUMMARIES[call.name] : undefined
  if (known !== undefined) return known(call, reward)
  const result = firstLine(call.answer ?? '')
  return summary('tool', `Calls ${call.name}`, call.name, result, callTone(call))
}
