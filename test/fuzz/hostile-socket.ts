import { WebSocket } from 'ws'
import { FRAME_BYTES_MAX } from './fuzz-server.ts'
import type { Judge } from './judge.ts'

const PATIENCE_MS = 15_000

/** A socket that sends anything, has every answer judged, and knows whether it is still served. */
export class HostileSocket {
  readonly socket: WebSocket
  readonly #judge: Judge
  #probes = 0
  readonly #waiting = new Map<string, (answer: HostileAnswer) => void>()
  closeCode: number | undefined

  private constructor(socket: WebSocket, judge: Judge) {
    this.socket = socket
    this.#judge = judge
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      this.closeCode = code
      for (const resolve of this.#waiting.values()) resolve({ closed: true })
      this.#waiting.clear()
    })
    socket.on('message', (data) => this.#receive(String(data)))
  }

  static async connect(url: string, token: string, judge: Judge): Promise<HostileSocket> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws`, ['backchannel.v1'], {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    const hostile = new HostileSocket(socket, judge)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return hostile
  }

  #receive(text: string): void {
    this.#judge.frame(text)
    const { id, result, error } = JSON.parse(text) as Answered
    const waiting = typeof id === 'string' ? this.#waiting.get(id) : undefined
    if (waiting === undefined) return
    this.#waiting.delete(id as string)
    waiting({ closed: false, result, code: error?.data?.code })
  }

  /** Sends frames, but for those that are too large, then sees whether the socket still answers. */
  async burst(given: readonly string[]): Promise<void> {
    const texts = given.filter((text) => Buffer.byteLength(text) <= FRAME_BYTES_MAX)
    for (const text of texts) this.socket.send(text)
    for (;;) {
      const { closed, code } = await this.call('env.list', {})
      if (closed) break
      if (code === undefined) return
      // Too much of this attacker is still under way; the next attack begins with room.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const sent = texts.map((text) => text.slice(0, 100)).join(' | ')
    this.#judge.complain(`the socket was closed (${this.closeCode}) after ${sent.slice(0, 300)}`)
  }

  /** Calls a method and gives its outcome; complains if there is none. */
  async call(method: string, params: unknown): Promise<HostileAnswer> {
    const id = `probe-${++this.#probes}`
    const answered = new Promise<HostileAnswer>((resolve) => this.#waiting.set(id, resolve))
    if (this.socket.readyState !== WebSocket.OPEN) return { closed: true }
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const late = setTimeout(() => {
      this.#judge.complain(`no answer to ${method} within ${PATIENCE_MS} ms`)
      this.#waiting.get(id)?.({ closed: true })
    }, PATIENCE_MS)
    const answer = await answered
    clearTimeout(late)
    return answer
  }

  /** Calls a method that must be refused with this code. */
  async expect(code: string, method: string, params: unknown): Promise<void> {
    const answer = await this.call(method, params)
    if (answer.code === code) return
    const what = answer.closed ? 'a closed socket' : (answer.code ?? 'a result')
    this.#judge.complain(`${method} got ${what} instead of ${code}: ${JSON.stringify(params)}`)
  }

  /** Waits until the server has closed the socket, which must be with one of these codes. */
  async closedWith(codes: readonly number[]): Promise<void> {
    if (this.closeCode === undefined) {
      const closed = new Promise((resolve) => this.socket.once('close', resolve))
      const late = setTimeout(() => this.socket.terminate(), PATIENCE_MS)
      await closed
      clearTimeout(late)
    }
    if (codes.includes(this.closeCode ?? -1)) return
    this.#judge.complain(`closed with ${this.closeCode} instead of ${codes.join(' or ')}`)
  }

  drop(): void {
    this.socket.terminate()
  }
}

/** What became of a call. */
export interface HostileAnswer {
  readonly closed: boolean
  readonly result?: unknown
  readonly code?: string | undefined
}

interface Answered {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly data?: { readonly code?: string } }
}
