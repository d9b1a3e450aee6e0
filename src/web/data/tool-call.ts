import type { IconName } from '../parts/icons.ts'
import { clipped } from './clip.ts'
import { counted } from './format.ts'

/** A tool call of an agent's turn, with the answer of the environment. */
export interface Call {
  readonly id: string
  readonly name: string
  /** As it was sent: JSON text of a model, or an object. Undefined if only the answer is kept. */
  readonly given: unknown
  /** The same read as an object; undefined if it is no JSON object. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined
  readonly answer: string | undefined
  /** The answer as data for programs; undefined in logs from before public events. */
  readonly event: Readonly<Record<string, unknown>> | undefined
}

/** Kinds of events of the phone world that got something done, or nothing. */
const WON_KINDS: readonly unknown[] = ['done']
const LOST_KINDS: readonly unknown[] = [
  'declined',
  'given_up',
  'closed',
  'not_in_service',
  'nobody_on_the_line',
  'customer_left',
  'form_abandoned',
]

/** Kinds of events that say that a call was not carried out: `call_rejected`, `run_refused`. */
const REFUSED = /(^|_)(refused|rejected|too_late)$/

/** Whether a call was refused: by the rules of a turn, a used-up tool, or a department. */
export const isRefused = ({ event }: Pick<Call, 'event'>): boolean =>
  REFUSED.test(String(event?.kind ?? ''))

/** The outcome of a call by its event; `none` if the event gives no outcome. */
export function toneOf({ event }: Pick<Call, 'event'>): CallBrief['tone'] {
  if (event === undefined) return 'none'
  const { kind, verdict, error } = event
  if (WON_KINDS.includes(kind)) return 'won'
  if (isRefused({ event }) || LOST_KINDS.includes(kind)) return 'lost'
  if (kind === 'ran') return typeof error === 'string' ? 'lost' : 'none'
  if (kind !== 'feedback') return 'none'
  if (verdict === 'right') return 'won'
  return verdict === 'wrong' || verdict === 'unfinished' ? 'lost' : 'none'
}

/** A call in few words: for the rail, the group's table and the head of its card. */
interface CallBrief {
  readonly icon: IconName
  /** `Calls Claims`. */
  readonly title: string
  /** `Claims`. */
  readonly short: string
  /** The outcome of the call: `done · R907699`. */
  readonly came: string
  readonly tone: 'won' | 'lost' | 'none'
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads JSON text; undefined if it is none. */
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

export const textsIn = (value: unknown): readonly string[] =>
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

/** The text that a customer entered in a form. */
interface FilledForm {
  readonly asked: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  readonly unavailable: readonly string[]
  readonly note: string
  readonly abandoned: boolean
}

export function formOf({ arguments: asked, answer }: Call): FilledForm {
  const value = readJson(answer)
  const form = isRecord(value) ? value : {}
  return {
    asked: Array.isArray(asked?.fields) ? asked.fields.map(String) : [],
    values: isRecord(form.values) ? form.values : {},
    unavailable: Array.isArray(form.unavailable) ? form.unavailable.map(String) : [],
    note: typeof form.note === 'string' ? form.note : isRecord(value) ? '' : (answer ?? ''),
    abandoned: form.status === 'abandoned',
  }
}

/** The department that a call reached, and the reference number that it gave. */
interface PhoneAnswer {
  readonly department: string | undefined
  readonly company: string | undefined
  readonly reference: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export const phoneAnswerOf = ({ event }: Pick<Call, 'event'>): PhoneAnswer => ({
  department: textOf(event?.department),
  company: textOf(event?.company),
  reference: event?.kind === 'done' ? textOf(event.reference) : undefined,
})

/** The result of a call or an answer on the line in a few words; '' if no event has it. */
function cameOf({ event }: Pick<Call, 'event'>): string {
  if (event === undefined) return ''
  const { kind, reason, reference, missing, wrong } = event
  if (kind === 'done') return `done · ${String(reference)}`
  if (kind === 'refused' && reason === 'details') {
    const lacking = recordsIn(missing).map(({ field }) => String(field))
    return [
      lacking.length > 0 ? `missing: ${lacking.join(', ')}` : '',
      textsIn(wrong).length > 0 ? `wrong: ${textsIn(wrong).join(', ')}` : '',
    ]
      .filter((text) => text !== '')
      .join('; ')
  }
  if (kind === 'refused') return `refused: ${String(reason).replaceAll('_', ' ')}`
  if (kind === 'asked') return askedIn(event)
  return String(kind ?? '').replaceAll('_', ' ')
}

/** What an employee asks for on an open line. */
function askedIn(event: Readonly<Record<string, unknown>>): string {
  const { for: what, field, first, names, name, wrong } = event
  switch (what) {
    case 'field':
      return `asks for ${String(field)}`
    case 'reference':
      return `asks for the reference of ${String(first)}`
    case 'details':
      return `asks for ${textsIn(names).join(', ')}`
    case 'possible_detail':
      return `asks for another ${String(name)}`
    case 'right_details':
      return textsIn(wrong).length > 0 ? `wrong: ${textsIn(wrong).join(', ')}` : 'asks again'
    case 'offer':
      return 'asks for a yes to its terms'
    default:
      return 'reads back, and asks for a yes'
  }
}

/** More of a query leaves no room for what it found. */
const QUERY_CHARACTERS_MAX = 40

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''

type Brief = (call: Call, reward: number) => CallBrief

/** Descriptions of the tools that the console knows. Other tools are shown by name. */
const BRIEFS: Readonly<Record<string, Brief>> = {
  company_directory: (call) => {
    const { answer, arguments: given } = call
    const found = departmentsOf(call)
    const sought =
      typeof given?.query === 'string'
        ? `“${clipped(firstLine(given.query), QUERY_CHARACTERS_MAX)}” · `
        : ''
    const came = found === undefined ? firstLine(answer ?? '') : counted(found.length, 'department')
    return brief('search', 'Searches the directory', 'Searches', `${sought}${came}`)
  },
  auth_info_form: (call) => {
    const came = formOf(call).abandoned ? 'too long: filled in nothing' : ''
    return brief('form', 'Asks the customer, once', 'One form', came, toneOf(call))
  },
  ask_customer: (call) => {
    const { arguments: given } = call
    const approve = isRecord(given?.approve) ? [`a yes to ${String(given.approve.service)}`] : []
    const asked = [...textsIn(given?.fields), ...approve].join(', ')
    return brief('form', 'Asks the customer', 'Asks', asked, toneOf(call))
  },
  phone_call: (call) => {
    const { answer, arguments: given } = call
    const who = phoneAnswerOf(call).department ?? String(given?.phone_number ?? 'a number')
    const came = cameOf(call) || firstLine(answer ?? '')
    const wanted = given?.service === undefined ? '' : `${String(given.service)} · `
    return brief('phone', `Calls ${who}`, who, `${wanted}${came}`, toneOf(call))
  },
  say: (call) => {
    const { answer, arguments: given } = call
    const who = phoneAnswerOf(call).department
    const choice = typeof given?.answer === 'string' ? `${given.answer} · ` : ''
    const came = `${choice}${cameOf(call) || firstLine(answer ?? '')}`
    return brief(
      'phone',
      who === undefined ? 'Answers' : `Answers ${who}`,
      'Says',
      came,
      toneOf(call),
    )
  },
  hang_up: (call) => brief('phone', 'Hangs up', 'Hangs up', '', toneOf(call)),
  report: (call) => {
    const items = recordsIn(call.arguments?.items)
    const done = items.filter(({ outcome }) => outcome === 'done').length
    const came = `${done} of ${items.length} done`
    return brief('form', 'Reports to the customer', 'Reports', came, toneOf(call))
  },
  get_feedback: (call) =>
    brief('tutor', 'Asks the tutor', 'Asks the tutor', firstLine(call.answer ?? ''), toneOf(call)),
  q_sandbox: (call) =>
    brief('code', 'Runs q', 'Runs q', firstLine(call.answer ?? ''), toneOf(call)),
}

function brief(
  icon: IconName,
  title: string,
  short: string,
  came: string,
  tone: CallBrief['tone'] = 'none',
): CallBrief {
  return { icon, title, short, came, tone }
}

/** @param reward of the step in which the call was made */
export function briefOf(call: Call, reward: number): CallBrief {
  const known = Object.hasOwn(BRIEFS, call.name) ? BRIEFS[call.name] : undefined
  if (known !== undefined) return known(call, reward)
  const came = firstLine(call.answer ?? '')
  return brief('tool', `Calls ${call.name}`, call.name, came, toneOf(call))
}
