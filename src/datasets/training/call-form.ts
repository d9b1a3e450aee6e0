import type { ChatMessage } from '../../env/message.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Columns, ColumnType } from '../rows/column-type.ts'
import { spacedJson } from './spaced-json.ts'
import type { AgentTurn, ReadableCall } from './turns.ts'

/**
 * How tool calls appear in a row. `object` and `text` are the OpenAI form, with arguments as an
 * object or as JSON text. `hermes` puts calls in the content and tool answers in a user message,
 * exactly as the templates of Qwen write them.
 */
export const CALL_FORMS = ['object', 'text', 'hermes'] as const
export type CallForm = (typeof CALL_FORMS)[number]

/** Writes the messages of one conversation, in order. Ids of calls are their numbers in it. */
export class MessageWriter {
  readonly #form: CallForm
  #calls = 0
  /** Ids of calls without an answer so far. */
  #due: string[] = []

  constructor(form: CallForm) {
    this.#form = form
  }

  /** A turn of the agent; undefined if the form cannot express its calls. */
  turn({ text, content, calls }: AgentTurn): JsonObject | undefined {
    if (this.#form === 'hermes') return { role: 'assistant', content: text }
    if (calls === undefined) return undefined
    this.#due = []
    return wholeMessage({
      role: 'assistant',
      content,
      tool_calls: calls.map((call) => this.#call(call)),
    })
  }

  /** The messages of the world between two turns. */
  answers(messages: readonly ChatMessage[]): JsonObject[] {
    if (this.#form === 'hermes') return inWords(messages)
    return messages.map(({ role, content, name = '' }) =>
      role === 'tool'
        ? wholeMessage({ role, content, name, tool_call_id: this.#due.shift() ?? '' })
        : wholeMessage({ role, content }),
    )
  }

  #call(call: ReadableCall): JsonObject {
    this.#calls += 1
    const id = `call_${this.#calls}`
    this.#due.push(id)
    const args = this.#form === 'text' ? spacedJson(call.arguments) : call.arguments
    return { id, type: 'function', function: { name: call.name, arguments: args } }
  }
}

/** Every message has the same members, so that no reader fills in nulls. */
const wholeMessage = (message: JsonObject): JsonObject => ({
  role: '',
  content: '',
  tool_calls: [],
  tool_call_id: '',
  name: '',
  ...message,
})

/** Adjacent tool answers become one user message. */
function inWords(messages: readonly ChatMessage[]): JsonObject[] {
  const merged: JsonObject[] = []
  let answers: string[] = []
  const flush = (): void => {
    if (answers.length > 0) merged.push({ role: 'user', content: answers.join('\n') })
    answers = []
  }
  for (const { role, content } of messages) {
    if (role === 'tool') {
      answers.push(`<tool_response>\n${content}\n</tool_response>`)
      continue
    }
    flush()
    merged.push({ role, content })
  }
  flush()
  return merged
}

/** The columns of a message in a Parquet file. `object` is not supported there; see the CLI. */
export function messageColumns(form: CallForm, isMarked: boolean): ColumnType {
  const call = { fields: { name: 'text', arguments: 'text' } } as const
  const structured: Columns = {
    tool_calls: { list: { fields: { id: 'text', type: 'text', function: call } } },
    tool_call_id: 'text',
    name: 'text',
  }
  return {
    fields: {
      role: 'text',
      content: 'text',
      ...(form === 'hermes' ? {} : structured),
      ...(isMarked ? { train: 'boolean' } : {}),
    },
  }
}

/** The tools of a row as a list, or as JSON where a file would fill their schemas with nulls. */
export const toolsValue = (tools: readonly ToolSchema[], asText: boolean) =>
  asText ? JSON.stringify(tools) : (tools as unknown as readonly JsonObject[])
