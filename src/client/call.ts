import type { Method, Params, Result } from '../wire/operations.ts'

export interface CallOptions {
  /** Longest time for this call; `Infinity` for none. Default: the client's `requestTimeoutMs`. */
  readonly timeoutMs?: number
}

/** Sends calls and returns their results, even if the socket drops in between. */
export interface CallSender {
  /** @throws BackchannelError */
  call<Name extends Method>(
    method: Name,
    params: Params<Name>,
    options?: CallOptions,
  ): Promise<Result<Name>>
  /** Runs `work` and sends the calls that it makes at once together, as batches. */
  gather<Made>(work: () => Made): Made
}
