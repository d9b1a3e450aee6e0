import type { Method, Params, Result } from '../wire/operations.ts'
import type { CallOptions, CallSender } from './call.ts'
import { closedError } from './connection.ts'
import { BackchannelError, clientError, rpcFailure } from './errors.ts'
import { type ClientSettings, pauseMs } from './options.ts'
import { type CallFrame, frameText, type PendingCall } from './pending-call.ts'

/** Limits of a batch: its calls, and their characters. Servers refuse longer frames. */
const BATCH_MAX = 256
const BATCH_CHARACTERS_MAX = 1_000_000
/** Timers count no further: a longer one fires at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * The calls that wait for an answer. A new socket gets all of them again. The server recognises a
 * repeated call by its open key or seq, so it takes effect only once.
 */
export class CallTable implements CallSender {
  readonly #settings: ClientSettings
  readonly #send: (text: string) => void
  readonly #pending = new Map<number, PendingCall>()
  readonly #frames = new Set<CallFrame>()
  #gathered: PendingCall[] | undefined
  #nextId = 1
  #isClosed = false

  /** @param send sends a frame if a socket is open; otherwise it starts to open one */
  constructor(settings: ClientSettings, send: (text: string) => void) {
    this.#settings = settings
    this.#send = send
  }

  call<Name extends Method>(
    method: Name,
    params: Params<Name>,
    options: CallOptions = {},
  ): Promise<Result<Name>> {
    if (this.#isClosed) return Promise.reject(closedError())
    const id = this.#nextId++
    const timeoutMs = options.timeoutMs ?? this.#settings.requestTimeoutMs
    return new Promise((resolve, reject) => {
      const call: PendingCall = {
        id,
        method,
        text: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        resolve: resolve as (result: unknown) => void,
        reject,
        deadline: undefined,
        retries: 0,
        frame: undefined,
        pause: undefined,
      }
      if (timeoutMs <= TIMER_MAX_MS) {
        const onTimeout = (): void => this.#fail(call, lateError(call, timeoutMs))
        call.deadline = setTimeout(onTimeout, timeoutMs)
      }
      this.#pending.set(id, call)
      if (this.#gathered === undefined) this.#sendFrame([call])
      else this.#gathered.push(call)
    })
  }

  gather<Made>(work: () => Made): Made {
    const gathered: PendingCall[] = []
    this.#gathered = gathered
    try {
      return work()
    } finally {
      this.#gathered = undefined
      for (const calls of splitIntoBatches(gathered)) this.#sendFrame(calls)
    }
  }

  /** Sends every call without an answer again, on a new socket. */
  resend(): void {
    for (const frame of this.#frames) this.#send(frameText(frame))
  }

  /** Takes one response. Ignores it if its call is already settled. */
  settle(response: { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }) {
    if (response.id === null) this.#splitBatches()
    const call = this.#pending.get(response.id as number)
    if (call === undefined) return
    if (response.error === undefined) {
      this.#forget(call)
      call.resolve(response.result)
      return
    }
    const error = rpcFailure(response.error)
    const wasInBatch = call.frame?.isBatch === true
    if (error.code === 'request/not_batchable' && wasInBatch) this.#sendFrame([call])
    else if (isWorthRetrying(error) && call.retries < this.#settings.retriesMax)
      this.#retryLater(call)
    else this.#fail(call, error)
  }

  /**
   * Splits the longest frame, after the server closed the socket because a frame was too long. The
   * calls of a batch are sent one by one; a single call fails.
   */
  shortenLongest(): void {
    const lengths = [...this.#frames].map((frame) => ({ frame, length: frameText(frame).length }))
    const longest = lengths.sort((left, right) => right.length - left.length)[0]
    if (longest === undefined) return
    if (longest.frame.isBatch) {
      for (const call of [...longest.frame.calls]) this.#sendFrame([call])
      return
    }
    const parts = { code: 'request/too_large', status: 413, hint: 'Send less in one frame.' }
    const message = `the server refused a frame of ${longest.length} characters`
    for (const call of [...longest.frame.calls]) {
      this.#fail(call, new BackchannelError(message, parts))
    }
  }

  /** Fails every call that waits for an answer. */
  failAll(error: BackchannelError): void {
    for (const call of [...this.#pending.values()]) this.#fail(call, error)
  }

  /** Fails every call that waits for an answer, and refuses later calls. */
  close(): void {
    this.#isClosed = true
    this.failAll(closedError())
  }

  #sendFrame(calls: readonly PendingCall[]): void {
    if (calls.length === 0) return
    const frame: CallFrame = { calls: new Set(calls), isBatch: calls.length > 1 }
    for (const call of calls) {
      this.#leaveFrame(call)
      call.frame = frame
    }
    this.#frames.add(frame)
    this.#send(frameText(frame))
  }

  /** Sends the calls of all batches one by one, because the server refused an unnamed batch. */
  #splitBatches(): void {
    for (const frame of [...this.#frames]) {
      if (frame.isBatch) for (const call of [...frame.calls]) this.#sendFrame([call])
    }
  }

  #retryLater(call: PendingCall): void {
    this.#leaveFrame(call)
    call.pause = setTimeout(() => this.#sendFrame([call]), pauseMs(this.#settings, call.retries))
    call.retries += 1
  }

  #fail(call: PendingCall, error: BackchannelError): void {
    this.#forget(call)
    call.reject(error)
  }

  #forget(call: PendingCall): void {
    clearTimeout(call.deadline)
    clearTimeout(call.pause)
    this.#pending.delete(call.id)
    this.#leaveFrame(call)
  }

  #leaveFrame(call: PendingCall): void {
    const { frame } = call
    if (frame === undefined) return
    call.frame = undefined
    frame.calls.delete(call)
    if (frame.calls.size === 0) this.#frames.delete(frame)
  }
}

/** A call that must not wait for its group gets `group/would_wait` as its answer, not a retry. */
const isWorthRetrying = ({ retryable, code }: BackchannelError): boolean =>
  retryable && code !== 'group/would_wait'

/** The calls in order, in batches within the limits of a server. */
function splitIntoBatches(calls: readonly PendingCall[]): readonly (readonly PendingCall[])[] {
  const batches: PendingCall[][] = []
  let characters = 0
  for (const call of calls) {
    const last = batches.at(-1)
    characters += call.text.length
    if (last === undefined || last.length >= BATCH_MAX || characters > BATCH_CHARACTERS_MAX) {
      batches.push([call])
      characters = call.text.length
    } else {
      last.push(call)
    }
  }
  return batches
}

function lateError({ method }: PendingCall, timeoutMs: number): BackchannelError {
  const hint = 'It may be done all the same: repeat it, or refresh the episode, or allow more time.'
  return clientError('client/timeout', `${method} had no answer within ${timeoutMs} ms`, hint)
}
