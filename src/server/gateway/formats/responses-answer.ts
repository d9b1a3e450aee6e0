import type { Json, JsonObject } from '../../../sim/json.ts'
import {
  type ChatCompletion,
  type ChatRequest,
  type CompletionHead,
  hasText,
  type ModelToolCall,
  type Usage,
} from './chat-form.ts'

/** The body of an answer in the form of OpenAI's Responses. */
export function fromChat(completion: ChatCompletion, request: ChatRequest): JsonObject {
  return {
    ...toResponse(completion, request, responseEnd(completion)),
    output: toOutput(completion),
    usage: usageMembers(completion.usage),
  }
}

interface ResponseEnd {
  readonly status: 'in_progress' | 'completed' | 'incomplete'
  readonly reason?: 'max_output_tokens' | 'content_filter'
}

export function responseEnd({ finish_reason: reason }: ChatCompletion): ResponseEnd {
  if (reason === 'length') return { status: 'incomplete', reason: 'max_output_tokens' }
  if (reason === 'content_filter') return { status: 'incomplete', reason }
  return { status: 'completed' }
}

/** A response without the members that depend on its output. */
export function toResponse(
  { id, created, model }: CompletionHead,
  { echo }: ChatRequest,
  { status, reason }: ResponseEnd,
): JsonObject {
  return {
    ...{ id: `resp_${id}`, object: 'response', created_at: created, model, status },
    ...{ background: false, error: null },
    incomplete_details: reason === undefined ? null : { reason },
    ...echo,
    ...{ output: [], previous_response_id: null, store: false, truncation: 'disabled' },
    usage: null,
  }
}

/** The thoughts of an answer as an item. */
export const reasoningItem = (head: CompletionHead, text: string | undefined): JsonObject => ({
  ...{ id: `rs_${head.id}`, type: 'reasoning', summary: [] },
  content: text === undefined ? [] : [reasoningPart(text)],
  encrypted_content: null,
  status: text === undefined ? 'in_progress' : 'completed',
})

export const reasoningPart = (text: string): JsonObject => ({ type: 'reasoning_text', text })

/** The text of an answer as an item. */
export const messageItem = (
  head: CompletionHead,
  text: string | undefined,
  status: string,
): JsonObject => ({
  ...{ id: `msg_${head.id}`, type: 'message', role: 'assistant', status },
  content: text === undefined ? [] : [textPart(text)],
})

export const textPart = (text: string): JsonObject => ({
  ...{ type: 'output_text', text, annotations: [], logprobs: [] },
})

/** A tool call of an answer as an item. `index` starts at 0. */
export const callItem = (
  head: CompletionHead,
  { id, function: { name, arguments: args } }: ModelToolCall,
  index: number,
  status: ResponseEnd['status'],
): JsonObject => ({
  ...{ id: `fc_${head.id}_${index}`, type: 'function_call', call_id: id, name },
  arguments: status === 'in_progress' ? '' : args,
  status,
})

/** An answer that was cut off ends within its last call. */
export function callStatus(completion: ChatCompletion, index: number): ResponseEnd['status'] {
  const isLast = index + 1 === completion.message.tool_calls?.length
  return isLast ? responseEnd(completion).status : 'completed'
}

function toOutput(completion: ChatCompletion): Json[] {
  const { content, reasoning_content: thoughts = '', tool_calls: calls = [] } = completion.message
  const { status } = responseEnd(completion)
  return [
    ...(thoughts === '' ? [] : [reasoningItem(completion, thoughts)]),
    ...(hasText(completion) ? [messageItem(completion, content ?? '', status)] : []),
    ...calls.map((call, index) => callItem(completion, call, index, callStatus(completion, index))),
  ]
}

function usageMembers(usage: Usage): JsonObject {
  const { prompt_tokens, completion_tokens, cached_tokens = 0, reasoning_tokens = 0 } = usage
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens, cache_write_tokens: 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens },
    total_tokens: prompt_tokens + completion_tokens,
  }
}
