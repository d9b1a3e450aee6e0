import { randomUUID } from 'node:crypto'
import type { FeedChange } from '../wire/feed.ts'
import type { Method, Params, Result } from '../wire/operations.ts'
import type { CallOptions } from './call.ts'
import { CallTable } from './call-table.ts'
import { type ClientConnection, closedError, openConnection } from './connection.ts'
import { Episode, type EpisodeLink } from './episode.ts'
import { Feed } from './feed.ts'
import { type ClientOptions, type ClientSettings, completeSettings } from './options.ts'
import type {
  Action,
  EnvironmentDescription,
  EnvironmentSummary,
  GroupPage,
  GroupStatus,
  LogRow,
  OpenRequest,
  StepResult,
} from './types.ts'
import { Watches } from './watches.ts'

/** One turn of one episode, for `stepMany`. */
export interface EpisodeTurn {
  readonly episode: Episode
  readonly action: Action
}

/** A connection to a server, for many episodes at once. It reconnects by itself after a drop. */
export interface Client {
  environments(): Promise<readonly EnvironmentSummary[]>
  describe(env: string): Promise<EnvironmentDescription>
  /**
   * Opens an episode. In a group with feedback it waits for earlier rollouts, without a time limit
   * unless one is given.
   *
   * @throws BackchannelError
   */
  open(request: OpenRequest, options?: CallOptions): Promise<Episode>
  /** An episode in its current state. `resumeKey` gives access to an episode of another client. */
  resume(episodeId: string, options?: { readonly resumeKey?: string }): Promise<Episode>
  /**
   * Plays one turn in each of many episodes, sent as one batch. Returns the outcomes in the same
   * order, when the slowest turn is done.
   */
  stepMany(
    turns: readonly EpisodeTurn[],
    options?: CallOptions,
  ): Promise<PromiseSettledResult<StepResult>[]>
  /** The state of a group, in its newest generation. */
  groupStatus(run: string, id: string): Promise<GroupStatus>
  /** A page of groups, in the order of their first episodes. */
  groups(query?: {
    readonly run?: string
    readonly after?: string
    readonly limit?: number
  }): Promise<GroupPage>
  /** The rows of an episode's log, as `Episode.watch`, without resuming it first. */
  watch(
    episodeId: string,
    options?: { readonly from?: number; readonly resumeKey?: string },
  ): AsyncIterable<LogRow>
  /**
   * Changes of episodes as they happen, as `feed.watch` reports them. It continues after a drop. If
   * a message is `lagged`, read a list again. A client can have one feed at a time.
   *
   * @throws BackchannelError `client/busy` if there is one already
   */
  feed(conditions?: Params<'feed.watch'>): AsyncIterable<FeedChange>
  /** Any operation of the socket, by its name in the table. */
  call<Name extends Method>(
    method: Name,
    params: Params<Name>,
    options?: CallOptions,
  ): Promise<Result<Name>>
  /** Closes the connection. Pending calls fail with `client/closed`. Episodes stay open. */
  close(): Promise<void>
}

/** The closing code for a frame that is too long. */
const MESSAGE_TOO_BIG = 1009

/**
 * Connects to a server.
 *
 * @throws BackchannelError if it cannot be reached in time, or refuses
 */
export async function connect(options: ClientOptions): Promise<Client> {
  const settings = completeSettings(options)
  // The table is created first, because events of the first socket need it.
  const link = new Link(settings)
  await link.start()
  return createClient(link)
}

class Link implements EpisodeLink {
  readonly caller: CallTable
  readonly watches: Watches
  readonly feed: Feed
  readonly #settings: ClientSettings
  #connection: ClientConnection | undefined

  constructor(settings: ClientSettings) {
    this.#settings = settings
    this.caller = new CallTable(settings, (text) => {
      this.#connection?.send(text)
      this.#connection?.wake()
    })
    this.watches = new Watches(this.caller)
    this.feed = new Feed(this.caller)
  }

  async start(): Promise<void> {
    this.#connection = await openConnection(this.#settings, {
      onOpen: () => {
        this.caller.resend()
        this.watches.restart()
        this.feed.restart()
      },
      onMessage: (text) => this.#take(text),
      onDrop: (code) => {
        if (code === MESSAGE_TOO_BIG) this.caller.shortenLongest()
      },
      onGiveUp: (error) => {
        this.caller.failAll(error)
        this.watches.failAll(error)
        this.feed.fail(error)
      },
    })
  }

  async close(): Promise<void> {
    this.watches.failAll(closedError())
    this.feed.fail(closedError())
    this.caller.close()
    await this.#connection?.close()
  }

  #take(text: string): void {
    let frame: unknown
    try {
      frame = JSON.parse(text)
    } catch {
      // Not of this protocol. A call that waits for it reaches its time limit.
      return
    }
    for (const part of Array.isArray(frame) ? frame : [frame]) {
      if (typeof part !== 'object' || part === null) continue
      if ('method' in part) {
        const { method, params } = part as { method: unknown; params?: unknown }
        this.watches.notified(method, params)
        this.feed.notified(method, params)
      } else {
        this.caller.settle(part)
      }
    }
  }
}

function createClient(link: Link): Client {
  const { caller, watches } = link
  return {
    environments: () => caller.call('env.list', {}),
    describe: async (env) =>
      (await caller.call('env.describe', { env })) as unknown as EnvironmentDescription,
    open: async (request, options) => {
      const waits = request.group?.mode === 'feedback' && request.wait !== false
      const timeout = waits ? { timeoutMs: Number.POSITIVE_INFINITY, ...options } : options
      return new Episode(link, await caller.call('episode.open', toOpenParams(request), timeout))
    },
    groupStatus: (run, id) => caller.call('group.status', { run, id }),
    groups: (query = {}) => caller.call('group.list', query),
    async resume(episodeId, { resumeKey } = {}) {
      const key = resumeKey === undefined ? {} : { resume_key: resumeKey }
      const resumed = await caller.call('episode.resume', { episode_id: episodeId, ...key })
      return new Episode(link, resumed, resumeKey)
    },
    stepMany: (turns, options) =>
      Promise.allSettled(
        caller.gather(() => turns.map(({ episode, action }) => episode.step(action, options))),
      ),
    watch: (episodeId, { from, resumeKey } = {}) =>
      watches.rows({ episodeId, resumeKey, ...(from === undefined ? {} : { from }) }),
    feed: (conditions = {}) => link.feed.changes(conditions),
    call: (method, params, options) => caller.call(method, params, options),
    close: () => link.close(),
  }
}

function toOpenParams(request: OpenRequest): Params<'episode.open'> {
  const { dataChecksum, openKey = randomUUID(), ...rest } = request
  const checksum = dataChecksum === undefined ? {} : { data_checksum: dataChecksum }
  return { ...rest, open_key: openKey, ...checksum } as Params<'episode.open'>
}
