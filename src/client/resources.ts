import type { OPERATIONS, OperationName, Params, Result } from '../wire/operations.ts'
import { allEndpoints, authorization } from './endpoints.ts'
import { BackchannelError, clientError, problemError } from './errors.ts'

interface ResourcesOptions {
  /** As for `connect`: one server, or several of one store, separated by commas. */
  readonly url: string
  readonly token?: string | undefined
  /** Longest time for one request, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number
}

/** Conditions of a listing of episodes. */
type EpisodeConditions = Readonly<Params<'episode.list'>>

/** The operations that HTTP has. */
type HttpName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { readonly http: string }
    ? Name
    : never
}[OperationName]
type RouteOf<Name extends HttpName> = (typeof OPERATIONS)[Name]['http']

/** The route of an operation, as the table writes it: `GET /v1/episodes`. */
export type OperationRoute = RouteOf<HttpName>
type OperationAt<At extends OperationRoute> = {
  [Name in HttpName]: RouteOf<Name> extends At ? Name : never
}[HttpName]
/** Parameters and result of the operation at a route. */
export type ParamsAt<At extends OperationRoute> = Params<OperationAt<At>>
export type ResultAt<At extends OperationRoute> = Result<OperationAt<At>>

/** Requests that play nothing: tasks, worlds, lists, logs, replay checks. */
export class Resources {
  readonly #bases: readonly string[]
  /** The server that answered last. */
  #serverIndex = 0
  readonly #headers: Readonly<Record<string, string>>
  readonly #timeoutMs: number

  /** @throws BackchannelError `client/bad_url`, `client/bad_token` */
  constructor({ url, token, timeoutMs = 60_000 }: ResourcesOptions) {
    this.#bases = allEndpoints(url).map(({ http }) => http)
    this.#headers = authorization(token)
    this.#timeoutMs = timeoutMs
  }

  /** One page of the tasks of a split, from an index on. Hidden facts need the role admin. */
  tasks(env: string, query: Omit<Params<'task.list'>, 'env'>): Promise<Result<'task.list'>> {
    return this.call('GET /v1/environments/{env}/tasks', { env, ...query })
  }

  /** One task. Hidden facts need the role admin. */
  task(
    env: string,
    task: string,
    query: { readonly hidden?: boolean } = {},
  ): Promise<Result<'task.get'>> {
    return this.call('GET /v1/environments/{env}/tasks/{task}', { env, task, ...query })
  }

  /** The world that the tasks of an environment share. Needs the role admin. */
  world(env: string): Promise<Result<'env.world'>> {
    return this.call('GET /v1/environments/{env}/world', { env })
  }

  /** One page of episodes, in order of opening. */
  episodes(conditions: EpisodeConditions = {}): Promise<Result<'episode.list'>> {
    return this.call('GET /v1/episodes', conditions)
  }

  /** One page of groups, in the order of their first episodes. */
  groups(query: Params<'group.list'> = {}): Promise<Result<'group.list'>> {
    return this.call('GET /v1/groups', query)
  }

  /** One page of training runs, by principal and name. */
  runs(query: Params<'run.list'> = {}): Promise<Result<'run.list'>> {
    return this.call('GET /v1/runs', query)
  }

  /** The state of a group, in its newest generation. */
  group(
    run: string,
    id: string,
    query: { readonly principal?: string } = {},
  ): Promise<Result<'group.status'>> {
    return this.call('GET /v1/groups/{run}/{id}', { run, id, ...query })
  }

  /** The rows of an episode's log. */
  log(episodeId: string): Promise<Result<'episode.log'>> {
    return this.call('GET /v1/episodes/{episode_id}/log', {
      episode_id: episodeId,
    })
  }

  /** The model calls of an agent program in an episode: a page from one on. */
  calls(
    episodeId: string,
    page: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<Result<'episode.calls'>> {
    return this.call('GET /v1/episodes/{episode_id}/calls', { episode_id: episodeId, ...page })
  }

  /** Lets the server replay an episode and compare. */
  checkReplay(episodeId: string): Promise<Result<'episode.replay'>> {
    return this.call('POST /v1/episodes/{episode_id}/replay', {
      episode_id: episodeId,
    })
  }

  /**
   * Calls the operation at a route. Members that the path names go into the path, the others into
   * the query, or into the body of a POST.
   *
   * @throws BackchannelError
   */
  async call<At extends OperationRoute>(route: At, params: ParamsAt<At>): Promise<ResultAt<At>> {
    const [method, pattern] = route.split(' ') as [string, string]
    const left = new Map(Object.entries(params))
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(left.get(name))
      left.delete(name)
      return encodeURIComponent(value)
    })
    if (method !== 'GET') {
      return this.#answer(method, path, JSON.stringify(Object.fromEntries(left)))
    }
    const query = new URLSearchParams()
    for (const [name, value] of left) {
      if (value !== undefined) query.set(name, String(value))
    }
    const text = String(query)
    return this.#answer(method, text === '' ? path : `${path}?${text}`)
  }

  async #answer<Answer>(method: string, path: string, body?: string): Promise<Answer> {
    const { status, text, url } = await this.#ask(method, path, body)
    if (status >= 400) throw problemError(text) ?? unknownAnswer(url, status)
    try {
      return JSON.parse(text) as Answer
    } catch {
      throw unknownAnswer(url, status)
    }
  }

  /** Asks one server, and the next one if it cannot be reached. */
  async #ask(method: string, path: string, body: string | undefined): Promise<HttpText> {
    const first = this.#serverIndex
    for (let tries = 1; ; tries++) {
      const index = (first + tries - 1) % this.#bases.length
      try {
        const answer = await this.#fetch(method, new URL(this.#bases[index] + path), body)
        this.#serverIndex = index
        return answer
      } catch (error) {
        // An operation that changes something may have been done.
        const isRepeatable = method === 'GET' || isUnreached(error)
        const isLost = (error as BackchannelError).code === 'client/disconnected'
        if (!isLost || !isRepeatable || tries === this.#bases.length) throw error
      }
    }
  }

  async #fetch(method: string, url: URL, body: string | undefined): Promise<HttpText> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const init =
      body === undefined
        ? { headers: this.#headers }
        : { headers: { ...this.#headers, 'content-type': 'application/json' }, body }
    try {
      const response = await fetch(url, { method, signal, ...init })
      return { status: response.status, text: await readText(response), url }
    } catch (error) {
      if (signal.aborted) throw lateError(url, this.#timeoutMs)
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const reason = cause instanceof Error ? cause.message : String(cause)
      const hint = 'Check the address, and that the server is running.'
      const details = { retryable: true, cause: error }
      throw clientError(
        'client/disconnected',
        `cannot reach ${url.origin}: ${reason}`,
        hint,
        details,
      )
    }
  }
}

interface HttpText {
  readonly status: number
  readonly text: string
  /** The address that answered. */
  readonly url: URL
}

const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether a request failed before a connection was open. */
function isUnreached(error: unknown): boolean {
  const { cause } = error as BackchannelError
  const { cause: reason } = (cause ?? {}) as { readonly cause?: { readonly code?: string } }
  return UNREACHED.has(reason?.code ?? '')
}

/** Bytes that are decoded without a pause. Decoding a long answer at once blocks a page. */
const SLICE_BYTES = 2e6

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let sliceBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    sliceBytes += value.length
    if (sliceBytes < SLICE_BYTES) continue
    sliceBytes = 0
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

function lateError({ origin, pathname }: URL, timeoutMs: number): BackchannelError {
  const hint = 'Repeat it, or allow more time.'
  const message = `${origin}${pathname} had no answer within ${timeoutMs} ms`
  return clientError('client/timeout', message, hint, { retryable: true })
}

function unknownAnswer(url: URL, status: number): BackchannelError {
  const message = `${url.origin}${url.pathname} answered with status ${status} and no fault`
  return new BackchannelError(message, {
    code: 'client/protocol',
    status,
    hint: 'Check that the address is a Backchannel server.',
  })
}
