import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import type { ChatToolCall, CompletionResult, TokenUsage } from './chat-message.ts'

/** Tool calls read from one completion; more are dropped. */
export const TOOL_CALLS_MAX = 64

/** The `usage` member of an answer, or of the last chunk of a stream. */
export const usageSchema = z
  .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
  .optional()
  .catch(undefined)

const bodySchema = z.object({
  usage: usageSchema,
  choices: z.array(
    z.object({
      message: z.object({
        content: z.unknown().optional(),
        reasoning_content: z.unknown().optional(),
        reasoning: z.unknown().optional(),
        tool_calls: z.unknown().optional(),
      }),
      finish_reason: z.string().nullish().catch(null),
    }),
  ),
})

/** A parsed server response: a completion, the server's error, or the reason for neither. */
export type ReadCompletion =
  | { readonly status: 'read'; readonly completion: CompletionResult }
  | { readonly status: 'error'; readonly message: string; readonly code: number | undefined }
  | { readonly status: 'unreadable'; readonly what: string }

/**
 * Parses the body of a completion that was not streamed. Fails only if the envelope is invalid.
 * The model's own text passes through unchecked, because the environment judges it.
 */
export function readCompletion(text: string): ReadCompletion {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { status: 'unreadable', what: 'answered with a body that is not JSON' }
  }
  const error = readServerError(body)
  if (error !== undefined) return error
  const checked = bodySchema.safeParse(body)
  if (!checked.success) {
    return { status: 'unreadable', what: 'answered with JSON that is no chat completion' }
  }
  const [choice] = checked.data.choices
  if (choice === undefined) {
    return { status: 'unreadable', what: 'answered with an empty list of choices' }
  }
  const { content, tool_calls: calls } = choice.message
  const completion: CompletionResult = {
    content: readContent(content),
    ...reasoningMember(readReasoning(choice.message)),
    toolCalls: Array.isArray(calls) ? calls.slice(0, TOOL_CALLS_MAX).map(readCall) : [],
    finishReason: choice.finish_reason ?? null,
    ...usageMember(checked.data.usage),
  }
  return { status: 'read', completion }
}

/** Converts token counts to our names. Returns an empty object if there are none. */
export const usageMember = (usage: z.infer<typeof usageSchema>): { readonly usage?: TokenUsage } =>
  usage === undefined
    ? {}
    : { usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } }

/** The error object that some servers send with status 200, or inside a stream. */
export function readServerError(
  body: unknown,
): Extract<ReadCompletion, { status: 'error' }> | undefined {
  if (!isObject(body) || !('error' in body) || !body.error) return undefined
  const { error } = body
  if (!isObject(error)) return { status: 'error', message: String(error), code: undefined }
  const code = [error.code, error.status].find((value) => typeof value === 'number')
  const message = isString(error.message) ? error.message : JSON.stringify(error)
  return { status: 'error', message, code: code as number | undefined }
}

/** Returns the reasoning text of a message or delta. Servers use one of two member names. */
export const readReasoning = ({
  reasoning_content: thoughts,
  reasoning,
}: {
  readonly reasoning_content?: unknown
  readonly reasoning?: unknown
}): string => [thoughts, reasoning].filter(isString).find((text) => text !== '') ?? ''

export const reasoningMember = (text: string): { readonly reasoning?: string } =>
  text === '' ? {} : { reasoning: text }

/** Returns the text of a content member: a string, or its text parts joined. */
export function readContent(content: unknown): string {
  if (isString(content)) return content
  if (!Array.isArray(content)) return ''
  const parts: readonly unknown[] = content
  return parts.map((part) => (isObject(part) && isString(part.text) ? part.text : '')).join('')
}

/** Returns text and objects unchanged, empty text for null, and JSON text for other values. */
export function readArguments(value: unknown): string | JsonObject {
  if (isString(value)) return value
  if (value === undefined || value === null) return ''
  if (isObject(value) && !Array.isArray(value)) return value as JsonObject
  return JSON.stringify(value)
}

/** Returns the id of a call, or a generated one if the server sent none. `index` starts at 0. */
export const callIdOf = (id: unknown, index: number): string =>
  isString(id) && id !== '' ? id : `call_${index + 1}`

/** Returns the name of a call, or a stand-in that makes the environment report the gap. */
export const callName = (name: unknown): string =>
  isString(name) && name !== '' ? name : 'tool_call'

function readCall(value: unknown, index: number): ChatToolCall {
  const call = isObject(value) ? value : {}
  const target = isObject(call.function) ? call.function : { arguments: value }
  const name = callName(target.name)
  const args = readArguments(target.arguments)
  return { id: callIdOf(call.id, index), type: 'function', function: { name, arguments: args } }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
