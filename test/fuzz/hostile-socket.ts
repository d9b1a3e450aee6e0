import { WebSocket } from 'ws'
import { frameProblems } from './judge.ts'

/** Where a hostile socket goes, and whom it tells of what must not be. */
export interface SocketOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly answerWithinMs: number
  complain(what: string, sample: unknown): void
}

const POLL_MS = 2

const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs))

/** A socket that sends anything, and holds the server to one good answer per message. */
export class HostileSocket {
  readonly socket: WebSocket
  readonly #options: SocketOptions
  #sent = 0
  #received = 0
  #last: unknown
  #next = 1
  #closeCode: number | undefined

  private constructor(options: SocketOptions) {
    this.#options = options
    this.socket = new WebSocket(`${options.url.replace(/^http/, 'ws')}/v1/ws`, ['backchannel.v1'], {
      headers: options.headers,
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', (code) => {
      this.#closeCode = code
    })
    this.socket.on('message', (data) => this.#receive(String(data)))
  }

  static async connect(options: SocketOptions): Promise<HostileSocket> {
    const hostile = new HostileSocket(options)
    await new Promise<void>((resolve, reject) => {
      hostile.socket.once('open', resolve)
      hostile.socket.once('error', reject)
    })
    return hostile
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  #receive(text: string): void {
    for (const problem of frameProblems(text)) this.#options.complain(problem, text)
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'method' in value) return
    this.#received += 1
    this.#last = value
  }

  /** Sends a message that must get exactly one answer, sooner or later. */
  fire(data: string | Buffer): void {
    if (!this.isOpen) return
    this.#sent += 1
    this.socket.send(data)
  }

  /** Sends one message in this many frames. */
  fireFragments(text: string, count: number): void {
    if (!this.isOpen) return
    this.#sent += 1
    const size = Math.ceil(text.length / count)
    for (let place = 0; place < count; place++) {
      const part = text.slice(place * size, (place + 1) * size)
      this.socket.send(part, { fin: place === count - 1, binary: false })
    }
  }

  /** Waits until every message has its answer. */
  async settle(): Promise<void> {
    const until = Date.now() + this.#options.answerWithinMs
    while (this.#received < this.#sent && Date.now() < until && this.isOpen) await pause(POLL_MS)
    if (!this.isOpen) {
      this.#options.complain('a socket closed for a misuse that it should outlive', this.#closeCode)
    } else if (this.#received !== this.#sent) {
      const numbers = { sent: this.#sent, received: this.#received }
      this.#options.complain('messages and answers differ in number', numbers)
      this.#received = this.#sent
    }
  }

  /** Sends a message and gives its answer. */
  async exchange(data: string | Buffer): Promise<unknown> {
    this.fire(data)
    await this.settle()
    return this.#last
  }

  /** Calls a method; gives its result, or the code of the fault. */
  async call(method: string, params: unknown): Promise<{ result?: unknown; code?: string }> {
    const id = this.#next++
    const answer = await this.exchange(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const { result, error } = answer as { result?: unknown; error?: { data?: { code?: string } } }
    return error === undefined ? { result } : { code: error.data?.code ?? 'none' }
  }

  /** Checks that the socket still serves. */
  async probe(): Promise<void> {
    const { result, code } = await this.call('env.list', {})
    if (Array.isArray(result) || code === 'capacity/in_flight' || !this.isOpen) return
    this.#options.complain('a socket is of no use after a misuse', { result, code })
  }

  /** The code with which the socket is closed, or undefined if it is not in time. */
  async closeCode(): Promise<number | undefined> {
    const until = Date.now() + this.#options.answerWithinMs
    while (this.#closeCode === undefined && Date.now() < until) await pause(POLL_MS)
    return this.#closeCode
  }
}
