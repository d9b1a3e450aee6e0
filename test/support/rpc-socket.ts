import { WebSocket } from 'ws'

interface Answer {
  readonly id?: number | string | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data: Fault }
  readonly method?: string
  readonly params?: unknown
}
interface Fault {
  readonly code: string
  readonly status: number
  readonly retryable: boolean
  readonly hint: string
}

/** A bare JSON-RPC socket for tests: no retries, no state, direct access to every frame. */
export class RpcSocket {
  readonly socket: WebSocket
  /** Every parsed frame that is not an answer to a call. */
  readonly others: Answer[] = []
  #next = 1
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly #frames: ((value: unknown) => void)[] = []

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))))
    socket.on('error', () => undefined)
  }

  static async connect(url: string, headers: Record<string, string> = {}): Promise<RpcSocket> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws`, ['backchannel.v1'], {
      headers,
    })
    const rpc = new RpcSocket(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return rpc
  }

  #receive(value: unknown): void {
    const answer = value as Answer
    const waiting = typeof answer.id === 'number' ? this.#waiting.get(answer.id) : undefined
    if (waiting !== undefined) {
      this.#waiting.delete(answer.id as number)
      waiting(answer)
      return
    }
    const frame = this.#frames.shift()
    if (frame === undefined) this.others.push(answer)
    else frame(value)
  }

  /** Sends a call and returns its whole answer. */
  answer(method: string, params: unknown): Promise<Answer> {
    const id = this.#next++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  /** Sends a call and returns its result; throws the fault's code and message. */
  async call<Result>(method: string, params: unknown): Promise<Result> {
    const { result, error } = await this.answer(method, params)
    if (error !== undefined) throw new Error(`${error.data.code}: ${error.message}`)
    return result as Result
  }

  /** The code of the fault that a call gets, or 'none'. */
  async fault(method: string, params: unknown): Promise<string> {
    return (await this.answer(method, params)).error?.data.code ?? 'none'
  }

  /** Sends raw bytes and returns the next frame that answers no pending call. */
  raw(data: string | Buffer): Promise<unknown> {
    return new Promise((resolve) => {
      this.#frames.push(resolve)
      this.socket.send(data)
    })
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = new Promise((resolve) => this.socket.once('close', resolve))
    this.socket.close()
    await closed
  }
}
