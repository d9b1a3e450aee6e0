/** One of several equivalent servers, with its availability. */
export interface ChatServer {
  readonly baseUrl: string
  /** The server failed. Prefer others until this time. */
  asideUntilMs: number
  /** The server asked for a pause. Send nothing until this time. */
  closedUntilMs: number
}

/**
 * The servers of a client and their health. Healthy servers are used in rotation.
 * A failed server is avoided for a while, unless no better one exists.
 */
interface ChatServers {
  /** Returns the next server, a healthy one if possible. */
  pick(nowMs: number): ChatServer
  /** @param closedMs the pause that the server asked for, or 0 */
  setAside(server: ChatServer, nowMs: number, closedMs: number): void
  welcome(server: ChatServer): void
  isHealthy(server: ChatServer, nowMs: number): boolean
}

/** @param baseUrls at least one, without a slash at the end */
export function createChatServers(baseUrls: readonly string[], coolDownMs: number): ChatServers {
  const servers: ChatServer[] = baseUrls.map((baseUrl) => ({
    baseUrl,
    asideUntilMs: 0,
    closedUntilMs: 0,
  }))
  let turn = 0
  const readyMs = (server: ChatServer): number =>
    Math.max(server.asideUntilMs, server.closedUntilMs)

  return {
    pick: (nowMs) => {
      const start = turn++ % servers.length
      const inTurn = [...servers.slice(start), ...servers.slice(0, start)]
      const healthy = inTurn.find((server) => readyMs(server) <= nowMs)
      if (healthy !== undefined) return healthy
      return inTurn.reduce((best, server) => (readyMs(server) < readyMs(best) ? server : best))
    },
    setAside: (server, nowMs, closedMs) => {
      server.asideUntilMs = nowMs + coolDownMs
      // The failure of another call must not shorten a pause that the server asked for.
      server.closedUntilMs = Math.max(server.closedUntilMs, nowMs + closedMs)
    },
    welcome: (server) => {
      // A late answer must not end a pause that the server asked for in the meantime.
      server.asideUntilMs = 0
    },
    isHealthy: (server, nowMs) => readyMs(server) <= nowMs,
  }
}
