import { allEndpoints } from './endpoints.ts'
import { BackchannelError, clientError } from './errors.ts'
import { pauseMs, type Settings } from './options.ts'
import { openSocket, type Socket, type SocketOpener } from './socket.ts'

interface ConnectionEvents {
  /** A socket is open: what was not answered must be sent again. */
  onOpen(): void
  onMessage(text: string): void
  /** An open socket is gone, with its closing code; another is tried for at once. */
  onDrop(code: number): void
  /** No socket could be opened in time; the next `wake` tries again. */
  onGiveUp(error: BackchannelError): void
}

/** A link to a server that comes back by itself. */
export interface Connection {
  /** Sends if a socket is open; what is not sent is for `onOpen`. */
  send(text: string): void
  /** Opens a socket if there is none and no attempt is running. */
  wake(): void
  /** Closes for good, and resolves when the socket is gone. */
  close(): Promise<void>
}

/** The closing code for "try again later": as good as a refused connection. */
const TRY_AGAIN_LATER = 1013

/**
 * Opens a connection and waits until it stands.
 *
 * @param open opens one socket: browsers have another kind
 * @throws BackchannelError if the server cannot be reached in time or refuses
 */
export async function openConnection(
  settings: Settings,
  events: ConnectionEvents,
  open: SocketOpener = openSocket,
): Promise<Connection> {
  const connection = new ReconnectingConnection(settings, events, open)
  await connection.start()
  return connection
}

class ReconnectingConnection implements Connection {
  readonly #settings: Settings
  readonly #events: ConnectionEvents
  readonly #open: SocketOpener
  readonly #urls: readonly string[]
  /** Index of the next server. The first one is random, so that clients spread over all servers. */
  #turn: number
  #socket: Socket | undefined
  #trying = false
  #closed = false
  /** Sockets that failed, or closed before any message arrived, since the last working one. */
  #failures = 0
  #endPause: () => void = () => {}
  #onGone: () => void = () => {}

  constructor(settings: Settings, events: ConnectionEvents, open: SocketOpener) {
    this.#settings = settings
    this.#events = events
    this.#open = open
    this.#urls = allEndpoints(settings.url).map(({ webSocket }) => webSocket)
    this.#turn = Math.floor(settings.random() * this.#urls.length)
  }

  async start(): Promise<void> {
    const error = await this.#establish(this.#settings.connectTimeoutMs)
    if (error !== undefined) throw error
  }

  send(text: string): void {
    this.#socket?.send(text)
  }

  wake(): void {
    if (this.#closed || this.#trying || this.#socket !== undefined) return
    void this.#establish(this.#settings.reconnectTimeoutMs).then((error) => {
      if (error !== undefined && !this.#closed) this.#events.onGiveUp(error)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#endPause()
    const socket = this.#socket
    if (socket === undefined) return
    const closed = new Promise<void>((resolve) => {
      this.#onGone = resolve
    })
    socket.close()
    await closed
  }

  /** Tries until a socket is open; answers the error that ended the trying, if one did. */
  async #establish(timeoutMs: number): Promise<BackchannelError | undefined> {
    this.#trying = true
    const untilMs = performance.now() + timeoutMs
    let lastError: BackchannelError | undefined
    try {
      while (!this.#closed) {
        if (this.#failures > 0) await this.#pause()
        const leftMs = Math.max(1, untilMs - performance.now())
        const error = await this.#tryOnce(Math.min(leftMs, this.#settings.connectTimeoutMs))
        if (error === undefined) return undefined
        this.#failures += 1
        if (!error.retryable) return error
        // The last try may have had no time to learn why; the one before it had.
        if (performance.now() >= untilMs) return lastError ?? error
        lastError = error
      }
      return closedError()
    } finally {
      this.#trying = false
    }
  }

  async #tryOnce(timeoutMs: number): Promise<BackchannelError | undefined> {
    const { token, silenceMs } = this.#settings
    const url = this.#urls[this.#turn % this.#urls.length] ?? ''
    const target = { url, token, timeoutMs, silenceMs }
    try {
      const socket = await this.#open(target, {
        onMessage: (text) => {
          this.#failures = 0
          this.#events.onMessage(text)
        },
        onClosed: (code) => this.#dropped(code),
      })
      if (this.#closed) {
        socket.cut()
        return closedError()
      }
      this.#socket = socket
    } catch (error) {
      this.#turn += 1
      if (error instanceof BackchannelError) return error
      throw error
    }
    this.#events.onOpen()
    return undefined
  }

  #dropped(code: number): void {
    this.#socket = undefined
    if (this.#closed) {
      this.#onGone()
      return
    }
    this.#turn += 1
    this.#failures += code === TRY_AGAIN_LATER ? 3 : 1
    this.#events.onDrop(code)
    this.wake()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs(this.#settings, this.#failures - 1))
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** What calls on a closed client fail with. */
export const closedError = (): BackchannelError =>
  clientError('client/closed', 'the client is closed', 'Connect again.')
