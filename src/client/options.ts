/** The address of a server, and time limits in milliseconds. */
export interface ClientOptions {
  /**
   * `http://host:port`, or the same with `ws:`. A path before `/v1` is kept. Several servers of one
   * store are separated by commas. The client uses one of them, and the next one if it cannot be
   * reached or drops the connection.
   */
  readonly url: string
  /** A bearer token; servers on loopback may need none. */
  readonly token?: string
  /** Time limit of one call, including reconnections and retries. Default 120,000. */
  readonly requestTimeoutMs?: number
  /** Time limit of `connect`, and of one later attempt to reconnect. Default 10,000. */
  readonly connectTimeoutMs?: number
  /** How long to reconnect after a drop, before pending calls fail. Default 60,000. */
  readonly reconnectTimeoutMs?: number
  /** First pause between attempts. It doubles up to `backOffMaxMs`. Default 100. */
  readonly backOffMs?: number
  /** Default 5,000. */
  readonly backOffMaxMs?: number
  /** Retries per call after retryable faults. Default 10. */
  readonly retriesMax?: number
  /** A connection without any message for this long counts as dropped. Default 75,000. */
  readonly silenceMs?: number
  /** Draws the jitter of pauses, from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number
}

/** Options with their defaults filled in. */
export type ClientSettings = Required<Omit<ClientOptions, 'url' | 'token'>> &
  Pick<ClientOptions, 'url' | 'token'>

/** Fills in the defaults. */
export function completeSettings(options: ClientOptions): ClientSettings {
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
 * The pause before an attempt, in milliseconds. It grows exponentially, with jitter over its upper
 * half, so that clients of a restarted server do not return all at once.
 *
 * @param tries failed attempts so far
 */
export function pauseMs(settings: ClientSettings, tries: number): number {
  const ceilingMs = Math.min(settings.backOffMaxMs, settings.backOffMs * 2 ** Math.min(tries, 30))
  return ceilingMs * (0.5 + settings.random() / 2)
}
