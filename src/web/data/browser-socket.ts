import { clientError } from '../../client/errors.ts'
import type { Socket, SocketEvents, SocketOptions } from '../../client/socket.ts'
import { SUBPROTOCOL } from '../../wire/subprotocol.ts'

const NORMAL = 1000

/**
 * A browser socket for the client. Browsers cannot set its headers, so a subprotocol carries the
 * token. They also hide why a server refuses it, so every failure counts as retryable.
 */
export function openBrowserSocket(target: SocketOptions, events: SocketEvents): Promise<Socket> {
  const { url, token, timeoutMs } = target
  return new Promise((resolve, reject) => {
    const offered = token === undefined ? [SUBPROTOCOL] : [SUBPROTOCOL, `bearer.${token}`]
    const socket = new WebSocket(url, offered)
    const late = setTimeout(() => socket.close(), timeoutMs)
    let isOpen = false
    const close = (): void => socket.close(NORMAL)
    socket.onopen = () => {
      clearTimeout(late)
      isOpen = true
      resolve({ send: (text) => socket.send(text), close, cut: close })
    }
    socket.onmessage = ({ data }) => events.onMessage(String(data))
    socket.onclose = ({ code }) => {
      clearTimeout(late)
      if (isOpen) return events.onClosed(code)
      const hint = 'Check that the server is running.'
      const message = `cannot reach ${url}`
      reject(clientError('client/disconnected', message, hint, { retryable: true }))
    }
  })
}
