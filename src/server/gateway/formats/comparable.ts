import { canonicalJson, type Json } from '../../../sim/json.ts'
import type { ChatMessage, ToolCall } from './chat-form.ts'

/**
 * A message without what clients change when they send it again: many drop the thoughts of an
 * answer, send an empty text for none, or write the JSON of arguments anew. Equal for equal
 * messages.
 */
export function comparable(message: ChatMessage): string {
  if (message.role !== 'assistant') return canonicalJson(message as unknown as Json)
  const { role, content, tool_calls: calls = [] } = message
  return canonicalJson({ role, content: content ?? '', calls: calls.map(comparableCall) })
}

const comparableCall = ({ id, function: { name, arguments: args } }: ToolCall): Json => {
  const value = parsed(args)
  return value === undefined ? [id, name, args] : [id, name, { value }]
}

/** The value of arguments; an empty object for none, undefined for text that is no JSON. */
function parsed(args: string): Json | undefined {
  try {
    return JSON.parse(args === '' ? '{}' : args) as Json
  } catch {
    return undefined
  }
}
