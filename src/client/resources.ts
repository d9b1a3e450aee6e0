import type {
  EpisodePageResult,
  GroupPageResult,
  GroupStatusResult,
  LogRowResult,
  ReplayReport,
  RunPageResult,
  TaskPageResult,
} from '../wire/results.ts'
import { endpoints } from './endpoints.ts'
import { BackchannelError, clientError, problemError } from './errors.ts'

export interface ResourcesOptions {
  readonly url: string
  readonly token?: string | undefined
  /** Longest time for one request, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number
}

/** Conditions of a listing of episodes, as the HTTP query has them. */
export type EpisodeConditions = Readonly<
  Partial<
    Record<
      | 'group'
      | 'condition'
      | 'env'
      | 'split'
      | 'task'
      | 'run'
      | 'principal'
      | 'parent'
      | 'end_reason',
      string
    > &
      Record<'open' | 'success', boolean> & { after: string; limit: number }
  >
>

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What a server has on HTTP only: tasks, worlds, listings, logs, replay checks. */
export class Resources {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #timeoutMs: number

  /** @throws BackchannelError `client/bad_url` */
  constructor({ url, token, timeoutMs = 60_000 }: ResourcesOptions) {
    this.#base = endpoints(url).http
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    this.#timeoutMs = timeoutMs
  }

  /** One page of the tasks of a split, from an index on. Hidden facts need the role admin. */
  tasks(
    env: string,
    query: { split: string; from?: number; limit?: number; hidden?: boolean },
  ): Promise<TaskPageResult> {
    return this.#json('GET', `/v1/environments/${encodeURIComponent(env)}/tasks`, query)
  }

  /** One task. Hidden facts need the role admin. */
  task(env: string, task: string, query: { hidden?: boolean } = {}): Promise<object> {
    const path = `/v1/environments/${encodeURIComponent(env)}/tasks/${encodeURIComponent(task)}`
    return this.#json('GET', path, query)
  }

  /** The world that the tasks of an environment share. Needs the role admin. */
  world(env: string): Promise<{ readonly hash: string; readonly world: object }> {
    return this.#json('GET', `/v1/environments/${encodeURIComponent(env)}/world`)
  }

  /** One page of episodes, in order of opening. */
  episodes(conditions: EpisodeConditions = {}): Promise<EpisodePageResult> {
    return this.#json('GET', '/v1/episodes', conditions)
  }

  /** One page of groups, in the order in which they were begun. */
  groups(
    query: { run?: string; principal?: string; after?: string; limit?: number } = {},
  ): Promise<GroupPageResult> {
    return this.#json('GET', '/v1/groups', query)
  }

  /** One page of training runs, by principal and name. */
  runs(
    query: { run?: string; principal?: string; after?: string; limit?: number } = {},
  ): Promise<RunPageResult> {
    return this.#json('GET', '/v1/runs', query)
  }

  /** How a group stands, in its newest generation. */
  group(run: string, id: string, query: { principal?: string } = {}): Promise<GroupStatusResult> {
    const path = `/v1/groups/${encodeURIComponent(run)}/${encodeURIComponent(id)}`
    return this.#json('GET', path, query)
  }

  /** The rows of an episode's log. */
  log(episodeId: string): Promise<LogRowResult[]> {
    return this.#json('GET', `/v1/episodes/${encodeURIComponent(episodeId)}/log`)
  }

  /** Has the server play an episode again and compare. */
  checkReplay(episodeId: string): Promise<ReplayReport> {
    return this.#json('POST', `/v1/episodes/${encodeURIComponent(episodeId)}/replay`)
  }

  async #json<Body>(method: 'GET' | 'POST', path: string, query: Query = {}): Promise<Body> {
    const url = new URL(this.#base + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const { status, text } = await this.#fetch(method, url)
    if (status >= 400) throw problemError(text) ?? unknownAnswer(url, status)
    try {
      return JSON.parse(text) as Body
    } catch {
      throw unknownAnswer(url, status)
    }
  }

  async #fetch(method: string, url: URL): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const response = await fetch(url, { method, headers: this.#headers, signal })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = cause instanceof Error ? cause.message : String(cause)
      const hint = 'Check the address, and that the server is running.'
      const more = { retryable: true, cause: error }
      throw clientError('client/disconnected', `cannot reach ${url.origin}: ${why}`, hint, more)
    }
  }
}

function unknownAnswer(url: URL, status: number): BackchannelError {
  const message = `${url.origin}${url.pathname} answered with status ${status} and no fault`
  return new BackchannelError(message, {
    code: 'client/protocol',
    status,
    hint: 'Check that the address is a Backchannel server.',
  })
}
