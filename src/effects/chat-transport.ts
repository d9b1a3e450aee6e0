import { BodyTooLong, bodyPieces, bodyStart, bodyText } from './bounded-body.ts'
import { type ReadCompletion, readCompletion, readServerError } from './chat-completion.ts'
import type { ChatProblem } from './chat-error.ts'
import type { CompletionResult } from './chat-message.ts'
import { createChatAssembly, END_MARK } from './chat-stream.ts'
import { type HttpAnswer, httpPost } from './http-post.ts'
import { createSseReader } from './sse.ts'

/** One POST to one chat server. */
export interface ChatPost {
  readonly baseUrl: string
  /** The path after the base URL. Default: the chat completions path. */
  readonly path?: string
  /** The request's JSON text. */
  readonly body: string
  /** Whether the body asks for a stream; the answer's own content type decides how it is read. */
  readonly stream: boolean
  readonly key: string | undefined
  /** The environment variable that holds the key, for error messages. */
  readonly keyName: string | undefined
  readonly model: string
  readonly bodyBytesMax: number
}

/** Outcome of a POST. `retryable`: a later try or another server may succeed. */
export type PostResult =
  | { readonly status: 'answered'; readonly completion: CompletionResult }
  | {
      readonly status: 'failed'
      readonly problem: ChatProblem
      readonly retryable: boolean
      /** The pause that the server asked for, or 0. */
      readonly retryAfterMs: number
    }

const RETRY_AFTER_MAX_MS = 300_000
const QUOTE_CHARACTERS_MAX = 200
const ERROR_BODY_BYTES_MAX = 16_384
const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/**
 * Sends one request and reads its answer. Rejects only when the signal aborts.
 * Every other failure, such as a broken connection, is a result.
 */
export async function postChat(post: ChatPost, signal: AbortSignal): Promise<PostResult> {
  const opened = await openPost(post, signal)
  if (opened.status === 'failed') return opened
  try {
    return readResult(post, await readBody(post, opened.response))
  } catch (error) {
    signal.throwIfAborted()
    return brokenPost(post, error)
  }
}

/** Why a POST got no completion. */
export type FailedPost = Extract<PostResult, { status: 'failed' }>

/** An answer with an unread body, or the reason why there is none. */
export type OpenedPost = { readonly status: 'open'; readonly response: HttpAnswer } | FailedPost

/** Sends one request. Rejects only when the signal aborts. */
export async function openPost(post: ChatPost, signal: AbortSignal): Promise<OpenedPost> {
  const headers = {
    'content-type': 'application/json',
    accept: post.stream ? 'text/event-stream' : 'application/json',
    ...(post.key === undefined ? {} : { authorization: `Bearer ${post.key}` }),
  }
  // Never follow redirects: the conversation could reach a server outside the configuration.
  const address = post.baseUrl + (post.path ?? '/chat/completions')
  try {
    const response = await httpPost(address, { headers, body: post.body }, signal)
    const isOpen = response.status >= 200 && response.status < 300
    return isOpen ? { status: 'open', response } : await refusal(post, response)
  } catch (error) {
    signal.throwIfAborted()
    return brokenPost(post, error)
  }
}

/** The result for an answer that was interrupted or too long. */
function brokenPost({ bodyBytesMax }: ChatPost, error: unknown): FailedPost {
  if (error instanceof BodyTooLong) {
    const problem = `answered with more than ${bodyBytesMax} bytes`
    return fail({ reason: 'invalid', what: problem, remedy: 'Ask for fewer tokens.' })
  }
  const failure = `could not be reached or broke off (${errorCode(error)})`
  const remedy = 'Check that it runs at this address and that the network lets it through.'
  return fail({ reason: 'unavailable', what: failure, remedy }, true)
}

async function readBody(post: ChatPost, response: HttpAnswer): Promise<ReadCompletion | 'cut'> {
  const type = response.headers['content-type'] ?? ''
  const streamed = type === '' ? post.stream : type.includes('text/event-stream')
  return streamed
    ? readStream(response, post.bodyBytesMax)
    : readCompletion(await bodyText(response, post.bodyBytesMax))
}

async function readStream(response: HttpAnswer, bytesMax: number): Promise<ReadCompletion | 'cut'> {
  const reader = createSseReader()
  const assembly = createChatAssembly()
  const take = (events: readonly string[]): ReadCompletion | undefined => {
    for (const data of events) {
      const progress = assembly.add(data)
      if (progress.status === 'done') return assembly.finish()
      if (progress.status !== 'more') return progress
    }
    return undefined
  }
  for await (const piece of bodyPieces(response, bytesMax)) {
    const ended = take(reader.push(piece))
    if (ended !== undefined) return ended
  }
  return take(reader.end().filter(isWhole)) ?? assembly.finish() ?? 'cut'
}

/** Whether the last event of a stream is whole. The connection may have ended within it. */
function isWhole(data: string): boolean {
  try {
    return data.trim() === END_MARK || JSON.parse(data) !== undefined
  } catch {
    return false
  }
}

function readResult(post: ChatPost, completion: ReadCompletion | 'cut'): PostResult {
  if (completion === 'cut') {
    const failure = 'ended its stream in the middle of an answer'
    return fail({ reason: 'unavailable', what: failure, remedy: 'Look at its log.' }, true)
  }
  switch (completion.status) {
    case 'read':
      return { status: 'answered', completion: completion.completion }
    case 'unreadable': {
      const remedy = 'Check that the base URL is that of an OpenAI-compatible server.'
      return fail({ reason: 'invalid', what: completion.what, remedy })
    }
    case 'error': {
      const { code, message } = completion
      if (code !== undefined && isAuthentication(code)) {
        const remedy = statusRemedy(code, post)
        return fail({ reason: 'refused', what: `answered with the error ${code}`, remedy })
      }
      const failure = `answered with the error ${quote(message, post.key)}`
      if (code !== undefined && code >= 400 && !isTemporary(code)) {
        return fail({ reason: 'refused', what: failure, remedy: 'Check what it was asked.' })
      }
      return fail({ reason: 'unavailable', what: failure, remedy: 'Look at its log.' }, true)
    }
  }
}

async function refusal(post: ChatPost, response: HttpAnswer): Promise<FailedPost> {
  const { status } = response
  const text = await bodyStart(response, ERROR_BODY_BYTES_MAX)
  const quoted = isAuthentication(status) ? '' : quoteBody(text, post.key)
  const failure = `answered ${status}${quoted}`
  if (isTemporary(status)) {
    const retryAfterMs = readRetryAfter(response.headers['retry-after'])
    const remedy =
      status === TOO_MANY_REQUESTS
        ? 'Lower the concurrency, or raise the deadline.'
        : 'Look at its log.'
    return fail({ reason: 'unavailable', what: failure, remedy, status }, true, retryAfterMs)
  }
  return fail({ reason: 'refused', what: failure, remedy: statusRemedy(status, post), status })
}

/** Whether the same request may succeed later. */
const isTemporary = (status: number): boolean =>
  status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= 500

/** Whether a status is about the key. The text of such errors often contains part of it. */
const isAuthentication = (status: number): boolean => status === 401 || status === 403

function statusRemedy(status: number, { keyName, model }: ChatPost): string {
  if (isAuthentication(status)) {
    return keyName === undefined
      ? 'Name the environment variable that holds its API key.'
      : `Check the API key in the environment variable ${keyName}.`
  }
  if (status === 404) {
    return `Check the base URL (most end in /v1) and that it serves the model "${model}".`
  }
  if (status >= 300 && status < 400) return 'Configure the address that it redirects to.'
  return 'Check the model, the limits of tokens and the tools it was asked with.'
}

/** Milliseconds that a `Retry-After` header asks for, in seconds or as a date; at most 300,000. */
export function readRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0
  const text = header.trim()
  const isSeconds = /^\d+(\.\d+)?$/.test(text)
  const delayMs = isSeconds ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(delayMs) ? 0 : Math.min(RETRY_AFTER_MAX_MS, Math.max(0, Math.ceil(delayMs)))
}

function quoteBody(text: string, key: string | undefined): string {
  let message = text
  try {
    const body = JSON.parse(text)
    const plain = [body?.message, body?.detail].find((value) => typeof value === 'string')
    message = readServerError(body)?.message ?? plain ?? text
  } catch {
    // Not JSON: quote the raw text.
  }
  return message.trim() === '' || message.trimStart().startsWith('<')
    ? ''
    : ` ${quote(message, key)}`
}

/** A server's text on one line, shortened, in quotation marks and without the API key. */
export function quote(message: string, key: string | undefined): string {
  const safe = key === undefined ? message : message.replaceAll(key, '[key]')
  const line = safe.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return JSON.stringify(
    line.length > QUOTE_CHARACTERS_MAX ? `${line.slice(0, QUOTE_CHARACTERS_MAX)}…` : line,
  )
}

/** The error code of a broken connection, such as `ECONNREFUSED`. Never the error's text. */
function errorCode(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string') return code.slice(0, 60)
  return error instanceof Error ? error.name : 'unknown error'
}

function fail(problem: ChatProblem, retryable = false, retryAfterMs = 0): FailedPost {
  return { status: 'failed', problem, retryable, retryAfterMs }
}
