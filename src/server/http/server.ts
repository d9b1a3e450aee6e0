import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { Fault, problemBody } from '../../wire/faults.ts'
import type { Holdings } from '../holdings.ts'
import type { LoopScheduler } from '../loop-scheduler.ts'
import { refuse } from '../refuse.ts'
import { checkUniqueHeaders } from '../unique-headers.ts'
import { ANSWER_HEADERS, faultHeaders } from './answer-headers.ts'
import type { AppEnv } from './app-env.ts'
import { type HeldRequest, holdRequest, readBody } from './received.ts'

/** The scheduling of requests. */
interface RequestTurns {
  readonly scheduler: LoopScheduler
  readonly holdings: Holdings
  /** The store's clock for leases. */
  nowMs(): number
  /** The longest body that is read. */
  readonly bodyBytesMax: number
  /** The queue in which a request waits; undefined for unknown callers. */
  queueOf(request: IncomingMessage): string | undefined
}

/**
 * The requests of one connection that may be under way. Otherwise a client that does not wait for
 * answers could put hundreds into one read, and each costs time before its turn.
 */
const PIPELINED_MAX = 8

/** The queue of unknown callers. */
const STRANGERS = '\u0000strangers'

/**
 * The HTTP server of an app. A request waits until it is completely received, and then for its
 * turn, in which it is parsed and answered. Requests that never reach the app also get a refusal
 * with a fault code.
 */
export function httpServer(app: Hono<AppEnv>, options: RequestTurns): Server {
  const { scheduler, queueOf, bodyBytesMax } = options
  const requests = new WeakMap<IncomingMessage, HeldRequest>()
  const listener = getRequestListener(
    (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings
      return app.fetch(request, { incoming, outgoing, ...(requests.get(incoming) as HeldRequest) })
    },
    { errorHandler: badRequest },
  )
  const underWay = new WeakMap<Socket, number>()
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    try {
      checkUniqueHeaders(request)
    } catch (error) {
      refuseRequest(response, error as Fault)
      return
    }
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > PIPELINED_MAX) {
      socket.destroy()
      return
    }
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    for (const name in ANSWER_HEADERS) response.setHeader(name, ANSWER_HEADERS[name] as string)
    const ownQueue = queueOf(request)
    const queue = ownQueue ?? STRANGERS
    const held = holdRequest(response, options, queue)
    // Bodies of unknown callers and bodies that are too long are not read. Both are refused.
    readBody(request, ownQueue === undefined ? 0 : bodyBytesMax, held, (body) => {
      requests.set(request, { ...held, body })
      scheduler.run(queue, () => void listener(request, response))
    })
  }
  const server = createServer(answer)
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer)
  refuseMalformedHttp(server)
  return server
}

/** Answers a request that never reaches the app, and closes its connection. */
function refuseRequest(response: ServerResponse, fault: Fault): void {
  const headers = { ...ANSWER_HEADERS, ...faultHeaders(fault), connection: 'close' }
  response.writeHead(fault.status, headers).end(JSON.stringify(problemBody(fault)))
}

/** The app itself never throws. The error is a target or Host that is no valid address. */
function badRequest(error: unknown): Response {
  const reason = error instanceof Error ? error.message : ''
  const fault = new Fault('request/invalid', `the request names no address: ${reason}`)
  const { status } = fault
  return new Response(JSON.stringify(problemBody(fault)), { status, headers: faultHeaders(fault) })
}

/** Answers malformed HTTP and slow or long headers with a refusal that has a fault code. */
function refuseMalformedHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (error.code === 'ECONNRESET' || !stream.writable || hasAnswerBegun(stream)) {
      stream.destroy()
      return
    }
    const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'request/too_large' : 'request/invalid'
    refuse(stream, new Fault(code, `this is no HTTP request: ${error.message}`))
  })
}

/** Whether an answer has begun on a connection. A second one would look like a part of it. */
function hasAnswerBegun(stream: Duplex): boolean {
  const { _httpMessage } = stream as { _httpMessage?: { headersSent: boolean } | null }
  return _httpMessage?.headersSent === true
}
