/** One of several servers that give the same answers, and until when it is set aside. */
export interface ChatServer {
  readonly baseUrl: string
  /** Not preferred before this time, because it failed. */
  asideUntilMs: number
  /** Not to be asked at all before this time, because it said so. */
  closedUntilMs: number
}

/**
 * The servers of a client and how they are. Healthy ones take turns; one that failed is set aside
 * for a while and asked all the same when there is no better one.
 */
interface ChatServers {
  /** The server to ask next, a healthy one if there is any. */
  pick(nowMs: number): ChatServer
  /** @param closedMs how long the server asked to be left alone, 0 if it did not */
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
      server.closedUntilMs = nowMs + closedMs
    },
    welcome: (server) => {
      // An answer that was under way does not reopen a server that asked to be left alone since.
      server.asideUntilMs = 0
    },
    isHealthy: (server, nowMs) => readyMs(server) <= nowMs,
  }
}
