import type { JsonObject } from '../../../sim/json.ts'
import type {
  ChatCompletion,
  ChatRequest,
  CompletionHead,
  ModelToolCall,
  Usage,
} from './chat-form.ts'
import type { AnswerStream } from './format.ts'
import { createSentText } from './sent-text.ts'
import type { SseEvent } from './sse-event.ts'

/** The body of an answer in OpenAI's chat form. */
export function fromChat(completion: ChatCompletion): JsonObject {
  const { message, logprobs = null, finish_reason } = completion
  return {
    ...headMembers(completion, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { ...(message as unknown as JsonObject), refusal: null, annotations: [] },
        logprobs,
        finish_reason,
      },
    ],
    usage: usageMembers(completion.usage),
  }
}

/** The chunks of an answer in OpenAI's chat form. */
export function createStream(head: CompletionHead, request: ChatRequest): AnswerStream {
  const sentText = createSentText()
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null): SseEvent => ({
    data: {
      ...headMembers(head, 'chat.completion.chunk'),
      choices,
      ...(request.includeUsage ? { usage } : {}),
    },
  })
  const delta = (members: JsonObject): SseEvent =>
    chunk([{ index: 0, delta: members, logprobs: null, finish_reason: null }], null)
  const textDeltas = ({ reasoning, content }: ReturnType<typeof sentText.take>): SseEvent[] => [
    ...(reasoning === '' ? [] : [delta({ reasoning_content: reasoning })]),
    ...(content === '' ? [] : [delta({ content })]),
  ]
  return {
    begin: () => [delta({ role: 'assistant', content: '', refusal: null })],
    text: (added) => textDeltas(sentText.take(added)),
    end: (completion) => {
      const { message, finish_reason, logprobs = null, usage } = completion
      return [
        ...textDeltas(sentText.rest(completion)),
        ...(message.tool_calls ?? []).flatMap((call, index) => callDeltas(call, index).map(delta)),
        chunk([{ index: 0, delta: {}, logprobs, finish_reason }], null),
        ...(request.includeUsage ? [chunk([], usageMembers(usage))] : []),
        { data: '[DONE]' },
      ]
    },
  }
}

/** The start of a call, and its arguments, in two chunks as OpenAI sends them. */
const callDeltas = ({ id, type, function: called }: ModelToolCall, index: number): JsonObject[] => [
  { tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] },
  { tool_calls: [{ index, function: { arguments: called.arguments } }] },
]

const headMembers = ({ id, created, model }: CompletionHead, object: string): JsonObject => ({
  ...{ id, object, created, model },
})

function usageMembers(usage: Usage): JsonObject {
  const { prompt_tokens, completion_tokens, cached_tokens = 0, reasoning_tokens = 0 } = usage
  return {
    ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens },
  }
}
