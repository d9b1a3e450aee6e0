import { connect, type Socket } from 'node:net'
import type { RandomStream } from '../../src/sim/random.ts'
import { Line, pause } from './line.ts'
import { bearer, TOKENS } from './tokens.ts'

/** How an attack repeats a message. */
export interface Flood {
  readonly sockets?: number
  /** Messages under way on each socket. */
  readonly window?: number
  readonly token?: string
}

/** One kind of hostile traffic; it ends by itself once the hand says that it is over. */
export interface Attack {
  readonly name: string
  /** What it is after, for people. */
  readonly what: string
  run(hand: Hand): Promise<void>
}

const UNSENT_BYTES_MAX = 8 * 1024 ** 2
/** Messages of one attack at most. */
const MESSAGES_MAX = 200_000
const WAIT_MS = 50

/** What an attack may do, and until when. Everything it opens is closed behind it. */
export class Hand {
  readonly url: string
  readonly random: RandomStream
  /** What got through that never may, each told once. */
  readonly breaches = new Set<string>()
  readonly #endMs: number
  readonly #lines = new Set<Line>()
  readonly #sockets = new Set<Socket>()
  #left = MESSAGES_MAX

  constructor(url: string, random: RandomStream, endMs: number) {
    this.url = url
    this.random = random
    this.#endMs = endMs
  }

  get isOver(): boolean {
    return performance.now() > this.#endMs || this.#left <= 0
  }

  get leftMs(): number {
    return Math.max(1, this.#endMs - performance.now())
  }

  async line(token: string = TOKENS.mallory): Promise<Line> {
    const line = await Line.connect(this.url, token)
    this.#lines.add(line)
    return line
  }

  /** Sends messages over several sockets, with a bounded number under way on each. */
  async flood(message: () => string | Buffer, flood: Flood = {}): Promise<void> {
    const { sockets = 4, window = 64, token } = flood
    await this.times(sockets, async () => {
      while (!this.isOver) {
        const line = await this.line(token).catch(() => undefined)
        if (line === undefined) await pause(WAIT_MS)
        else await this.#fill(line, message, window)
        line?.end()
      }
    })
  }

  async #fill(line: Line, message: () => string | Buffer, window: number): Promise<void> {
    while (!this.isOver && line.isOpen) {
      while (line.outstanding < window && line.socket.bufferedAmount < UNSENT_BYTES_MAX) {
        if (!line.isOpen || this.isOver) return
        this.#left -= 1
        line.fire(message())
      }
      await line.progress(WAIT_MS)
    }
  }

  /** Does work several times at once. */
  async times(count: number, work: (place: number) => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, place) => work(place)))
  }

  /** Repeats work, several at once, until the time is over. */
  repeat(count: number, work: () => Promise<unknown>): Promise<void> {
    return this.times(count, async () => {
      while (!this.isOver) {
        this.#left -= 1
        await work().catch(() => pause(WAIT_MS))
      }
    })
  }

  /** Asks over HTTP and reads the answer to its end; gives its status, 0 if there was none. */
  async http(path: string, init: RequestInit = {}): Promise<number> {
    const headers = { ...bearer(TOKENS.mallory), ...(init.headers as Record<string, string>) }
    const signal = AbortSignal.timeout(this.leftMs)
    const response = await fetch(`${this.url}${path}`, { ...init, headers, signal })
    for await (const _ of response.body ?? []) if (this.isOver) break
    return response.status
  }

  /** A bare connection, which reads nothing unless told to. */
  raw(): Promise<Socket> {
    const { hostname, port } = new URL(this.url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      this.#sockets.add(socket)
      socket.on('error', reject)
      socket.once('connect', () => resolve(socket))
    })
  }

  /** The ids of new episodes. */
  async opened(count: number, params: object, token?: string): Promise<string[]> {
    const line = await this.line(token)
    const ids: string[] = []
    for (let start = 0; start < count && !this.isOver; start += 50) {
      const size = Math.min(50, count - start)
      const answers = await Promise.all(
        Array.from({ length: size }, () => line.ask('episode.open', params)),
      )
      for (const { result } of answers) if (result !== undefined) ids.push(`${result.episode_id}`)
    }
    line.end()
    return ids
  }

  /** Notes that something got through that never may. */
  breach(words: string): void {
    this.breaches.add(words)
  }

  /** Waits for the end of the time. */
  rest(): Promise<void> {
    return pause(this.leftMs)
  }

  /** Lets go of every connection. */
  close(): void {
    for (const line of this.#lines) line.end()
    for (const socket of this.#sockets) socket.destroy()
  }
}
