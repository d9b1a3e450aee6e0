import { Fault } from '../../wire/faults.ts'
import type { FeedChange, FeedState } from '../../wire/feed.ts'
import type { CheckedParams } from '../../wire/operations.ts'
import { decodeFeedCursor } from '../operations/feed.ts'
import { callerName } from '../principal.ts'
import type { FollowOptions } from './protocol.ts'
import { notification } from './socket.ts'

/** The interval of looking for news, and the pause if there is more of it. */
const PAUSE_MS = 250
const MORE_MS = 50

interface Running {
  readonly request: CheckedParams<'feed.watch'>
  cursor: string
  sentMs: number
  timer: NodeJS.Timeout | undefined
}

/**
 * The feed of one socket: sends changes to episodes. It reads them only when the client has room. A
 * slow client gets fewer messages, each with the combined changes.
 */
export function socketFeed(options: FollowOptions) {
  const { host, caller, sender, holding, limit } = options
  const name = callerName(caller)
  let running: Running | undefined
  let isClosed = false

  function stop(): FeedState {
    if (running === undefined) return { cursor: '' }
    const { cursor, timer } = running
    clearTimeout(timer)
    running = undefined
    limit.leave(name)
    return { cursor }
  }

  function later(feed: Running, pauseMs: number): void {
    feed.timer = setTimeout(() => void look(feed), pauseMs).unref()
  }

  async function look(feed: Running): Promise<void> {
    if (running !== feed) return
    if (sender.backlogBytes() > options.lagBytes || holding.isTight) return later(feed, PAUSE_MS)
    let hasMore = false
    try {
      const request = { ...feed.request, since: feed.cursor }
      const change = await host.call('feed.read', caller, request)
      if (running !== feed) return
      send(feed, change)
      hasMore = change.more
    } catch (error) {
      if (running === feed && !isTemporary(error)) {
        stop()
        reportEnd(options, error)
      }
      if (running !== feed) return
    }
    later(feed, hasMore ? MORE_MS : PAUSE_MS)
  }

  function send(feed: Running, change: FeedChange): void {
    feed.cursor = change.cursor
    if (isEmpty(change)) return
    const nowMs = host.core.nowMs()
    sender.send(changeMessage(change, nowMs - feed.sentMs))
    feed.sentMs = nowMs
  }

  return {
    stop,
    /** Stops it permanently, because the socket is closed. */
    close(): void {
      isClosed = true
      stop()
    },
    /** Restarts the feed with these conditions; `feed.change` follows the answer. */
    async start(request: CheckedParams<'feed.watch'>): Promise<FeedState> {
      const { since } = request
      // The first message reports whether the store still accepts the cursor.
      if (since !== undefined) decodeFeedCursor(host.core, caller, since)
      const first = since ?? (await host.call('feed.read', caller, request)).cursor
      stop()
      if (isClosed) return { cursor: first }
      limit.enter(name)
      const feed = { request, cursor: first, sentMs: host.core.nowMs(), timer: undefined }
      running = feed
      later(feed, since === undefined ? PAUSE_MS : 0)
      return { cursor: first }
    },
  }
}

/** Temporary failures are retried; others would fail for ever. */
const isTemporary = (error: unknown): boolean => error instanceof Fault && error.retryable

function reportEnd({ host, caller }: FollowOptions, error: unknown): void {
  const fields = { principal: callerName(caller), error: String(error) }
  host.core.log.error(fields, 'a feed could not go on')
}

function changeMessage(change: FeedChange, periodMs: number): string {
  const rates = { ...change.rates, over_ms: Math.round(periodMs) }
  return notification('feed.change', { ...change, rates })
}

function isEmpty({ rates, changed, lagged }: FeedChange): boolean {
  const { opened, steps, closed } = rates
  return opened + steps + closed === 0 && changed.length === 0 && !lagged
}

export type SocketFeed = ReturnType<typeof socketFeed>
