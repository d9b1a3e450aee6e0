/** How to reach a server, and how patient to be. Times are milliseconds. */
export interface ClientOptions {
  /**
   * `http://host:port`, or the same with `ws:`; a path in front of `/v1` is kept. Several servers
   * of one store are separated by commas: the client turns to one of them, and to the next where it
   * cannot be reached or drops the link.
   */
  readonly url: string
  /** A bearer token; servers on loopback may need none. */
  readonly token?: string
  /** Longest time for one call, reconnections and tries included. Default 120,000. */
  readonly requestTimeoutMs?: number
  /** How long `connect` tries to reach the server, and one later try may take. Default 10,000. */
  readonly connectTimeoutMs?: number
  /** How long to try after a drop before the calls under way are given up. Default 60,000. */
  readonly reconnectTimeoutMs?: number
  /** The first pause between tries; it doubles up to `backOffMaxMs`. Default 100. */
  readonly backOffMs?: number
  /** Default 5,000. */
  readonly backOffMaxMs?: number
  /** Tries beyond the first after retryable faults, per call. Default 10. */
  readonly retriesMax?: number
  /** A link on which nothing was heard for this long counts as dropped. Default 75,000. */
  readonly silenceMs?: number
  /** Draws the jitter of pauses, from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number
}

/** Options with their defaults filled in. */
export type Settings = Required<Omit<ClientOptions, 'url' | 'token'>> &
  Pick<ClientOptions, 'url' | 'token'>

/** Fills in the defaults. */
export function completeSettings(options: ClientOptions): Settings {
  return {
    url: options.url,
    ...(options.token === undefined ? {} : { token: options.token }),
    requestTimeoutMs: options.requestTimeoutMs ?? 120_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    reconnectTimeoutMs: options.reconnectTimeoutMs ?? 60_000,
    backOffMs: options.backOffMs ?? 100,
    backOffMaxMs: options.backOffMaxMs ?? 5_000,
    retriesMax: options.retriesMax ?? 10,
    silenceMs: options.silenceMs ?? 75_000,
    random: options.random ?? Math.random,
  }
}

/**
 * The pause before a try, in milliseconds: exponential with jitter over its upper half, so that the
 * clients of a restarted server do not come back all at once.
 *
 * @param tries how many have failed already, from 0
 */
export function pauseMs(settings: Settings, tries: number): number {
  const ceilingMs = Math.min(settings.backOffMaxMs, settings.backOffMs * 2 ** Math.min(tries, 30))
  return ceilingMs * (0.5 + settings.random() / 2)
}
