import { DEPTH_MAX, isWithinDepth, type JsonObject } from '../../sim/json.ts'
import { isObject } from '../../tools/json-object.ts'
import type { ToolCall } from '../message.ts'
import { CALLS_MAX } from './dialect.ts'

/** A call as the model wrote it. Arguments are JSON text if the dialect writes JSON. */
export interface WrittenCall {
  /** The model's own id, in dialects whose answers refer to it. */
  readonly id?: string
  readonly name: string
  readonly arguments: string | JsonObject
}

/** The calls of one text, numbered in the order in which they are read. */
export class CallList {
  readonly calls: ToolCall[] = []

  get isFull(): boolean {
    return this.calls.length >= CALLS_MAX
  }

  /**
   * Adds a call. If the call is unreadable, its body becomes its arguments. Arguments that are
   * nested too deeply to serialize are dropped.
   */
  add(call: WrittenCall | undefined, body: string): void {
    const { name, arguments: given } = call ?? { name: 'tool_call', arguments: body.trim() }
    const isDeep = typeof given !== 'string' && !isWithinDepth(given, DEPTH_MAX)
    const isNew = !this.calls.some((other) => other.id === call?.id)
    const id = (isNew ? call?.id : undefined) ?? `call_${this.calls.length + 1}`
    const called = { name, arguments: isDeep ? 'nested too deeply' : given }
    this.calls.push({ id, type: 'function', function: called })
  }
}

/** Reads a call from an object with a name and arguments, or returns undefined. */
export function callOf(parsed: unknown): WrittenCall | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined
  if (!isWithinDepth(parsed, DEPTH_MAX)) return undefined
  const { name, arguments: given } = parsed as Record<string, unknown>
  return typeof name === 'string' ? { name, arguments: asArguments(given) } : undefined
}

function asArguments(given: unknown): string | JsonObject {
  if (given === undefined) return {}
  if (typeof given === 'string') return given
  return isObject(given) ? (given as JsonObject) : JSON.stringify(given)
}

/** Parses JSON text. Returns undefined if it is invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
