import { canonicalJson, type Json } from '../../../sim/json.ts'
import type { AssistantMessage, ChatMessage, ToolCall } from './chat-form.ts'

/**
 * The messages that a request adds to an earlier call: those behind its prompt and its answer.
 * Undefined if the request does not begin with both.
 *
 * Clients send an answer back with changes that mean nothing: many drop its thoughts, and some
 * write the JSON of arguments anew.
 */
export function newMessages(
  prompt: readonly ChatMessage[],
  answer: AssistantMessage,
  request: readonly ChatMessage[],
): readonly ChatMessage[] | undefined {
  const before = [...prompt, answer]
  if (request.length < before.length) return undefined
  const isExtended = before.every((message, index) =>
    isSame(message, request[index] as ChatMessage),
  )
  return isExtended ? request.slice(before.length) : undefined
}

function isSame(recorded: ChatMessage, sent: ChatMessage): boolean {
  if (recorded.role !== 'assistant' || sent.role !== 'assistant') {
    return canonicalJson(recorded as unknown as Json) === canonicalJson(sent as unknown as Json)
  }
  const { reasoning_content: thoughts, tool_calls: calls = [] } = sent
  const recordedCalls = recorded.tool_calls ?? []
  return (
    (recorded.content ?? '') === (sent.content ?? '') &&
    (thoughts === undefined || thoughts === recorded.reasoning_content) &&
    recordedCalls.length === calls.length &&
    recordedCalls.every((call, index) => isSameCall(call, calls[index] as ToolCall))
  )
}

const isSameCall = (recorded: ToolCall, sent: ToolCall): boolean =>
  recorded.id === sent.id &&
  recorded.function.name === sent.function.name &&
  argumentsKey(recorded.function.arguments) === argumentsKey(sent.function.arguments)

/** Equal for arguments that are the same JSON; for a call without any, that of an empty object. */
function argumentsKey(text: string): string {
  try {
    return canonicalJson(JSON.parse(text === '' ? '{}' : text) as Json)
  } catch {
    return text
  }
}
