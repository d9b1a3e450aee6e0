import { WebSocket } from 'ws'
import { z } from 'zod'
import { DEPTH_MAX, isWithinDepth, type JsonObject } from '../../sim/json.ts'
import { parseJson } from '../../sim/parse-json.ts'
import { getChecker } from '../../tools/checker.ts'
import { jsonObject } from '../../tools/json-object.ts'
import { authHeaders, type ForeignServer } from './options.ts'

/**
 * A foreign server's failure, for operators and logs. It contains no text from that server.
 * A server that is `gone` may return or have capacity later.
 */
export class ForeignTrouble extends Error {
  override readonly name = 'ForeignTrouble'
  readonly kind: 'gone' | 'late' | 'garbage' | 'refused' | 'differs'
  /** The code of a refusal. */
  readonly code: string

  constructor(kind: ForeignTrouble['kind'], message: string, code = '') {
    super(message)
    this.kind = kind
    this.code = code
  }
}

/** Sums of such rewards in thousandths stay whole numbers. */
const REWARD_MAX = 1e9

const observed = z.object({
  type: z.literal('observation'),
  data: z.object({
    observation: jsonObject,
    reward: z.number().min(-REWARD_MAX).max(REWARD_MAX).nullish(),
    done: z.boolean(),
  }),
})
const refused = z.object({ type: z.literal('error'), data: z.object({ code: z.string() }) })
export type Observed = z.infer<typeof observed>['data']

/** Refusal codes that mean a lack of capacity, not an invalid request. */
const BUSY = new Set(['CAPACITY_REACHED', 'SESSION_ERROR', 'FACTORY_ERROR'])
const BYTES_MAX = 1024 * 1024

/** A session at a foreign server: a socket with one answer per message. */
export class Talk {
  readonly #socket: WebSocket
  readonly #deadlineMs: number
  #waiting: { answer(text: string): void; fail(error: Error): void } | undefined
  /** The reason for the end, valid once the session has ended. */
  #end = new ForeignTrouble('gone', 'it closed the connection')

  private constructor(socket: WebSocket, deadlineMs: number) {
    this.#socket = socket
    this.#deadlineMs = deadlineMs
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#fail('garbage', 'it sent bytes in the place of text')
      else if (this.#waiting === undefined) this.#spokeFirst(String(data))
      else this.#waiting.answer(String(data))
    })
    socket.on('close', () => this.#over(this.#end))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // The close event that follows reports network errors.
      if (code?.startsWith('WS_ERR_')) this.#fail('garbage', `it sent no message (${code})`)
    })
  }

  /** @throws ForeignTrouble, also when the signal aborts */
  static async open(server: ForeignServer, signal?: AbortSignal): Promise<Talk> {
    const url = `${server.url.replace(/^http/, 'ws')}/ws`
    const socket = new WebSocket(url, {
      headers: authHeaders(server),
      maxPayload: BYTES_MAX,
      handshakeTimeout: server.deadlineMs,
      perMessageDeflate: false,
    })
    const stop = (): void => socket.terminate()
    try {
      return await new Promise<Talk>((resolve, reject) => {
        socket.once('open', () => resolve(new Talk(socket, server.deadlineMs)))
        socket.once('error', (error: NodeJS.ErrnoException) => {
          reject(new ForeignTrouble('gone', `it cannot be reached (${error.code ?? 'handshake'})`))
        })
        signal?.addEventListener('abort', stop)
        if (signal?.aborted === true) stop()
      })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /**
   * Sends a message and waits for its answer.
   *
   * @throws ForeignTrouble
   */
  async ask(type: 'reset' | 'step', data: JsonObject): Promise<Observed> {
    const value = parsed(await this.#exchange(JSON.stringify({ type, data })))
    const read = getChecker(observed).safeParse(value)
    if (read.success) return read.data.data
    const code = errorCode(value)
    if (code === undefined) {
      throw new ForeignTrouble('garbage', `its answer to ${type} is no observation`)
    }
    if (BUSY.has(code)) throw new ForeignTrouble('gone', `it has no room (${code})`)
    throw new ForeignTrouble('refused', `it refused the ${type} (${code})`, code)
  }

  close(): void {
    this.#waiting?.fail(new ForeignTrouble('gone', 'nobody waits for it any more'))
    this.#socket.close()
    // Close the socket even if the server does not answer the close message.
    const timer = setTimeout(() => this.#socket.terminate(), 1_000)
    timer.unref()
    this.#socket.once('close', () => clearTimeout(timer))
  }

  #exchange(text: string): Promise<string> {
    if (!this.isOpen) throw this.#end
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail('late', `it did not answer in ${this.#deadlineMs} ms`),
        this.#deadlineMs,
      )
      const settleOnce = <Value>(settle: (value: Value) => void) => {
        return (value: Value): void => {
          clearTimeout(timer)
          this.#waiting = undefined
          settle(value)
        }
      }
      this.#waiting = { answer: settleOnce(resolve), fail: settleOnce(reject) }
      this.#socket.send(text)
    })
  }

  /** Handles a message before any request. Only a refusal for lack of capacity is valid. */
  #spokeFirst(text: string): void {
    const code = refusalIn(text) ?? 'out of turn'
    this.#end = new ForeignTrouble('gone', `it ended the session (${code})`)
    this.#socket.terminate()
  }

  #fail(kind: ForeignTrouble['kind'], message: string): void {
    this.#over(new ForeignTrouble(kind, message))
  }

  #over(trouble: ForeignTrouble): void {
    this.#waiting?.fail(trouble)
    this.#socket.terminate()
  }
}

/** The code of a refusal, or undefined for other messages. */
function errorCode(value: unknown): string | undefined {
  const read = refused.safeParse(value)
  return read.success ? (/^[A-Z_]{1,40}$/.exec(read.data.data.code)?.[0] ?? 'ERROR') : undefined
}

function refusalIn(text: string): string | undefined {
  try {
    return errorCode(parsed(text))
  } catch {
    return undefined
  }
}

/** @throws ForeignTrouble if the text is not JSON or is nested too deeply */
export function parsed(text: string): unknown {
  try {
    const value = parseJson(text)
    if (isWithinDepth(value, DEPTH_MAX)) return value
  } catch {
    // Said below.
  }
  throw new ForeignTrouble('garbage', 'its answer is no JSON that can be kept')
}
