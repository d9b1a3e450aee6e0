import { canonicalJson, DEPTH_MAX, type Json, withinDepth } from '../../../sim/json.ts'
import type { ChatMessage, ToolCall } from './chat-form.ts'

/**
 * A message without what clients change when they send it again: many drop the thoughts of an
 * answer, send an empty text for none, or write the JSON of arguments anew. Equal for equal
 * messages.
 */
export function comparable(message: ChatMessage): string {
  if (message.role !== 'assistant') return writtenDirectly(message)
  const { role, content, tool_calls: calls = [] } = message
  const written = calls.length === 0 ? '[]' : canonicalJson(calls.map(comparableCall))
  return `{"calls":${written},"content":${JSON.stringify(content ?? '')},"role":"${role}"}`
}

/** What `canonicalJson` makes of a message; each request is compared message by message. */
function writtenDirectly(message: Exclude<ChatMessage, { role: 'assistant' }>): string {
  const { role, content } = message
  const head = `{"content":${JSON.stringify(content)}`
  if (role === 'tool') {
    return `${head},"role":"tool","tool_call_id":${JSON.stringify(message.tool_call_id)}}`
  }
  const name = message.name === undefined ? '' : `,"name":${JSON.stringify(message.name)}`
  return `${head}${name},"role":"${role}"}`
}

const comparableCall = ({ id, function: { name, arguments: args } }: ToolCall): Json => {
  const value = parsed(args)
  return value === undefined ? [id, name, args] : [id, name, { value }]
}

/**
 * The value of arguments; an empty object for none. Undefined for text that is no JSON, or that has
 * more levels than code may recurse into.
 */
function parsed(args: string): Json | undefined {
  try {
    const value = JSON.parse(args === '' ? '{}' : args) as Json
    return withinDepth(value, DEPTH_MAX) ? value : undefined
  } catch {
    return undefined
  }
}
