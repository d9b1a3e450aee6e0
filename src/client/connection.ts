import { allEndpoints } from './endpoints.ts'
import { BackchannelError, clientError } from './errors.ts'
import { type ClientSettings, pauseMs } from './options.ts'
import { openSocket, type Socket, type SocketOpener } from './socket.ts'

interface ConnectionEvents {
  /** A socket is open. The listener sends every unanswered call again. */
  onOpen(): void
  onMessage(text: string): void
  /** An open socket closed with this code. The connection opens another one after a pause. */
  onDrop(code: number): void
  /** No socket could be opened in time. The next `wake` tries again. */
  onGiveUp(error: BackchannelError): void
}

/** A connection to one of several servers, which opens a new socket when one closes. */
export interface ClientConnection {
  /** Sends the text if a socket is open, and drops it otherwise; `onOpen` sends it again. */
  send(text: string): void
  /** Opens a socket if there is none and no attempt is running. */
  wake(): void
  /** Closes for good, and resolves when the socket is closed. */
  close(): Promise<void>
}

/** The WebSocket closing code "try again later". It counts as several failures. */
const TRY_AGAIN_LATER = 1013
const FAILURES_PER_REFUSAL = 3

/**
 * Opens a connection and waits for its first socket.
 *
 * @param open opens one socket, with `ws` or with the WebSocket of a browser
 * @throws BackchannelError if the server cannot be reached in time or refuses
 */
export async function openConnection(
  settings: ClientSettings,
  events: ConnectionEvents,
  open: SocketOpener = openSocket,
): Promise<ClientConnection> {
  const connection = new ReconnectingConnection(settings, events, open)
  await connection.start()
  return connection
}

class ReconnectingConnection implements ClientConnection {
  readonly #settings: ClientSettings
  readonly #events: ConnectionEvents
  readonly #openSocket: SocketOpener
  readonly #urls: readonly string[]
  /** Index of the next server. It starts at random, so that clients spread over all servers. */
  #serverIndex: number
  #socket: Socket | undefined
  #isConnecting = false
  #isClosed = false
  #closing: Promise<void> | undefined
  /** Ends the attempt to open a socket. */
  #opening = new AbortController()
  /** Attempts and sockets that failed since the last message; a refusal counts as several. */
  #failures = 0
  #endPause: () => void = () => {}
  #onSocketClosed: () => void = () => {}

  constructor(settings: ClientSettings, events: ConnectionEvents, open: SocketOpener) {
    this.#settings = settings
    this.#events = events
    this.#openSocket = open
    this.#urls = allEndpoints(settings.url).map(({ webSocket }) => webSocket)
    this.#serverIndex = Math.floor(settings.random() * this.#urls.length)
  }

  async start(): Promise<void> {
    const error = await this.#connect(this.#settings.connectTimeoutMs)
    if (error !== undefined) throw error
  }

  send(text: string): void {
    this.#socket?.send(text)
  }

  wake(): void {
    if (this.#isClosed || this.#isConnecting || this.#socket !== undefined) return
    void this.#connect(this.#settings.reconnectTimeoutMs).then((error) => {
      if (error !== undefined && !this.#isClosed) this.#events.onGiveUp(error)
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce()
    return this.#closing
  }

  async #closeOnce(): Promise<void> {
    this.#isClosed = true
    this.#endPause()
    const socket = this.#socket
    if (socket === undefined) {
      this.#opening.abort()
      return
    }
    const closed = new Promise<void>((resolve) => {
      this.#onSocketClosed = resolve
    })
    socket.close()
    await closed
  }

  /** Opens a socket, with pauses between attempts. Returns the error that ended the attempts. */
  async #connect(timeoutMs: number): Promise<BackchannelError | undefined> {
    this.#isConnecting = true
    const deadlineMs = performance.now() + timeoutMs
    let lastError: BackchannelError | undefined
    try {
      for (;;) {
        if (this.#failures > 0) await this.#pause()
        if (this.#isClosed) return closedError()
        const leftMs = Math.max(1, deadlineMs - performance.now())
        const error = await this.#connectOnce(Math.min(leftMs, this.#settings.connectTimeoutMs))
        if (error === undefined) return undefined
        this.#failures += 1
        if (!error.retryable) return error
        // The deadline may have ended this attempt early. The error before it says more.
        if (performance.now() >= deadlineMs) return lastError ?? error
        lastError = error
      }
    } finally {
      this.#isConnecting = false
    }
  }

  async #connectOnce(timeoutMs: number): Promise<BackchannelError | undefined> {
    const { token, silenceMs } = this.#settings
    const url = this.#urls[this.#serverIndex % this.#urls.length] ?? ''
    this.#opening = new AbortController()
    const target = { url, token, timeoutMs, silenceMs, signal: this.#opening.signal }
    try {
      const socket = await this.#openSocket(target, {
        onMessage: (text) => {
          this.#failures = 0
          this.#events.onMessage(text)
        },
        onClosed: (code) => this.#onDrop(code),
      })
      if (this.#isClosed) {
        socket.cut()
        return closedError()
      }
      this.#socket = socket
    } catch (error) {
      this.#serverIndex += 1
      if (error instanceof BackchannelError) return error
      throw error
    }
    this.#events.onOpen()
    return undefined
  }

  #onDrop(code: number): void {
    this.#socket = undefined
    if (this.#isClosed) {
      this.#onSocketClosed()
      return
    }
    this.#serverIndex += 1
    this.#failures += code === TRY_AGAIN_LATER ? FAILURES_PER_REFUSAL : 1
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

/** The error of calls on a closed client. */
export const closedError = (): BackchannelError =>
  clientError('client/closed', 'the client is closed', 'Connect again.')
