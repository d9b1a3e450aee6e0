import { type Duplex, duplexPair } from 'node:stream'
import { builtInDataSets } from '../../src/datasets/built-in.ts'
import type { Assembly } from '../../src/server/assembly.ts'
import { type AssemblyOptions, assemble } from '../../src/server/assembly.ts'
import { type ConfigInput, configSchema } from '../../src/server/config/schema.ts'
import { Holding } from '../../src/server/holdings.ts'
import { SILENT } from '../../src/server/host-log.ts'
import { RpcSocket } from './rpc-socket.ts'

/** Where a server in process says it is; nobody listens there. */
const ORIGIN = 'http://127.0.0.1'

/** A whole server without a port. */
export interface InProcessServer extends Pick<Assembly, 'host' | 'stop'> {
  /** Its address for those who only compare it. */
  readonly url: string
  /** As `fetch`, answered by the app itself; a path or an address of any host. */
  fetch(path: string | URL, init?: RequestInit): Promise<Response>
  /** A connection on which bytes can be sent as on a real one. */
  dial(): Duplex
  /** A socket on such a connection. */
  connect(headers?: Record<string, string>): Promise<RpcSocket>
}

/** What a test's server has besides its config. */
export type Furnishing = Partial<Omit<AssemblyOptions, 'config' | 'log'>>

/** Puts a server together in this process, with a store in memory unless told otherwise. */
export async function startInProcess(
  config: ConfigInput = {},
  furnishing: Furnishing = {},
): Promise<InProcessServer> {
  const { app, server, host, stop } = await assemble({
    dataSets: builtInDataSets(),
    ...furnishing,
    config: configSchema.parse({ db: ':memory:', ...config }),
    log: SILENT,
  })
  const dial = (): Duplex => {
    const [near, far] = duplexPair()
    server.emit('connection', far)
    return near
  }
  return {
    url: ORIGIN,
    host,
    stop,
    dial,
    connect: (headers = {}) => RpcSocket.connect(ORIGIN, headers, dial),
    async fetch(path, init = {}) {
      const request = new Request(new URL(path, ORIGIN), init)
      const body = Buffer.from(await request.clone().arrayBuffer())
      if (init.body !== undefined) request.headers.set('content-length', String(body.length))
      const headers = {
        host: request.headers.get('host') ?? new URL(ORIGIN).host,
        ...entries(request),
      }
      const held = { holding: new Holding(Number.POSITIVE_INFINITY), held: () => undefined, body }
      return app.request(request, undefined, {
        incoming: { headers, method: request.method },
        ...held,
      })
    },
  }
}

const entries = ({ headers }: Request): Record<string, string> => Object.fromEntries(headers)
