import { WebSocket } from 'ws'
import { bearer } from './tokens.ts'

/** A socket that only counts what comes back, so that its own work is small. */
export class Line {
  readonly socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly #listeners = new Set<() => void>()
  #sent = 0
  #received = 0
  #next = 1

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data) => this.#receive(data as Buffer))
    socket.on('close', () => this.#closed())
  }

  /** Rejects if the server does not take it. */
  static async connect(url: string, token: string): Promise<Line> {
    const options = { headers: bearer(token), maxPayload: 1024 ** 3, handshakeTimeout: 5_000 }
    const address = `${url.replace(/^http/, 'ws')}/v1/ws`
    const socket = new WebSocket(address, ['backchannel.v1'], options)
    const line = new Line(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return line
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  /** Messages that have no answer yet. */
  get outstanding(): number {
    return this.#sent - this.#received
  }

  /** Sends a message of which only the answer's arrival matters. */
  fire(data: string | Buffer): void {
    if (!this.isOpen) return
    this.#sent += 1
    this.socket.send(data, { binary: false })
  }

  /** The next arrival or the end of the socket, or this much time. */
  progress(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#listeners.delete(done)
        resolve()
      }
      const timer = setTimeout(done, withinMs)
      this.#listeners.add(done)
    })
  }

  /** Calls a method: its result, or undefined if it was refused or the socket went. */
  ask(method: string, params: object): Promise<Answer> {
    const id = this.#next++
    return new Promise((resolve) => {
      if (!this.isOpen) resolve({})
      this.#waiting.set(id, resolve)
      this.fire(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  end(): void {
    this.socket.terminate()
  }

  #receive(data: Buffer): void {
    this.#received += 1
    if (this.#waiting.size > 0) {
      const answer = JSON.parse(String(data)) as Answer & { id?: number }
      this.#waiting.get(answer.id ?? 0)?.(answer)
      this.#waiting.delete(answer.id ?? 0)
    }
    for (const listener of [...this.#listeners]) listener()
  }

  #closed(): void {
    for (const resolve of this.#waiting.values()) resolve({})
    this.#waiting.clear()
    for (const listener of [...this.#listeners]) listener()
  }
}

/** An answer as far as anyone here wants to know it; empty if there was none. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string; readonly data: { readonly code: string } }
}

/** The text of a call whose answer nobody looks at. */
export const callText = (method: string, params: object, id = 0): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

export const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs))
