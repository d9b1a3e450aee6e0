/** A foreign OpenEnv server as the config names it. */
export interface ForeignServer {
  readonly id: string
  /** The base address of its environment, without a slash at its end. */
  readonly url: string
  readonly token: string | undefined
  /** Longest wait for one answer. */
  readonly deadlineMs: number
  /** Maximum number of open sessions at the server. */
  readonly sessionsMax: number
  /** Idle time after which a session is closed. Its episode then opens a new one. */
  readonly idleMs: number
  /** Observation members that may differ between two identical plays. */
  readonly volatile: readonly string[]
}

export const authHeaders = ({ token }: ForeignServer): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }
