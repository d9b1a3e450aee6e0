/** A foreign OpenEnv server as the config names it. */
export interface ForeignServer {
  readonly id: string
  /** The base address of its environment, without a slash at its end. */
  readonly url: string
  readonly token: string | undefined
  /** Longest wait for one answer. */
  readonly deadlineMs: number
  /** Talks that are open there at once. */
  readonly sessionsMax: number
  /** A talk that is not used for so long is closed; its episode opens another one. */
  readonly idleMs: number
  /** Members of observations that differ between two plays of the same. */
  readonly volatile: readonly string[]
}

export const headersOf = ({ token }: ForeignServer): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }
