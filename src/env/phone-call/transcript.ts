import type { JsonObject } from '../../sim/json.ts'
import { memo } from '../../sim/memo.ts'
import type { VerdictKind } from '../../sim/phone/csr.ts'
import { fieldNamed } from '../../sim/phone/fields.ts'
import { hearAnswer } from '../../sim/phone/hear-call.ts'
import { type Listed, type ListedDepartment, readCompact } from '../../sim/phone/listing.ts'
import { type HeardOpening, hearOpening } from '../../sim/phone/opening.ts'
import type { AskedField } from '../../sim/phone/speech.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import { parseHermes } from '../dialects/hermes.ts'
import type { Transcript } from '../message.ts'

/** A directory entry as the agent read it. */
export type SeenDepartment = ListedDepartment

export interface SeenSearch {
  readonly query: string
  readonly more: number
}

/** A form as the agent saw it. */
export interface SeenForm {
  readonly status: 'completed' | 'abandoned' | 'refused' | 'unknown_fields'
  readonly asked: readonly Field[]
  readonly values: Readonly<Partial<Record<Field, string>>>
  readonly unavailable: readonly Field[]
}

/** A call as the agent heard it. */
export interface SeenCall {
  readonly phoneNumber: string
  readonly request: string
  /** Names of details that were passed on. */
  readonly given: readonly Field[]
  readonly referenceNumber: string
  /** Absent when nobody answered. */
  readonly company?: string
  readonly department?: string
  /** What it came to; `not_in_service` when nobody answered. */
  readonly kind: VerdictKind | 'not_in_service'
  readonly missing: readonly AskedField[]
  readonly mismatched: readonly Field[]
  /** Departments that were named. */
  readonly named: string
  /** The reference number that was given out. */
  readonly reference: string
  /** Whether it was said that the department takes no further calls. */
  readonly held: boolean
}

/** What can be made out of a conversation, in the order in which it happened. */
export interface SeenEpisode {
  readonly opening: HeardOpening
  /** What stands before the agent's first turn: the customer's message, earlier lessons. */
  readonly openingText: string
  readonly departments: readonly SeenDepartment[]
  /** What the directory was asked, in order, and how many more departments it had each time. */
  readonly searches: readonly SeenSearch[]
  readonly forms: readonly SeenForm[]
  readonly calls: readonly SeenCall[]
  /** Tool answers that belong to none of these: calls that were rejected as malformed. */
  readonly malformed: number
}

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

function readMessages(transcript: Transcript): SeenEpisode {
  const departments = new Map<string, SeenDepartment>()
  const forms: SeenForm[] = []
  const calls: SeenCall[] = []
  const searches: SeenSearch[] = []
  let malformed = 0
  const asked = new Map<string, JsonObject>()
  let openingText = ''
  let begun = false
  for (const message of transcript) {
    if (message.role === 'user' && !begun) openingText += `${message.content}\n`
    if (message.role === 'assistant') {
      begun = true
      // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
      for (const call of message.tool_calls ?? parseHermes(message.content).calls) {
        asked.set(call.id, readArguments(call.function.arguments))
      }
    }
    if (message.role !== 'tool') continue
    const args = asked.get(message.tool_call_id ?? '') ?? {}
    const read = readAnswer(message.name ?? '', args, message.content)
    if (read === undefined) malformed += 1
    else if (read.tool === 'form') forms.push(read.form)
    else if (read.tool === 'call') calls.push(read.call)
    else {
      searches.push(read.search)
      for (const entry of read.departments) departments.set(entry.phoneNumber, entry)
    }
  }
  return {
    opening: hearOpening(openingText),
    openingText,
    departments: [...departments.values()],
    searches,
    forms,
    calls,
    malformed,
  }
}

type Read =
  | {
      readonly tool: 'directory'
      readonly search: SeenSearch
      readonly departments: readonly SeenDepartment[]
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
    const { departments, more } = listed
    return { tool: 'directory', search: { query: String(args.query ?? ''), more }, departments }
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
  const { results, more } = parseObject(content)
  if (!Array.isArray(results)) return readCompact(content)
  const departments = (results as readonly JsonObject[]).map(
    (entry): SeenDepartment => ({
      company: String(entry.company),
      department: String(entry.department),
      phoneNumber: String(entry.phone_number),
      description: String(entry.description),
      isAutomated: entry.line !== undefined,
    }),
  )
  return { departments, more: Number(more ?? 0) }
})

const NOT_IN_SERVICE = /^The number .* is not in service\.$/

function readCall(args: JsonObject, content: string): SeenCall | undefined {
  const base = {
    phoneNumber: String(args.phone_number ?? ''),
    request: String(args.request ?? ''),
    given: Object.keys((args.auth_info ?? {}) as JsonObject).flatMap(
      (name) => fieldNamed(name) ?? [],
    ),
    referenceNumber: String(args.reference_number ?? ''),
    missing: [] as AskedField[],
    mismatched: [] as Field[],
    named: '',
    reference: '',
    held: false,
  }
  if (NOT_IN_SERVICE.test(content)) return { ...base, kind: 'not_in_service' }
  const { place, heard } = hearAnswer(content)
  return heard === undefined ? undefined : { ...base, ...heard, ...place }
}

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
