import type { JsonObject } from '../../../sim/json.ts'
import {
  type ChatCompletion,
  type ChatRequest,
  type CompletionHead,
  hasText,
  type ModelToolCall,
  type Usage,
} from './chat-form.ts'
import type { AnswerStream } from './format.ts'
import { createSentText } from './sent-text.ts'
import type { SseEvent } from './sse-event.ts'
import { inputText, parseInput } from './tool-input.ts'

/** Clients send thoughts back only if they have a signature. This server does not check it. */
const SIGNATURE = 'unsigned'

/** The body of an answer in the form of Anthropic's Messages. */
export function fromChat(completion: ChatCompletion): JsonObject {
  const { message, usage } = completion
  const { content, reasoning_content: thinking = '', tool_calls: calls = [] } = message
  return {
    ...headMembers(completion),
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: SIGNATURE }]),
      ...(hasText(completion) ? [textBlock(content ?? '')] : []),
      ...calls.map((call) => ({ ...callBlock(call), input: parseInput(call.function.arguments) })),
    ],
    ...endMembers(completion),
    usage: usageMembers(usage),
  }
}

const headMembers = ({ id, model }: CompletionHead): JsonObject => ({
  ...{ id: `msg_${id}`, type: 'message', role: 'assistant', model },
})

const textBlock = (text: string): JsonObject => ({ type: 'text', text })

const callBlock = ({ id, function: { name } }: ModelToolCall): JsonObject => ({
  ...{ type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } },
})

function endMembers(completion: ChatCompletion): JsonObject {
  const { stop_sequence: sequence = null } = completion
  const stop_reason = toStopReason(completion)
  return { stop_reason, stop_sequence: stop_reason === 'stop_sequence' ? sequence : null }
}

/** Some servers send `stop` for answers with calls, such as forced calls. */
function toStopReason({ finish_reason: reason, message, stop_sequence }: ChatCompletion): string {
  if (reason === 'length') return 'max_tokens'
  if (reason === 'content_filter') return 'refusal'
  if ((message.tool_calls ?? []).length > 0) return 'tool_use'
  return stop_sequence === undefined ? 'end_turn' : 'stop_sequence'
}

/** Anthropic counts cached tokens of a prompt separately. */
function usageMembers({ prompt_tokens, completion_tokens, cached_tokens = 0 }: Usage): JsonObject {
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
export function createStream(head: CompletionHead, _request: ChatRequest): AnswerStream {
  const sentText = createSentText()
  let blocks = 0
  let openBlock: OpenBlock | undefined

  const start = (index: number, content_block: JsonObject): SseEvent =>
    event('content_block_start', { index, content_block })
  const grow = (index: number, delta: JsonObject): SseEvent =>
    event('content_block_delta', { index, delta })
  const begin = (type: OpenBlock['type']): SseEvent[] => {
    openBlock = { type, index: blocks++ }
    const empty = type === 'text' ? textBlock('') : { type, thinking: '', signature: '' }
    return [start(openBlock.index, empty)]
  }
  const end = (): SseEvent[] => {
    if (openBlock === undefined) return []
    const { type, index } = openBlock
    openBlock = undefined
    const signed =
      type === 'text' ? [] : [grow(index, { type: 'signature_delta', signature: SIGNATURE })]
    return [...signed, event('content_block_stop', { index })]
  }
  const add = (type: OpenBlock['type'], text: string): SseEvent[] => {
    if (text === '') return []
    const boundaryEvents = openBlock?.type === type ? [] : [...end(), ...begin(type)]
    return [...boundaryEvents, grow(blocks - 1, { type: `${type}_delta`, [type]: text })]
  }
  const addBoth = ({ reasoning, content }: ReturnType<typeof sentText.take>): SseEvent[] => [
    ...add('thinking', reasoning),
    ...add('text', content),
  ]
  const call = (toolCall: ModelToolCall): SseEvent[] => {
    const index = blocks++
    const partial_json = inputText(toolCall.function.arguments)
    return [
      start(index, callBlock(toolCall)),
      grow(index, { type: 'input_json_delta', partial_json }),
      event('content_block_stop', { index }),
    ]
  }
  return {
    begin: () => [event('message_start', { message: emptyMessage(head) }), event('ping')],
    text: (delta) => addBoth(sentText.take(delta)),
    end: (completion) => {
      const remainingEvents = addBoth(sentText.rest(completion))
      const isMissing = hasText(completion) && openBlock?.type !== 'text'
      const empty = isMissing ? [...end(), ...begin('text')] : []
      const calls = (completion.message.tool_calls ?? []).flatMap((toolCall) => call(toolCall))
      return [...remainingEvents, ...empty, ...end(), ...calls, ...lastEvents(completion)]
    },
  }
}

const event = (type: string, members: JsonObject = {}): SseEvent => ({
  event: type,
  data: { type, ...members },
})

const emptyMessage = (head: CompletionHead): JsonObject => ({
  ...headMembers(head),
  ...{ content: [], stop_reason: null, stop_sequence: null },
  usage: usageMembers({ prompt_tokens: 0, completion_tokens: 0 }),
})

const lastEvents = (completion: ChatCompletion): SseEvent[] => [
  event('message_delta', { delta: endMembers(completion), usage: usageMembers(completion.usage) }),
  event('message_stop'),
]
