import { ChatError } from './chat-error.ts'
import type { ChatRequest } from './chat-message.ts'
import type { ChatClientOptions } from './chat-options.ts'
import type { ChatPost } from './chat-transport.ts'
import { templateArguments } from './template-arguments.ts'

/**
 * The POST of a request, the same for every server of a client. Members that nobody set are left
 * out of the body, since some servers refuse what they do not know. Throws a `ChatError` if there
 * is no usable key under the name that was configured.
 */
export function preparePost(
  options: ChatClientOptions,
  request: ChatRequest,
): Omit<ChatPost, 'baseUrl'> {
  const stream = options.stream ?? false
  const hasTools = request.tools !== undefined && request.tools.length > 0
  const hasStopIds = options.stopTokenIds !== undefined && options.stopTokenIds.length > 0
  const body = {
    ...options.extraBody,
    ...modeOf(options),
    model: options.model,
    messages: request.messages,
    stream,
    temperature: request.temperature ?? options.temperature,
    max_tokens: request.maxTokens ?? options.maxTokens,
    seed: request.seed ?? options.seed,
    stop: request.stop,
    stop_token_ids: hasStopIds ? options.stopTokenIds : undefined,
    best_of: options.bestOf,
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

/** The API key of an environment variable; throws a `ChatError` if there is no usable one. */
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

/** What tells a chat template whether the model may think. */
export function modeOf({ thinking, extraBody }: ChatClientOptions) {
  if (thinking === undefined) return {}
  const given = extraBody?.chat_template_kwargs
  const others = typeof given === 'object' && !Array.isArray(given) ? given : {}
  return { chat_template_kwargs: { ...others, ...templateArguments(thinking) } }
}
