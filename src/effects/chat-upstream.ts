import { definedMembers } from '../sim/defined-members.ts'
import type { JsonObject } from '../sim/json.ts'
import type { ChatClientOptions } from './chat-options.ts'
import { readKey, thinkingMembers } from './chat-post.ts'
import { createChatServers } from './chat-servers.ts'
import { type OpenedPost, openPost, quote } from './chat-transport.ts'

/** The chat servers of a profile, for callers that write the request's body themselves. */
export interface ChatUpstream {
  /**
   * Calls each server at most once. Rejects only when the signal aborts.
   *
   * @param path the path after the base URL; default: the chat completions path
   */
  open(body: JsonObject, signal: AbortSignal, path?: string): Promise<OpenedPost>
  /** A text of a server for an error message: on one line, shortened, and without the API key. */
  quote(text: string): string
  /** Members of every body: model, sampling parameters, and the profile's extra members. */
  readonly fixed: JsonObject
}

const COOL_DOWN_MS = 10_000
const BODY_BYTES_MAX = 16 * 1024 * 1024

export function createChatUpstream(options: ChatClientOptions): ChatUpstream {
  const servers = createChatServers(options.baseUrls, options.coolDownMs ?? COOL_DOWN_MS)
  return {
    fixed: {
      ...options.extraBody,
      ...thinkingMembers(options),
      model: options.model,
      ...definedMembers({
        temperature: options.temperature,
        stop_token_ids: options.stopTokenIds,
      }),
    },
    quote: (text) => quote(text, readKey(options.apiKeyEnv)),
    async open(body, signal, path) {
      const shared = {
        body: JSON.stringify(body),
        stream: body.stream === true,
        key: readKey(options.apiKeyEnv),
        keyName: options.apiKeyEnv,
        model: options.model,
        bodyBytesMax: BODY_BYTES_MAX,
        ...(path === undefined ? {} : { path }),
      }
      for (let tries = 1; ; tries++) {
        const server = servers.pick(Date.now())
        const answer = await openPost({ ...shared, baseUrl: server.baseUrl }, signal)
        if (answer.status === 'open') {
          servers.welcome(server)
          return answer
        }
        if (answer.retryable) servers.setAside(server, Date.now(), answer.retryAfterMs)
        if (!answer.retryable || tries >= options.baseUrls.length) return answer
      }
    },
  }
}
