import type { IconName } from '../parts/icons.ts'
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
  /** What the answer says, for programs; undefined in logs of before there were public events. */
  readonly event: Readonly<Record<string, unknown>> | undefined
}

/** How a call went, as its event says; `none` where it says nothing of that. */
export function toneOf({ event }: Pick<Call, 'event'>): CallBrief['tone'] {
  if (event === undefined) return 'none'
  const { kind, verdict, error } = event
  if (kind === 'call_rejected') return 'lost'
  if (kind === 'ran') return typeof error === 'string' ? 'lost' : 'none'
  if (kind !== 'feedback') return 'none'
  if (verdict === 'right') return 'won'
  return verdict === 'wrong' || verdict === 'unfinished' ? 'lost' : 'none'
}

/** A call in few words: for the rail, the group's table and the head of its card. */
export interface CallBrief {
  readonly icon: IconName
  /** `Calls Claims`. */
  readonly title: string
  /** `Claims`. */
  readonly short: string
  /** What came of it: `done · R907699`. */
  readonly came: string
  readonly tone: 'won' | 'lost' | 'none'
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads JSON text; undefined if it is none. */
export function readJson(text: unknown): unknown {
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

/** One department of a directory's answer. */
export interface Department {
  readonly company: string
  readonly department: string
  readonly phone_number: string
  readonly services: readonly Service[]
  readonly hours: string
}

/** What a department carries out: an id that calls name, if it has one, and what it means. */
export interface Service {
  readonly id: string | undefined
  readonly about: string
}

const serviceOf = (found: unknown): Service =>
  isRecord(found)
    ? { id: String(found.id ?? ''), about: String(found.about ?? '') }
    : { id: undefined, about: String(found) }

/** The departments that a search found; undefined where the answer is something else. */
export function departmentsOf(answer: string | undefined): readonly Department[] | undefined {
  const value = readJson(answer)
  if (!isRecord(value) || !Array.isArray(value.results)) return undefined
  return value.results.filter(isRecord).map((found) => ({
    company: String(found.company ?? ''),
    department: String(found.department ?? ''),
    phone_number: String(found.phone_number ?? ''),
    services: Array.isArray(found.services) ? found.services.map(serviceOf) : [],
    hours: String(found.hours ?? found.opening_hours ?? ''),
  }))
}

/** What a customer wrote into a form. */
export interface FilledForm {
  readonly asked: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  readonly unavailable: readonly string[]
  readonly note: string
  readonly abandoned: boolean
}

export function formOf({ arguments: asked, answer }: Call): FilledForm {
  const value = readJson(answer)
  const told = isRecord(value) ? value : {}
  return {
    asked: Array.isArray(asked?.fields) ? asked.fields.map(String) : [],
    values: isRecord(told.values) ? told.values : {},
    unavailable: Array.isArray(told.unavailable) ? told.unavailable.map(String) : [],
    note: typeof told.note === 'string' ? told.note : isRecord(value) ? '' : (answer ?? ''),
    abandoned: told.status === 'abandoned',
  }
}

/** Who was reached by a call, and what they said. */
export interface PhoneAnswer {
  readonly department: string | undefined
  readonly company: string | undefined
  readonly said: string
  readonly reference: string | undefined
}

/** How soon an answer says who was reached. */
const GREETING_CHARACTERS_MAX = 500

export function phoneAnswerOf(answer = ''): PhoneAnswer {
  const reached = /^Connected to (.+) at (.+?)\.\n/.exec(answer.slice(0, GREETING_CHARACTERS_MAX))
  return {
    department: reached?.[1],
    company: reached?.[2],
    said: reached === null ? answer : answer.slice(reached[0].length),
    reference: /\bR\d{6}\b/.exec(answer)?.[0],
  }
}

const firstLine = (text: string, lengthMax = 80): string => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line
}

type Brief = (call: Call, reward: number) => CallBrief

/** How the tools that the console knows are told. Any other is told by its name. */
const BRIEFS: Readonly<Record<string, Brief>> = {
  company_directory: ({ answer, arguments: given }) => {
    const found = departmentsOf(answer)
    const sought = typeof given?.query === 'string' ? `“${firstLine(given.query, 40)}” · ` : ''
    const came = found === undefined ? firstLine(answer ?? '') : counted(found.length, 'department')
    return brief('search', 'Searches the directory', 'Searches', `${sought}${came}`)
  },
  auth_info_form: (call) => {
    const { abandoned } = formOf(call)
    const came = abandoned ? 'too long: filled in nothing' : ''
    const tone = abandoned ? 'lost' : 'none'
    return brief('form', 'Asks the customer, once', 'One form', came, tone)
  },
  phone_call: ({ answer, arguments: given }, reward) => {
    const { department, reference, said } = phoneAnswerOf(answer)
    const who = department ?? String(given?.phone_number ?? 'a number')
    const came = reference === undefined ? firstLine(said) : `done · ${reference}`
    const tone = reference !== undefined ? 'won' : reward < 0 ? 'lost' : 'none'
    return brief('phone', `Calls ${who}`, who, came, tone)
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
