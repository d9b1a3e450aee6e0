import { WebSocket } from 'ws'
import type { JsonObject } from '../../../src/sim/json.ts'

/** A call as it is sent. */
export interface Call {
  readonly method: string
  readonly params: JsonObject
}

/** The answer to a call: a result, or the code of a fault. */
export type Answer =
  | { readonly result: JsonObject; readonly fault?: undefined }
  | { readonly fault: string; readonly retryable: boolean; readonly message: string }

/** Thrown by calls that were sent and got no answer: whether they were done is not known. */
export class Dropped extends Error {}

/** A notification of the server. */
export interface Notification {
  readonly method: string
  readonly params: JsonObject
}

interface Frame {
  readonly id?: number | null
  readonly method?: string
  readonly params?: JsonObject
  readonly result?: JsonObject
  readonly error?: {
    readonly message: string
    readonly data: { readonly code: string; readonly retryable: boolean }
  }
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * A bare JSON-RPC socket: it repeats nothing and hides nothing, so that what was acknowledged is
 * exactly what it answered.
 */
export class RawSocket {
  readonly socket: WebSocket
  /** The closing code, when it is gone. */
  readonly closed: Promise<number>
  onNotification: (notification: Notification) => void = () => {}
  #nextId = 1
  readonly #waiting = new Map<number, Waiting>()

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => this.#take(JSON.parse(String(data))))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      socket.once('close', (code) => {
        for (const { reject } of this.#waiting.values()) reject(new Dropped(`closed with ${code}`))
        this.#waiting.clear()
        resolve(code)
      })
    })
  }

  /** @throws Dropped if the server does not take it */
  static async connect(url: string): Promise<RawSocket> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws`, ['backchannel.v1'])
    const raw = new RawSocket(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', (error) => reject(new Dropped(error.message)))
    })
    return raw
  }

  /** @throws Dropped */
  async call(call: Call): Promise<Answer> {
    const [answer] = this.#expect([call], (frames) => frames[0])
    return answer as Promise<Answer>
  }

  /** Sends calls in one frame; their answers come in one frame too. @throws Dropped */
  batch(calls: readonly Call[]): Promise<Answer[]> {
    return Promise.all(this.#expect(calls, (frames) => frames))
  }

  /** The result of a call that must succeed. */
  async result(method: string, params: JsonObject): Promise<JsonObject> {
    const answer = await this.call({ method, params })
    if (answer.fault === undefined) return answer.result
    throw new Error(`${method}: ${answer.fault}: ${answer.message}`)
  }

  /** Answers the closing code, which is the other side's if that was first. */
  close(): Promise<number> {
    this.socket.close()
    return this.closed
  }

  #expect(calls: readonly Call[], frame: (frames: object[]) => unknown): Promise<Answer>[] {
    const frames: object[] = []
    const answers = calls.map(({ method, params }) => {
      const id = this.#nextId++
      frames.push({ jsonrpc: '2.0', id, method, params })
      return new Promise<Answer>((resolve, reject) => {
        if (this.socket.readyState === WebSocket.OPEN) this.#waiting.set(id, { resolve, reject })
        else reject(new Dropped('the socket is not open'))
      })
    })
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame(frames)))
    return answers
  }

  #take(value: Frame | Frame[]): void {
    for (const frame of Array.isArray(value) ? value : [value]) {
      const { id, method, params = {} } = frame
      if (method !== undefined) this.onNotification({ method, params })
      const waiting = this.#waiting.get(id ?? 0)
      if (waiting === undefined) continue
      this.#waiting.delete(id ?? 0)
      waiting.resolve(answerOf(frame))
    }
  }
}

function answerOf({ result, error }: Frame): Answer {
  if (error === undefined) return { result: result ?? {} }
  const { code, retryable } = error.data
  return { fault: code, retryable, message: error.message }
}
