import type { JsonObject } from '../../sim/json.ts'
import type { Columns } from '../rows/column-type.ts'
import { excerpt, Fields } from '../rows/fields.ts'
import type { FileRow } from '../rows/row.ts'

/** A message of a general chat: a role and a text. */
export interface PlainMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A pair of answers to the same prompt, with scores if the file has them. */
interface ChatPair {
  readonly prompt: readonly PlainMessage[]
  readonly chosen: readonly PlainMessage[]
  readonly rejected: readonly PlainMessage[]
  readonly gap: number | null
}

const ROLES: readonly string[] = ['system', 'user', 'assistant']
/** Without rounding, 7.5 − 7.2 would be less than a minimum gap of 0.3. */
const GAP_DECIMALS = 9
const REMEDY = 'Correct the row, or leave it out with --skip-bad.'

/**
 * The conversation of a row with `messages`, as in smol-smoltalk. It must end with a turn of the
 * assistant.
 *
 * @throws RowError naming file, row and field
 */
export function chatMessages(row: FileRow): readonly PlainMessage[] {
  const messages = readMessages(row, 'messages')
  endsWith(row, 'messages', messages, 'assistant')
  return messages
}

/**
 * The pair of a row with `prompt`, `chosen` and `rejected`, as in ultrafeedback_binarized. The
 * prompt is a text or messages. Answers are texts, or messages that may repeat the prompt. A row
 * without `prompt` has it in both answers.
 *
 * @throws RowError naming file, row and field
 */
export function chatPair(row: FileRow): ChatPair {
  const chosen = readAnswer(row, 'chosen')
  const rejected = readAnswer(row, 'rejected')
  const prompt = new Fields(row).has('prompt') ? readPrompt(row) : chosen.slice(0, -1)
  if (prompt.length === 0) {
    fail(row, 'chosen', 'holds no prompt before its last message', 'Add the field prompt.')
  }
  const { score_chosen: chosenScore, score_rejected: rejectedScore } = row.values
  const isScored = typeof chosenScore === 'number' && typeof rejectedScore === 'number'
  return {
    prompt,
    chosen: afterPrompt(row, 'chosen', chosen, prompt),
    rejected: afterPrompt(row, 'rejected', rejected, prompt),
    gap: isScored ? Number((chosenScore - rejectedScore).toFixed(GAP_DECIMALS)) : null,
  }
}

/**
 * The prompt of a row, for trainers that generate the answer: `prompt`, or the messages before the
 * last assistant turn of `messages` or `chosen`.
 *
 * @throws RowError naming file, row and field
 */
export function chatPrompt(row: FileRow): readonly PlainMessage[] {
  const fields = new Fields(row)
  if (fields.has('prompt')) return readPrompt(row)
  const field = fields.has('messages') ? 'messages' : 'chosen'
  const context = readAnswer(row, field).slice(0, -1)
  return context.length > 0 ? context : fail(row, field, 'holds no prompt', REMEDY)
}

function readPrompt(row: FileRow): readonly PlainMessage[] {
  if (!Array.isArray(row.values.prompt)) {
    return [{ role: 'user', content: new Fields(row).text('prompt') }]
  }
  const messages = readMessages(row, 'prompt')
  endsWith(row, 'prompt', messages, 'user')
  return messages
}

function readAnswer(row: FileRow, field: string): readonly PlainMessage[] {
  if (!Array.isArray(row.values[field])) {
    return [{ role: 'assistant', content: new Fields(row).text(field) }]
  }
  const messages = readMessages(row, field)
  endsWith(row, field, messages, 'assistant')
  return messages
}

/** The messages of an answer without the repeated prompt. */
function afterPrompt(
  row: FileRow,
  field: string,
  messages: readonly PlainMessage[],
  prompt: readonly PlainMessage[],
): readonly PlainMessage[] {
  if (messages[0]?.role === 'assistant') return messages
  const start = messages.slice(0, prompt.length)
  const isSame = prompt.every((message, index) => isEqual(message, start[index]))
  if (!isSame) fail(row, field, 'begins with another prompt than the row', REMEDY)
  if (messages[prompt.length]?.role === 'assistant') return messages.slice(prompt.length)
  return fail(row, field, 'goes on after the prompt without the assistant', REMEDY)
}

const isEqual = (left: PlainMessage, right: PlainMessage | undefined): boolean =>
  left.role === right?.role && left.content === right.content

function readMessages(row: FileRow, field: string): readonly PlainMessage[] {
  const value = row.values[field]
  if (!Array.isArray(value)) {
    const have = Object.keys(row.values).slice(0, 12).join(', ') || 'no fields'
    const isMissing = value === undefined || value === null
    const problem = isMissing
      ? `is missing; the ${row.unit} has ${have}`
      : `is ${excerpt(value)}, not a list of messages`
    return fail(row, field, problem, 'Give it a list of messages with role and content.')
  }
  if (value.length === 0) fail(row, field, 'has no messages', REMEDY)
  return value.map((message: unknown, index) => readMessage(row, `${field}[${index}]`, message))
}

function readMessage(row: FileRow, path: string, message: unknown): PlainMessage {
  if (typeof message !== 'object' || message === null) {
    return fail(row, path, `is ${excerpt(message)}, not a message`, REMEDY)
  }
  const { role, content } = message as { readonly role?: unknown; readonly content?: unknown }
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    fail(row, `${path}.role`, `is ${excerpt(role)}, not one of ${ROLES.join(', ')}`, REMEDY)
  }
  if (typeof content !== 'string' || content.trim() === '') {
    fail(row, `${path}.content`, `is ${excerpt(content)}, not a text`, REMEDY)
  }
  return { role: role as PlainMessage['role'], content: content as string }
}

function endsWith(
  row: FileRow,
  field: string,
  messages: readonly PlainMessage[],
  role: PlainMessage['role'],
): void {
  const last = messages.at(-1)?.role
  if (last !== role) fail(row, field, `ends with a message of the ${last}, not the ${role}`, REMEDY)
}

const fail = (row: FileRow, field: string, problem: string, remedy: string): never =>
  new Fields(row).fail(field, problem, remedy)

const MESSAGES = { list: { fields: { role: 'text', content: 'text' } } } as const

/** The columns of general chats in a Parquet file. */
export const CHAT_COLUMNS = {
  sft: { messages: MESSAGES },
  preference: { prompt: MESSAGES, chosen: MESSAGES, rejected: MESSAGES },
  prompts: { prompt: MESSAGES },
} as const satisfies Readonly<Record<string, Columns>>

/** Messages in the form of a row. */
export const asJson = (messages: readonly PlainMessage[]): readonly JsonObject[] =>
  messages.map(({ role, content }) => ({ role, content }))
