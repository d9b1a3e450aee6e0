import { DEPTH_MAX, type JsonObject, withinDepth } from '../sim/json.ts'
import type { ToolCall } from './message.ts'

/** What was read from a model's raw text. */
export interface HermesTurn {
  readonly content: string
  readonly calls: readonly ToolCall[]
  readonly malformed?: string
}

const THINK_OPEN = '<think>'
const THINK_CLOSE = '</think>'
const CALL_OPEN = '<tool_call>'
const CALL_CLOSE = '</tool_call>'
const CALLS_MAX = 64

/**
 * Reads raw model text in the Hermes form: what follows the last `</think>` is the turn, and each
 * `<tool_call>{"name": …, "arguments": …}</tool_call>` in it is a call. Total and linear in the
 * length of the text; a call that is not such JSON, or nested too deeply to be written again,
 * becomes one whose arguments cannot be read.
 */
export function parseHermes(text: string): HermesTurn {
  const lastClose = text.lastIndexOf(THINK_CLOSE)
  if (text.lastIndexOf(THINK_OPEN) > lastClose) {
    return { content: '', calls: [], malformed: 'Your thinking was not closed with </think>.' }
  }
  const turn = lastClose < 0 ? text : text.slice(lastClose + THINK_CLOSE.length)
  const calls: ToolCall[] = []
  let content = ''
  let position = 0
  while (calls.length < CALLS_MAX) {
    const open = turn.indexOf(CALL_OPEN, position)
    if (open < 0) break
    content += turn.slice(position, open)
    const start = open + CALL_OPEN.length
    const close = turn.indexOf(CALL_CLOSE, start)
    calls.push(readCall(turn.slice(start, close < 0 ? undefined : close), calls.length + 1))
    position = close < 0 ? turn.length : close + CALL_CLOSE.length
  }
  content += turn.slice(position)
  return { content: content.trim(), calls }
}

function readCall(body: string, number: number): ToolCall {
  const id = `call_${number}`
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && withinDepth(parsed, DEPTH_MAX)) {
      const { name, arguments: given } = parsed as { name?: unknown; arguments?: unknown }
      if (typeof name === 'string') {
        return { id, type: 'function', function: { name, arguments: asArguments(given) } }
      }
    }
  } catch {
    // Not JSON: answered below as a call that cannot be read, which the model is told.
  }
  return { id, type: 'function', function: { name: 'tool_call', arguments: body.trim() } }
}

function asArguments(given: unknown): string | JsonObject {
  if (given === undefined) return {}
  if (typeof given === 'string') return given
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as JsonObject
  }
  return JSON.stringify(given)
}
