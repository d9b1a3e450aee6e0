import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_URL_RULE, readBaseUrl } from './base-url.ts'
import { ChatError, type ChatProblem } from './chat-error.ts'
import type { CompletionParameters, CompletionResult } from './chat-message.ts'
import type { ChatClientOptions } from './chat-options.ts'
import { preparePost } from './chat-post.ts'
import { type ChatServer, createChatServers } from './chat-servers.ts'
import { type ChatPost, type PostResult, postChat } from './chat-transport.ts'
import { withDeadline } from './deadline.ts'

/** Asks OpenAI-compatible servers for chat completions. */
export interface ChatClient {
  /** Rejects with a `ChatError`, also when the signal aborts. */
  complete(request: CompletionParameters, signal?: AbortSignal): Promise<CompletionResult>
}

type Post = Omit<ChatPost, 'baseUrl'>

const BACK_OFF_MAX_MS = 8_000

/** Makes a client; throws a `ChatError` if a base URL cannot be used. */
export function createChatClient(options: ChatClientOptions): ChatClient {
  const baseUrls = checkBaseUrls(options.baseUrls)
  const servers = createChatServers(baseUrls, options.coolDownMs ?? 10_000)
  const deadlineMs = options.deadlineMs ?? 60_000
  const tryMs = options.tryMs ?? Math.ceil(deadlineMs / baseUrls.length)
  const triesMax = baseUrls.length + (options.retries ?? 3)

  /** Calls healthy servers at once, failed ones after a pause, and closed ones when they reopen. */
  const pauseMs = (server: ChatServer, tries: number, nowMs: number): number => {
    if (servers.isHealthy(server, nowMs)) return 0
    const openMs = server.closedUntilMs - nowMs
    if (tries === 0) return Math.max(0, openMs)
    const doublings = Math.max(0, tries - baseUrls.length)
    const backOffMs = Math.min(BACK_OFF_MAX_MS, (options.backOffMs ?? 250) * 2 ** doublings)
    // Jitter keeps clients that failed together from retrying together.
    return Math.max(openMs, backOffMs * (0.5 + Math.random() / 2))
  }

  const tryServers = async (
    post: Post,
    callMs: number,
    signal: AbortSignal | undefined,
  ): Promise<CompletionResult> => {
    const deadlineAtMs = Date.now() + callMs
    let failure: ChatError | undefined
    for (let tries = 0; tries < triesMax; tries++) {
      const nowMs = Date.now()
      const server = servers.pick(nowMs)
      const waitMs = pauseMs(server, tries, nowMs)
      const leftMs = deadlineAtMs - nowMs - waitMs
      if (leftMs <= 0) {
        throw failure ?? (waitMs > 0 ? closedError(server, waitMs) : lateError(server, callMs))
      }
      if (waitMs > 0) await sleep(waitMs, undefined, signal === undefined ? {} : { signal })
      const result = await tryOnce(server, post, Math.min(tryMs, leftMs), signal)
      if (result.status === 'answered') {
        servers.welcome(server)
        return result.completion
      }
      failure = new ChatError(result.problem, server.baseUrl)
      if (!result.retryable) break
      servers.setAside(server, Date.now(), result.retryAfterMs)
    }
    throw failure
  }

  return {
    complete: async (request, signal) => {
      const post = preparePost(options, request)
      try {
        return await tryServers(post, request.deadlineMs ?? deadlineMs, signal)
      } catch (error) {
        if (error instanceof ChatError || signal?.aborted !== true) throw error
        const problem = 'was asked for something that its caller cancelled'
        throw new ChatError({
          reason: 'unavailable',
          what: problem,
          remedy: 'Nothing has to be done.',
        })
      }
    },
  }
}

async function tryOnce(
  server: ChatServer,
  post: Post,
  tryMs: number,
  signal: AbortSignal | undefined,
): Promise<PostResult> {
  try {
    return await withDeadline(tryMs, signal, (deadlineSignal) =>
      postChat({ ...post, baseUrl: server.baseUrl }, deadlineSignal),
    )
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { status: 'failed', problem: lateProblem(tryMs), retryable: true, retryAfterMs: 0 }
  }
}

const lateProblem = (limitMs: number): ChatProblem => ({
  reason: 'timeout',
  what: `did not answer within ${Math.round(limitMs)} ms`,
  remedy: 'Raise the deadline, ask for fewer tokens, or add servers.',
})

const lateError = (server: ChatServer, limitMs: number): ChatError =>
  new ChatError(lateProblem(limitMs), server.baseUrl)

function closedError(server: ChatServer, waitMs: number): ChatError {
  const problem = `asked to be left alone for another ${Math.ceil(waitMs / 1000)} s`
  const remedy = 'Lower the concurrency, or raise the deadline.'
  return new ChatError({ reason: 'unavailable', what: problem, remedy }, server.baseUrl)
}

function checkBaseUrls(given: readonly string[]): readonly string[] {
  const baseUrls = given.map(readBaseUrl)
  const remedy = `Remember: ${BASE_URL_RULE}.`
  if (baseUrls.length === 0) {
    throw new ChatError({ reason: 'refused', what: 'has no base URL', remedy })
  }
  return baseUrls.map((baseUrl, index) => {
    if (baseUrl !== undefined) return baseUrl
    // Do not show the value: it may contain a password.
    const problem = `number ${index + 1} of the list has no usable base URL`
    throw new ChatError({ reason: 'refused', what: problem, remedy })
  })
}
