import type { IncomingMessage } from 'node:http'
import WebSocket from 'ws'
import { SUBPROTOCOL } from '../wire/subprotocol.ts'
import { authorization } from './endpoints.ts'
import { type BackchannelError, clientError, problemError } from './errors.ts'

/** One open WebSocket. */
export interface Socket {
  send(text: string): void
  /** Closes the socket. Cuts the connection if the other side does not answer. */
  close(): void
  /** Cuts the connection at once. */
  cut(): void
}

/** Address and options of a socket. Times are milliseconds. */
export interface SocketOptions {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
  /** A connection without any message for this long is cut. */
  readonly silenceMs: number
  /** Cuts the connection while it is being opened. */
  readonly signal?: AbortSignal
}

export interface SocketEvents {
  onMessage(text: string): void
  /** Called once, when an open socket closes for any reason. */
  onClosed(code: number): void
}

export type SocketOpener = (target: SocketOptions, events: SocketEvents) => Promise<Socket>

const MESSAGE_BYTES_MAX = 64 * 1024 * 1024
const REFUSAL_BYTES_MAX = 64 * 1024
const REFUSAL_TIMEOUT_MS = 2_000
const CLOSE_TIMEOUT_MS = 2_000

/**
 * Opens a WebSocket with the native subprotocol.
 *
 * @throws BackchannelError; retryable unless the server refused the connection for good
 */
export function openSocket(target: SocketOptions, events: SocketEvents): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const webSocket = new WebSocket(target.url, [SUBPROTOCOL], {
      handshakeTimeout: target.timeoutMs,
      maxPayload: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      headers: authorization(target.token),
    })
    let lastMessageMs = performance.now()
    let silence: NodeJS.Timeout | undefined
    let isOpen = false
    target.signal?.addEventListener('abort', () => {
      if (!isOpen) webSocket.terminate()
    })
    const noteMessage = (): void => {
      lastMessageMs = performance.now()
    }
    webSocket.on('ping', noteMessage)
    webSocket.on('message', (data) => {
      noteMessage()
      events.onMessage(String(data))
    })
    webSocket.on('unexpected-response', (_, response) => {
      void refusal(response).then((error) => {
        reject(error)
        webSocket.terminate()
      })
    })
    webSocket.on('error', (error) => reject(unreachable(target.url, error)))
    webSocket.on('open', () => {
      isOpen = true
      const check = (): void => {
        if (performance.now() - lastMessageMs > target.silenceMs) webSocket.terminate()
      }
      silence = setInterval(check, Math.max(1, target.silenceMs / 3)).unref()
      resolve(wrapSocket(webSocket))
    })
    webSocket.on('close', (code) => {
      clearInterval(silence)
      if (isOpen) events.onClosed(code)
      else reject(unreachable(target.url))
    })
  })
}

function wrapSocket(webSocket: WebSocket): Socket {
  return {
    send: (text) => webSocket.send(text),
    close() {
      webSocket.close(1000)
      const cut = setTimeout(() => webSocket.terminate(), CLOSE_TIMEOUT_MS)
      webSocket.once('close', () => clearTimeout(cut))
    },
    cut: () => webSocket.terminate(),
  }
}

function unreachable(url: string, cause?: Error): BackchannelError {
  const reason =
    cause === undefined ? '' : `: ${cause.message || (cause as { code?: string }).code}`
  const hint = 'Check the address, and that the server is running.'
  const details = { retryable: true, cause }
  return clientError('client/disconnected', `cannot reach ${url}${reason}`, hint, details)
}

/** The fault with which a server refused to open a socket. Never rejects. */
async function refusal(response: IncomingMessage): Promise<BackchannelError> {
  const problem = problemError(await bodyStart(response))
  if (problem !== undefined) return problem
  const status = response.statusCode ?? 0
  const hint = 'Check that the address is a Backchannel server.'
  const details = { status, retryable: status >= 500 }
  return clientError('client/protocol', `the server answered with status ${status}`, hint, details)
}

/** The start of a body, or the part that arrived if it breaks off or takes too long. */
async function bodyStart(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(), REFUSAL_TIMEOUT_MS)
  let body = ''
  response.setEncoding('utf8')
  try {
    for await (const chunk of response) {
      body += String(chunk)
      if (body.length > REFUSAL_BYTES_MAX) break
    }
  } catch {
    // The status says enough.
  } finally {
    clearTimeout(timer)
  }
  return body
}
