import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { Fault, problem } from '../../wire/faults.ts'
import { ANSWER_HEADERS, faultHeaders } from './answer-headers.ts'
import type { AppEnv } from './app.ts'
import { refuseGarbage } from './garbage.ts'

/** The HTTP server of an app; what never reaches the app gets a coded refusal as well. */
export function httpServer(app: Hono<AppEnv>): Server {
  const listener = getRequestListener(app.fetch, { errorHandler: unreadable })
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    for (const name in ANSWER_HEADERS) response.setHeader(name, ANSWER_HEADERS[name] as string)
    void listener(request, response)
  }
  const server = createServer(answer)
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer)
  refuseGarbage(server)
  return server
}

/** The app itself throws nothing: this is a target or a Host that makes no address. */
function unreadable(error: unknown): Response {
  const why = error instanceof Error ? error.message : ''
  const fault = new Fault('request/invalid', `the request names no address: ${why}`)
  const { status } = fault
  return new Response(JSON.stringify(problem(fault)), { status, headers: faultHeaders(fault) })
}
