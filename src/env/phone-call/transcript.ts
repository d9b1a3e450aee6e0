import type { JsonObject } from '../../sim/json.ts'
import { memo } from '../../sim/memo.ts'
import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { readMoment } from '../../sim/phone/clock/time.ts'
import { hearReply } from '../../sim/phone/dialogue/hear-reply.ts'
import { fieldsAsked } from '../../sim/phone/dialogue/question.ts'
import { fieldNamed } from '../../sim/phone/fields.ts'
import { hearAnswer, hearMore, isOpenAfter } from '../../sim/phone/hear-call.ts'
import { readPage } from '../../sim/phone/house/wording.ts'
import { type Listed, readCompact } from '../../sim/phone/listing.ts'
import { detailsIn } from '../../sim/phone/open-line.ts'
import { hearOpening } from '../../sim/phone/opening.ts'
import type { AskedField } from '../../sim/phone/speech.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { NOBODY_ON_THE_LINE } from '../../tools/say.ts'
import { IN_NO_QUEUE, IN_THE_QUEUE } from '../../tools/wait.ts'
import { parseHermes } from '../dialects/hermes.ts'
import type { Transcript } from '../message.ts'
import { ClockReading } from './clock-reading.ts'
import type {
  SeenCall,
  SeenDepartment,
  SeenEpisode,
  SeenForm,
  SeenSearch,
  SeenTalk,
} from './seen.ts'

/** What was read before: account and critique are told of the same conversation. */
const readings = new WeakMap<Transcript, { readonly length: number; readonly seen: SeenEpisode }>()

/**
 * Reads a conversation back, from what the agent could see alone. Total: odd text gives less.
 *
 * @param transcript may grow between two readings; what stands in it stays
 */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const { length } = transcript
  const before = readings.get(transcript)
  if (before?.length === length) return before.seen
  const seen = readMessages(transcript)
  readings.set(transcript, { length, seen })
  return seen
}

/** What is gathered while a conversation is read. */
class Reading {
  readonly departments = new Map<string, SeenDepartment>()
  readonly forms: SeenForm[] = []
  readonly calls: SeenCall[] = []
  readonly talks: SeenTalk[] = []
  readonly hungUp: SeenCall[] = []
  readonly searches: SeenSearch[] = []
  readonly asked = new Map<string, JsonObject>()
  values: Partial<Record<Field, string>> = {}
  line: SeenCall | undefined
  readonly clock = new ClockReading()
  malformed = 0
  answers = 0

  /** Takes in what a tool answered. */
  hear(id: string, name: string, content: string): void {
    this.answers += 1
    const args = this.asked.get(id) ?? {}
    if (TALKING.has(name)) {
      if (!this.#hearTalk(name, args, content)) this.malformed += 1
      return
    }
    const dialled = name === 'phone_call' ? this.clock.dial(args, content) : undefined
    if (dialled !== undefined && dialled.rest === undefined) {
      this.#close()
      return
    }
    const read = readAnswer(name, dialled?.args ?? args, dialled?.rest ?? content)
    if (read === undefined) this.malformed += 1
    else if (read.tool === 'form') {
      if (read.form.status === 'completed' || read.form.status === 'abandoned') {
        this.clock.pass(MINUTES.customer)
      }
      this.forms.push(read.form)
      this.values = { ...this.values, ...read.form.values }
    } else if (read.tool === 'call') {
      this.#close()
      this.#answered(dialled?.isTold === false ? untold(read.call) : read.call)
    } else {
      this.clock.pass(MINUTES.search)
      if (read.now !== undefined) this.clock.tell(readMoment(read.now, 0) ?? 0)
      this.searches.push(read.search)
      for (const entry of read.departments) this.departments.set(entry.phoneNumber, entry)
    }
  }

  /** Takes in what somebody said whom one talks with; whether it could be read. */
  #hearTalk(name: string, args: JsonObject, content: string): boolean {
    if (name === 'ask_customer') return this.#hearCustomer(args, content)
    if (name === 'wait') return this.#hearTurn(content)
    const { line } = this
    if (name === 'hang_up') {
      const isOnPhone = line !== undefined || this.clock.isQueueing
      this.clock.hangUp()
      this.#close()
      return isOnPhone || content === NOBODY_ON_THE_LINE
    }
    if (line === undefined) return content === NOBODY_ON_THE_LINE || content === IN_THE_QUEUE
    this.clock.pass(MINUTES.say)
    const call = readMore(line, args, content, this.values)
    if (call === undefined) return false
    this.#answered(call)
    return true
  }

  #hearTurn(content: string): boolean {
    const answered = this.clock.answered(content)
    if (answered === undefined) return content === IN_NO_QUEUE
    const call = readCall(answered.args, answered.rest)
    if (call !== undefined) this.#answered(answered.isTold ? call : untold(call))
    return call !== undefined
  }

  #answered(call: SeenCall): void {
    this.calls.push(call)
    this.line = call.isOpen ? call : undefined
  }

  #close(): void {
    if (this.line !== undefined) this.hungUp.push(this.line)
    this.line = undefined
  }

  #hearCustomer({ message, fields }: JsonObject, content: string): boolean {
    const { line: onLine } = this
    const lines = content.split('\n')
    const [, text] = /^[A-Z][a-z]+: (.+)$/m.exec(content) ?? []
    const isTooLate = text === undefined
    if (isTooLate && lines.length > 1) return false
    const waited = isOpenAfter(content) !== false
    const heard = hearReply(text ?? '')
    const listed = Array.isArray(fields) ? fields.map(String) : []
    const words = String(message ?? '')
    const asked = fieldsAsked(words, listed)
    const met = { onLine: isTooLate ? undefined : onLine, callsBefore: this.calls.length }
    if (!isTooLate) this.clock.pass(MINUTES.customer)
    this.talks.push({ asked, heard, waited, isTooLate, message: words, ...met })
    this.values = { ...this.values, ...heard.values }
    if (!waited) this.line = undefined
    return true
  }
}

/** A call that was put through to somebody who knows nothing of what was given before. */
const untold = (call: SeenCall): SeenCall => ({ ...call, given: [], referenceNumber: '' })

const TALKING: ReadonlySet<string> = new Set(['say', 'hang_up', 'wait', 'ask_customer'])

function readMessages(transcript: Transcript): SeenEpisode {
  const reading = new Reading()
  let openingText = ''
  let role = ''
  let lastWords = ''
  let begun = false
  for (const message of transcript) {
    if (message.role === 'system') role += message.content
    if (message.role === 'user' && !begun) openingText += `${message.content}\n`
    if (message.role === 'assistant') {
      begun = true
      // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
      const calls = message.tool_calls ?? parseHermes(message.content).calls
      if (calls.length === 0) lastWords = message.content
      for (const call of calls) {
        reading.asked.set(call.id, readArguments(call.function.arguments))
      }
    }
    if (message.role !== 'tool') continue
    if (reading.answers === 0) reading.values = valuesTold(openingText)
    reading.hear(message.tool_call_id ?? '', message.name ?? '', message.content)
  }
  const { departments, answers, values } = reading
  const { searches, forms, calls, talks, line, hungUp, malformed } = reading
  return {
    opening: hearOpening(openingText),
    openingText,
    departments: [...departments.values()],
    ...{ searches, forms, calls, talks, line, hungUp, answers, malformed },
    values: answers === 0 ? valuesTold(openingText) : values,
    reports: role.includes('n the end report'),
    lastWords,
    rules: readPage(role),
    isDialogue: role.includes('- ask_customer:'),
    isConversation: role.includes('- hang_up:'),
    isTimed: role.includes('`when`'),
    clock: reading.clock.seen,
  }
}

function valuesTold(openingText: string): SeenEpisode['values'] {
  const { tells } = hearOpening(openingText)
  return tells === undefined ? {} : { [tells.field]: tells.value }
}

type Read =
  | {
      readonly tool: 'directory'
      readonly search: SeenSearch
      readonly departments: readonly SeenDepartment[]
      readonly now: string | undefined
    }
  | { readonly tool: 'form'; readonly form: SeenForm }
  | { readonly tool: 'call'; readonly call: SeenCall }

function readAnswer(name: string, args: JsonObject, content: string): Read | undefined {
  if (name === 'phone_call') {
    const call = readCall(args, content)
    return call === undefined ? undefined : { tool: 'call', call }
  }
  if (name === 'company_directory') {
    const listed = readListed(content)
    if (listed === undefined) return undefined
    const { departments, more, now } = listed
    const search = { query: String(args.query ?? ''), more }
    return { tool: 'directory', search, departments, now }
  }
  const answer = parseObject(content)
  if (name === 'auth_info_form' && typeof answer.status === 'string') {
    const names = Array.isArray(args.fields) ? args.fields : []
    const unavailable = Array.isArray(answer.unavailable) ? answer.unavailable : []
    const form: SeenForm = {
      status: answer.status as SeenForm['status'],
      asked: names.flatMap((field) => fieldNamed(String(field)) ?? []),
      values: (answer.values ?? {}) as SeenForm['values'],
      unavailable: unavailable as readonly Field[],
    }
    return { tool: 'form', form }
  }
  return undefined
}

const MEMO_MAX = 2_000

/** What an answer of the directory lists; undefined where the text is no such answer. */
const readListed = memo(MEMO_MAX, (content): Listed | undefined => {
  const { results, more, now } = parseObject(content)
  if (!Array.isArray(results)) return readCompact(content)
  const departments = (results as readonly JsonObject[]).map(
    (entry): SeenDepartment => ({
      company: String(entry.company),
      department: String(entry.department),
      phoneNumber: String(entry.phone_number),
      description: String(entry.description),
      isAutomated: entry.line !== undefined,
      hours: String(entry.opening_hours ?? ''),
    }),
  )
  const listed = { departments, more: Number(more ?? 0) }
  return typeof now === 'string' ? { ...listed, now } : listed
})

const detailsOf = ({ auth_info: given }: JsonObject): SeenCall['details'] =>
  Object.fromEntries(
    Object.entries((given ?? {}) as JsonObject).flatMap(([name, value]) => {
      const field = fieldNamed(name)
      return field === undefined ? [] : [[field, String(value)] as const]
    }),
  )

const NOT_IN_SERVICE = /^The number .* is not in service\.$/

function readCall(args: JsonObject, content: string): SeenCall | undefined {
  const base = {
    phoneNumber: String(args.phone_number ?? ''),
    request: String(args.request ?? ''),
    text: String(args.request ?? ''),
    details: detailsOf(args),
    given: Object.keys((args.auth_info ?? {}) as JsonObject).flatMap(
      (name) => fieldNamed(name) ?? [],
    ),
    referenceNumber: String(args.reference_number ?? ''),
    missing: [] as AskedField[],
    mismatched: [] as Field[],
    named: '',
    reference: '',
    held: false,
    isMore: false,
    isOpen: isOpenAfter(content) === true,
  }
  if (NOT_IN_SERVICE.test(content)) return { ...base, kind: 'not_in_service' }
  const { place, heard } = hearAnswer(content)
  return heard === undefined ? undefined : { ...base, ...heard, ...place }
}

/** An answer on a line that was open: what was said before on it counts too. */
function readMore(
  line: SeenCall,
  args: JsonObject,
  content: string,
  known: SeenEpisode['values'],
): SeenCall | undefined {
  const { department = '', company = '', missing } = line
  const heard = hearMore(content, { department, company })
  if (heard === undefined) return undefined
  const text = String(args.text ?? '')
  const asked = missing.flatMap(({ field, alternative = field }) => [field, alternative])
  const told = [
    ...Object.keys((args.auth_info ?? {}) as JsonObject).flatMap((name) => fieldNamed(name) ?? []),
    ...(Object.keys(detailsIn(text, asked, known)) as Field[]),
  ]
  return {
    ...line,
    ...heard,
    request: ABOUT_THE_WISH.has(line.kind) ? text : line.request,
    given: [...new Set([...line.given, ...told])],
    referenceNumber: String(args.reference_number ?? line.referenceNumber),
    text,
    details: detailsOf(args),
    isMore: true,
    isOpen: isOpenAfter(content) === true,
  }
}

/** Questions that are answered with the wish itself. */
const ABOUT_THE_WISH: ReadonlySet<string> = new Set([
  'clarify',
  'one_at_a_time',
  'too_long',
  'unsaid',
])

function readArguments(given: string | JsonObject): JsonObject {
  return typeof given === 'string' ? parseObject(given) : given
}

function parseObject(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as JsonObject) : {}
  } catch {
    return {}
  }
}
