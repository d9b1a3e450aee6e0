import net from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { builtInDataSets } from '../../src/datasets/built-in.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { type Assembly, type AssemblyOptions, assemble } from '../../src/server/assembly.ts'
import { type ConfigInput, configSchema } from '../../src/server/config/schema.ts'
import { ownedConnection } from '../../src/server/connection.ts'
import { Holding } from '../../src/server/holdings.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { ANSWER_HEADERS } from '../../src/server/http/answer-headers.ts'
import type { RunningServer } from '../../src/server/serve.ts'

/** A whole server without a port: its app answers requests, and sockets run in memory. */
export interface InProcessServer extends RunningServer {
  /** A connection on which a test can send bytes, as on a real one. */
  dial(): Duplex
}

interface Entry {
  readonly server: InProcessServer
  readonly answer: (request: Request) => Promise<Response>
}

const HOST = '127.0.0.1'
/** Port numbers that identify servers in this process. Nothing listens on them. */
let nextPort = 300
const entries = new Map<number, Entry>()

/** Assembles a server in this process, by default with a store in memory. */
export function startInProcess(
  config: ConfigInput = {},
  environments?: readonly AnyEnvironment[],
): Promise<InProcessServer> {
  return serveInProcess({
    config: configSchema.parse({ db: ':memory:', ...config }),
    dataSets: builtInDataSets(),
    log: SILENT_LOG,
    ...(environments === undefined ? {} : { environments }),
  })
}

/** As `serve`, without a port. Clients in this process still reach it by its address. */
export async function serveInProcess(options: AssemblyOptions): Promise<InProcessServer> {
  const { app, server: http, host, stop } = await assemble(options)
  const port = nextPort++
  const server: InProcessServer = {
    url: `http://${HOST}:${port}`,
    host,
    dial() {
      const [near, far] = duplexPair()
      // Like connections of clients: when the server ends one, it is over.
      near.once('end', () => near.destroy())
      endsWith(near, far)
      endsWith(far, near)
      http.emit('connection', far)
      return near
    },
    stop() {
      entries.delete(port)
      return stop()
    },
  }
  entries.set(port, { server, answer: (request) => answerRequest(app, request) })
  return server
}

/**
 * Closes the other side as a network does: at once if it is still sending, because nobody reads
 * that any more; otherwise after it has read what was sent, or when it sends again.
 */
function endsWith(side: Duplex, other: Duplex): void {
  side.once('close', () => {
    other._write = (_chunk, _encoding, done) => done(new Error('write EPIPE'))
    if (other.writableLength > 0) {
      other.destroy()
      return
    }
    other.once('end', () => other.destroy())
    other.push(null)
  })
}

/** Passes a request to the app as the server does, and returns the answer. */
async function answerRequest(app: Assembly['app'], request: Request): Promise<Response> {
  const { method, url } = request
  const body = Buffer.from(await request.clone().arrayBuffer())
  if (body.length > 0) request.headers.set('content-length', String(body.length))
  const headers = { host: new URL(url).host, ...Object.fromEntries(request.headers) }
  const link = ownedConnection(() => performance.now())
  request.signal.addEventListener('abort', link.close, { once: true })
  const response = await app.request(request, undefined, {
    link,
    incoming: { headers, method },
    holding: new Holding(Number.POSITIVE_INFINITY),
    held: () => undefined,
    body,
  })
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

const { fetch: fetchOutside } = globalThis
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const entry = entries.get(Number(new URL(request.url).port))
  return entry === undefined ? fetchOutside(input, init) : entry.answer(request)
}

const { connect: connectOutside } = net
// Clients open sockets with this function, which they look up each time.
net.connect = ((...connectArguments: Parameters<typeof connectOutside>) => {
  const [first] = connectArguments as unknown as [
    { readonly host?: string; readonly port?: number },
  ]
  const entry = first.host === HOST ? entries.get(Number(first.port)) : undefined
  return entry === undefined ? connectOutside(...connectArguments) : entry.server.dial()
}) as typeof net.connect
