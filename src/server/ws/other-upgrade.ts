import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../wire/faults.ts'
import { refuse } from '../refuse.ts'

/** Whether a request wants to become a WebSocket; others may ask for HTTP/2 in clear text. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '')

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Answers a request for another protocol as if it had not asked for it, which RFC 9110, 7.8 leaves
 * to the server. Node has let go of the connection by then, so a body is not read any more: those
 * requests are refused.
 */
export function answerPlainly(server: Server, request: IncomingMessage, stream: Duplex): void {
  if (hasBody(request)) {
    const message = `the protocol ${request.headers.upgrade} is not spoken here`
    const hint = 'Send the request without the header Upgrade.'
    refuse(stream, new Fault('request/invalid', message, { hint }))
    return
  }
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(stream as Socket)
  response.once('finish', () => stream.end())
  server.emit('request', request, response)
}
