import { canonicalJson, DEPTH_MAX, isWithinDepth, type Json } from '../../../sim/json.ts'
import type { ModelToolCall, TextMessage } from './chat-form.ts'

/**
 * A message without the details that clients change when they send it again. Many drop thoughts,
 * strip the text, send an empty text instead of none, or rewrite the JSON of arguments. Equal for
 * equal messages.
 */
export function comparable(message: TextMessage): string {
  if (message.role !== 'assistant') return fastComparable(message)
  const { role, content, tool_calls: calls = [] } = message
  const callsText = calls.length === 0 ? '[]' : canonicalJson(calls.map(comparableCall))
  const text = JSON.stringify((content ?? '').trim())
  return `{"calls":${callsText},"content":${text},"role":"${role}"}`
}

/** A faster `canonicalJson` for one message, because each request compares every message. */
function fastComparable(message: Exclude<TextMessage, { role: 'assistant' }>): string {
  const { role, content } = message
  const head = `{"content":${JSON.stringify(content)}`
  if (role === 'tool') {
    return `${head},"role":"tool","tool_call_id":${JSON.stringify(message.tool_call_id)}}`
  }
  const name = message.name === undefined ? '' : `,"name":${JSON.stringify(message.name)}`
  return `${head}${name},"role":"${role}"}`
}

const comparableCall = ({ id, function: { name, arguments: args } }: ModelToolCall): Json => {
  const value = parsed(args)
  return value === undefined ? [id, name, args] : [id, name, { value }]
}

/**
 * The parsed arguments; an empty object for empty text. Undefined for text that is not JSON, or is
 * nested too deeply for recursive code.
 */
function parsed(args: string): Json | undefined {
  try {
    const value = JSON.parse(args === '' ? '{}' : args) as Json
    return isWithinDepth(value, DEPTH_MAX) ? value : undefined
  } catch {
    return undefined
  }
}
