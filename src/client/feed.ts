import type { FeedChange } from '../wire/feed.ts'
import type { Params } from '../wire/operations.ts'
import type { CallSender } from './call.ts'
import { BackchannelError, clientError } from './errors.ts'
import { PushQueue } from './push-queue.ts'

interface Listening {
  readonly conditions: Params<'feed.watch'>
  readonly changes: PushQueue<FeedChange>
  cursor: string | undefined
}

const LAGGED: Omit<FeedChange, 'cursor'> = {
  ...{ changed: [], gone: [], more: false, lagged: true },
  rates: { opened: 0, steps: 0, closed: 0, over_ms: null },
}

/** The feed of a client. After a drop it resumes after the last cursor that it received. */
export class Feed {
  readonly #caller: CallSender
  #listening: Listening | undefined

  constructor(caller: CallSender) {
    this.#caller = caller
  }

  /** @throws BackchannelError `client/busy` if there is a feed already */
  async *changes(conditions: Params<'feed.watch'>): AsyncGenerator<FeedChange, void, undefined> {
    if (this.#listening !== undefined) {
      const hint = 'Stop the other feed first, or use a client of its own.'
      throw clientError('client/busy', 'this client has a feed already', hint)
    }
    const { since: cursor } = conditions
    const listening: Listening = { conditions, changes: new PushQueue(), cursor }
    this.#listening = listening
    try {
      this.#start(listening)
      yield* listening.changes.read()
    } finally {
      this.#listening = undefined
      // No caller waits for the end of a feed, and a closed socket has ended it anyway.
      this.#caller.call('feed.unwatch', {}).catch(() => undefined)
    }
  }

  /** Takes a notification of the server. */
  notified(method: unknown, params: unknown): void {
    const listening = this.#listening
    if (method !== 'feed.change' || listening === undefined) return
    const change = params as FeedChange
    listening.cursor = change.cursor
    listening.changes.push(change)
  }

  /** Starts it again: the socket is a new one. */
  restart(): void {
    if (this.#listening !== undefined) this.#start(this.#listening, true)
  }

  /** Ends it: there is no connection any more. */
  fail(error: BackchannelError): void {
    this.#listening?.changes.fail(error)
  }

  #start(listening: Listening, isAgain = false): void {
    const { conditions, cursor } = listening
    const since = cursor === undefined ? {} : { since: cursor }
    this.#caller.call('feed.watch', { ...conditions, ...since }).then(
      (state) => {
        listening.cursor ??= state.cursor
      },
      (error: unknown) => {
        if (!(error instanceof BackchannelError) || this.#listening !== listening) return
        // The server has another store than before the drop: it took all of this but the cursor.
        if (isAgain && cursor !== undefined && error.code === 'request/invalid') {
          this.#beginAnew(listening)
        } else this.fail(error)
      },
    )
  }

  #beginAnew(listening: Listening): void {
    const { since: _, ...conditions } = listening.conditions
    this.#caller.call('feed.watch', conditions).then(
      ({ cursor }) => {
        if (this.#listening === listening) this.notified('feed.change', { ...LAGGED, cursor })
      },
      (error: unknown) => {
        if (error instanceof BackchannelError && this.#listening === listening) this.fail(error)
      },
    )
  }
}
