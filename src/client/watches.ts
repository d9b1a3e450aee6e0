import type { LogRowResult } from '../wire/results.ts'
import type { CallSender } from './call.ts'
import { BackchannelError, clientError } from './errors.ts'
import { PushQueue } from './push-queue.ts'

/** Which rows of which episode. */
interface WatchRequest {
  readonly episodeId: string
  /** The first position; default 0, the opening. */
  readonly from?: number
  readonly resumeKey?: string | undefined
}

interface Watcher {
  readonly request: WatchRequest
  readonly rows: PushQueue<LogRowResult>
  /** The position of the row that is expected next. */
  next: number
  /** Whether `episode.watch` is under way; the call table repeats it on a new socket. */
  starting: boolean
  /** Whether it must be started once more when that is done. */
  again: boolean
}

/** The watches of a client. After a drop each continues without gap or repetition. */
export class Watches {
  readonly #caller: CallSender
  readonly #watchers = new Map<string, Watcher>()

  constructor(caller: CallSender) {
    this.#caller = caller
  }

  /**
   * The rows of an episode in order, those to come included, until the one that ends it.
   *
   * @throws BackchannelError `client/busy` if this client watches the episode already
   */
  async *rows(request: WatchRequest): AsyncGenerator<LogRowResult, void, undefined> {
    const { episodeId, from = 0 } = request
    if (this.#watchers.has(episodeId)) {
      const hint = 'Stop the other watch first, or use a client of its own.'
      throw clientError('client/busy', `episode ${episodeId} is being watched already`, hint)
    }
    const watcher: Watcher = {
      request,
      rows: new PushQueue(),
      next: from,
      starting: false,
      again: false,
    }
    this.#watchers.set(episodeId, watcher)
    try {
      this.#start(watcher)
      for await (const row of watcher.rows.read()) {
        yield row
        if (endsEpisode(row)) return
      }
    } finally {
      this.#watchers.delete(episodeId)
      const stop = this.#caller.call('episode.unwatch', { episode_id: episodeId })
      // No caller waits for the end of a watch, and a closed socket has ended it anyway.
      stop.catch(() => undefined)
    }
  }

  /** Takes a notification of the server. */
  notified(method: unknown, params: unknown): void {
    if (typeof params !== 'object' || params === null) return
    const { episode_id: id } = params as { episode_id?: unknown }
    const watcher = this.#watchers.get(id as string)
    if (watcher === undefined) return
    if (method === 'episode.watch_lagged') this.#startAgain(watcher)
    if (method === 'episode.row') this.#take(watcher, params as LogRowResult)
  }

  /** Starts every watch again: the socket is a new one. */
  restart(): void {
    for (const watcher of this.#watchers.values()) this.#start(watcher)
  }

  /** Ends every watch: there is no connection any more. */
  failAll(error: BackchannelError): void {
    for (const { rows } of this.#watchers.values()) rows.fail(error)
  }

  #take(watcher: Watcher, row: LogRowResult): void {
    if (row.position < watcher.next) return
    if (row.position > watcher.next) {
      this.#startAgain(watcher)
      return
    }
    watcher.next = row.position + 1
    watcher.rows.push(row)
  }

  /** Frames that come together are read before the answer to a start is taken note of. */
  #startAgain(watcher: Watcher): void {
    watcher.again = watcher.starting
    this.#start(watcher)
  }

  #start(watcher: Watcher): void {
    if (watcher.starting) return
    watcher.starting = true
    const { episodeId, resumeKey } = watcher.request
    const key = resumeKey === undefined ? {} : { resume_key: resumeKey }
    this.#caller
      .call('episode.watch', { episode_id: episodeId, from: watcher.next, ...key })
      .catch((error) => {
        if (error instanceof BackchannelError) watcher.rows.fail(error)
        else throw error
      })
      .finally(() => {
        watcher.starting = false
        if (!watcher.again || watcher.rows.hasFailed) return
        watcher.again = false
        this.#start(watcher)
      })
  }
}

/** Whether a row is the last one of its episode. */
function endsEpisode({ payload, view }: LogRowResult): boolean {
  const content = view ?? (payload === undefined ? {} : (JSON.parse(payload) as object))
  return (content as { end?: unknown }).end !== undefined
}
