import type { JsonObject } from '../../../sim/json.ts'
import type { ChatCompletion, ChatRequest, CompletionHead, ToolCall, Usage } from './chat-form.ts'
import type { AnswerStream } from './format.ts'
import { createSentText } from './sent-text.ts'
import type { SseEvent } from './sse-event.ts'
import { inputOf } from './tool-input.ts'

/** Clients send thoughts back only if they have a signature. This server does not check it. */
const SIGNATURE = 'unsigned'

/** The body of an answer in the form of Anthropic's Messages. */
export function fromChat(completion: ChatCompletion): JsonObject {
  const { message, usage } = completion
  const { content, reasoning_content: thinking = '', tool_calls: calls = [] } = message
  return {
    ...headOf(completion),
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: SIGNATURE }]),
      ...(hasText(completion) ? [textBlock(content ?? '')] : []),
      ...calls.map((call) => ({ ...callBlock(call), input: inputOf(call.function.arguments) })),
    ],
    ...endOf(completion),
    usage: usageOf(usage),
  }
}

const headOf = ({ id, model }: CompletionHead): JsonObject => ({
  ...{ id: `msg_${id}`, type: 'message', role: 'assistant', model },
})

/** Whether an answer has a text block. An answer without any other block gets an empty one. */
const hasText = ({ message }: ChatCompletion): boolean =>
  (message.content ?? '') !== '' || (message.tool_calls ?? []).length === 0

const textBlock = (text: string): JsonObject => ({ type: 'text', text })

const callBlock = ({ id, function: { name } }: ToolCall): JsonObject => ({
  ...{ type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } },
})

function endOf(completion: ChatCompletion): JsonObject {
  const { stop_sequence: sequence = null } = completion
  const stop_reason = stopReasonOf(completion)
  return { stop_reason, stop_sequence: stop_reason === 'stop_sequence' ? sequence : null }
}

/** Some servers send `stop` for answers with calls, such as forced calls. */
function stopReasonOf({ finish_reason: reason, message, stop_sequence }: ChatCompletion): string {
  if (reason === 'length') return 'max_tokens'
  if (reason === 'content_filter') return 'refusal'
  if ((message.tool_calls ?? []).length > 0) return 'tool_use'
  return stop_sequence === undefined ? 'end_turn' : 'stop_sequence'
}

/** Anthropic counts cached tokens of a prompt separately. */
function usageOf({ prompt_tokens, completion_tokens, cached_tokens = 0 }: Usage): JsonObject {
  return {
    input_tokens: prompt_tokens - cached_tokens,
    output_tokens: completion_tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached_tokens,
  }
}

/** A block whose text is being sent. */
interface OpenBlock {
  readonly type: 'thinking' | 'text'
  readonly index: number
}

/** The events of an answer in the form of Anthropic's Messages. */
export function streamOf(head: CompletionHead, _request: ChatRequest): AnswerStream {
  const sent = createSentText()
  let blocks = 0
  let open: OpenBlock | undefined

  const start = (index: number, content_block: JsonObject): SseEvent =>
    event('content_block_start', { index, content_block })
  const grow = (index: number, delta: JsonObject): SseEvent =>
    event('content_block_delta', { index, delta })
  const begin = (type: OpenBlock['type']): SseEvent[] => {
    open = { type, index: blocks++ }
    const empty = type === 'text' ? textBlock('') : { type, thinking: '', signature: '' }
    return [start(open.index, empty)]
  }
  const end = (): SseEvent[] => {
    if (open === undefined) return []
    const { type, index } = open
    open = undefined
    const signed =
      type === 'text' ? [] : [grow(index, { type: 'signature_delta', signature: SIGNATURE })]
    return [...signed, event('content_block_stop', { index })]
  }
  const add = (type: OpenBlock['type'], text: string): SseEvent[] => {
    if (text === '') return []
    const before = open?.type === type ? [] : [...end(), ...begin(type)]
    return [...before, grow(blocks - 1, { type: `${type}_delta`, [type]: text })]
  }
  const addBoth = ({ reasoning, content }: ReturnType<typeof sent.take>): SseEvent[] => [
    ...add('thinking', reasoning),
    ...add('text', content),
  ]
  const call = (given: ToolCall): SseEvent[] => {
    const index = blocks++
    const partial_json = JSON.stringify(inputOf(given.function.arguments))
    return [
      start(index, callBlock(given)),
      grow(index, { type: 'input_json_delta', partial_json }),
      event('content_block_stop', { index }),
    ]
  }
  return {
    begin: () => [event('message_start', { message: emptyMessage(head) }), PING],
    text: (delta) => addBoth(sent.take(delta)),
    end: (completion) => {
      const rest = addBoth(sent.rest(completion))
      const isMissing = hasText(completion) && open?.type !== 'text'
      const empty = isMissing ? [...end(), ...begin('text')] : []
      const calls = (completion.message.tool_calls ?? []).flatMap((one) => call(one))
      return [...rest, ...empty, ...end(), ...calls, ...lastEvents(completion)]
    },
  }
}

const event = (type: string, members: JsonObject = {}): SseEvent => ({
  event: type,
  data: { type, ...members },
})

export const PING = event('ping')

const emptyMessage = (head: CompletionHead): JsonObject => ({
  ...headOf(head),
  ...{ content: [], stop_reason: null, stop_sequence: null },
  usage: usageOf({ prompt_tokens: 0, completion_tokens: 0 }),
})

const lastEvents = (completion: ChatCompletion): SseEvent[] => [
  event('message_delta', { delta: endOf(completion), usage: usageOf(completion.usage) }),
  event('message_stop'),
]
