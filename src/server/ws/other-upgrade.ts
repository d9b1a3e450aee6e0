import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../wire/faults.ts'
import { refuse } from '../refuse.ts'

/** Whether a request asks for a WebSocket. Others may ask for HTTP/2 in clear text. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '')

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Answers a request for another protocol over plain HTTP, which RFC 9110, 7.8 permits. Node has
 * already released the connection, so the server cannot read a body and refuses requests with one.
 */
export function answerOverHttp(server: Server, request: IncomingMessage, stream: Duplex): void {
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
