import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server got it. */
export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The parsed JSON body. */
  readonly body: Record<string, unknown>
  readonly atMs: number
}

/** How the server answers one request. */
export type Behaviour = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>

/** A real HTTP server on loopback that behaves as a test tells it. */
export interface OpenaiServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  /** Every request so far. */
  readonly requests: RecordedRequest[]
  /** Requests that are being answered right now, and the most at once. */
  readonly load: { now: number; most: number }
  /** Forgets the requests and answers the next ones in this order, the last behaviour for good. */
  script(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** Starts a server on a free port. */
export async function startOpenaiServer(...behaviours: Behaviour[]): Promise<OpenaiServer> {
  let script = behaviours
  const requests: RecordedRequest[] = []
  const load = { now: 0, most: 0 }
  const server = createServer(async (incoming, response) => {
    load.now++
    load.most = Math.max(load.most, load.now)
    response.on('close', () => load.now--)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request: RecordedRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      atMs: Date.now(),
    }
    const behaviour = script[Math.min(requests.length, script.length - 1)] ?? say('hello')
    requests.push(request)
    await behaviour(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    load,
    script: (...next) => {
      script = next
      requests.length = 0
      load.most = load.now
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Status 200 with this value, or this text, as its JSON body. */
export const reply =
  (body: unknown): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** A completion with this message. */
export const complete = (message: unknown, finishReason: unknown = 'stop'): Behaviour =>
  reply({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })

/** A plain completion. */
export const say = (content: string): Behaviour => complete({ role: 'assistant', content })

/** A completion with one tool call whose arguments are given as they should be sent. */
export const call = (name: string, args: unknown): Behaviour =>
  complete(
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_a', type: 'function', function: { name, arguments: args } }],
    },
    'tool_calls',
  )

/** A status with a body and headers. */
export const refuse =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** The text of a stream: each delta one event, then the finish reason and the end mark. */
export function streamText(deltas: readonly unknown[], finishReason = 'stop'): string {
  const chunk = (delta: unknown, finish: string | null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const events = deltas.map((delta) => chunk(delta, null))
  return `${events.join('')}${chunk({}, finishReason)}data: [DONE]\n\n`
}

/** Sends text as a stream in pieces of so many bytes, each in a packet of its own. */
export const stream =
  (text: string, pieceBytes = 1_000_000, then: 'end' | 'reset' | 'hang' = 'end'): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.socket?.setNoDelay(true)
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      response.write(bytes.subarray(start, start + pieceBytes))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (then === 'end') response.end()
    if (then === 'reset') setTimeout(() => response.destroy(), 20)
  }

/** Takes the request and never answers. */
export const hang: Behaviour = () => {}

/** Resets the connection without a word. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

/** Announces a longer body than it sends, then breaks off. */
export const breakOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices": [')
  setTimeout(() => response.destroy(), 20)
}

/** A body of so many bytes of valid JSON. */
export const huge = (bytes: number): Behaviour => say('x'.repeat(bytes))

/** Answers after a while. */
export const after =
  (milliseconds: number, behaviour: Behaviour): Behaviour =>
  async (response, request) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await behaviour(response, request)
  }
