import { CallTable } from '../../client/call-table.ts'
import { type ClientConnection, closedError, openConnection } from '../../client/connection.ts'
import { Feed } from '../../client/feed.ts'
import { completeSettings } from '../../client/options.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { openBrowserSocket } from './browser-socket.ts'

export type FeedPush = ResultAt<'GET /v1/feed'>

/** The reports of a feed to its followers. */
interface FeedEvents {
  onChange(change: FeedPush): void
  /** Reports whether the socket is open. It reconnects automatically. */
  onConnectionChange(isConnected: boolean): void
}

const RECONNECT_MS = 1_000

/**
 * Follows what happens to episodes under some conditions, from a cursor on and across restarts of
 * the server.
 *
 * @returns the way to stop it
 */
export function followFeed(
  server: { readonly url: string; readonly token: string | undefined },
  conditions: ParamsAt<'GET /v1/feed'>,
  events: FeedEvents,
): () => void {
  const { url, token } = server
  const settings = completeSettings({ url, ...(token === undefined ? {} : { token }) })
  const endlessSettings = { ...settings, reconnectTimeoutMs: Number.POSITIVE_INFINITY }
  let since = conditions.since
  let connection: ClientConnection | undefined
  let endFeed: () => void = () => {}
  let isStopped = false

  async function follow(): Promise<void> {
    const table = new CallTable(endlessSettings, (text) => {
      connection?.send(text)
      connection?.wake()
    })
    const feed = new Feed(table)
    endFeed = () => {
      feed.fail(closedError())
      table.close()
    }
    connection = await openConnection(
      endlessSettings,
      {
        onOpen() {
          events.onConnectionChange(true)
          table.resend()
          feed.restart()
        },
        onDrop: () => events.onConnectionChange(false),
        onGiveUp: (error) => feed.fail(error),
        onMessage(text) {
          const frame = JSON.parse(text) as { method?: unknown; params?: unknown; id?: unknown }
          if (frame.method === undefined) table.settle(frame)
          else feed.notified(frame.method, frame.params)
        },
      },
      openBrowserSocket,
    )
    if (isStopped) return
    const from = since === undefined ? {} : { since }
    for await (const change of feed.changes({ ...conditions, ...from })) {
      if (isStopped) return
      since = change.cursor
      events.onChange(change)
    }
  }

  async function reconnectLoop(): Promise<void> {
    while (!isStopped) {
      await follow().catch(() => undefined)
      if (!isStopped) events.onConnectionChange(false)
      void connection?.close()
      connection = undefined
      if (!isStopped) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
    }
  }

  void reconnectLoop()
  return () => {
    isStopped = true
    endFeed()
    void connection?.close()
  }
}
