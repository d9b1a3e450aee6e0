import { definedMembers } from '../sim/defined-members.ts'
import { ChatError } from './chat-error.ts'
import type { CompletionParameters } from './chat-message.ts'
import type { ChatClientOptions } from './chat-options.ts'
import type { ChatPost } from './chat-transport.ts'
import { templateArguments } from './template-arguments.ts'

/**
 * Builds the POST of a request, identical for every server of a client. The body omits members
 * that are not set, because some servers reject unknown members.
 * Throws a `ChatError` if the configured environment variable holds no usable key.
 */
export function preparePost(
  options: ChatClientOptions,
  request: CompletionParameters,
): Omit<ChatPost, 'baseUrl'> {
  const stream = options.stream ?? false
  const hasTools = request.tools !== undefined && request.tools.length > 0
  const hasStopIds = options.stopTokenIds !== undefined && options.stopTokenIds.length > 0
  const body = {
    ...options.extraBody,
    ...thinkingMembers(options),
    model: options.model,
    messages: request.messages,
    stream,
    // A member without a value must not hide that of `extraBody`.
    ...definedMembers({
      temperature: request.temperature ?? options.temperature,
      max_tokens: request.maxTokens ?? options.maxTokens,
      seed: request.seed ?? options.seed,
      stop: request.stop,
      stop_token_ids: hasStopIds ? options.stopTokenIds : undefined,
      best_of: options.bestOf,
    }),
    tools: hasTools ? request.tools : undefined,
    tool_choice: hasTools ? (request.toolChoice ?? 'auto') : undefined,
  }
  return {
    body: JSON.stringify(body),
    stream,
    key: readKey(options.apiKeyEnv),
    keyName: options.apiKeyEnv,
    model: options.model,
    bodyBytesMax: options.bodyBytesMax ?? 16 * 1024 * 1024,
  }
}

/** Reads an API key from an environment variable. Throws a `ChatError` if it is unusable. */
export function readKey(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const key = process.env[name]
  if (isApiKey(key)) return key.trim()
  throw new ChatError({
    reason: 'refused',
    what: 'was not asked, for want of an API key',
    remedy: `Set the environment variable ${name} to a key of printable ASCII characters.`,
  })
}

/** Whether a text can be sent as an API key. */
export const isApiKey = (text: string | undefined): text is string =>
  text !== undefined && /^\s*[\x21-\x7e]+\s*$/.test(text)

/** Template parameters that enable or disable thinking. */
export function thinkingMembers({ thinking, extraBody }: ChatClientOptions) {
  if (thinking === undefined) return {}
  const kwargs = extraBody?.chat_template_kwargs
  const otherKwargs = typeof kwargs === 'object' && !Array.isArray(kwargs) ? kwargs : {}
  return { chat_template_kwargs: { ...otherKwargs, ...templateArguments(thinking) } }
}
