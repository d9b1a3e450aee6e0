import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadDataSets } from '../../src/datasets/load.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { mockDataSet } from '../../src/server/builtin-data.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import { brokenDataSet, brokenEnvironment } from './broken-environment.ts'

export const ADMIN = 'admin-token-0123456789'
export const PLAYER = 'player-token-0123456789'

/** How many attackers there are; each has limits of its own. */
export const ATTACKERS = 4
export const hostileToken = (attacker: number): string => `hostile-token-0123456789-${attacker}`
const HOSTILES = Array.from({ length: ATTACKERS }, (_, attacker) => ({
  principal: `hostile-${attacker}`,
  token: hostileToken(attacker),
}))

/** The server's limit; larger frames are an attack of their own. */
export const FRAME_BYTES_MAX = 256 * 1024

/** A server under attack, or its twin, and what its log said of bugs. */
export interface FuzzServer {
  readonly server: RunningServer
  /** Errors in the log that no broken environment explains. */
  readonly errors: readonly string[]
}

/** Starts a real server with tight limits, so that they are met often. */
export async function startFuzzServer(db: string): Promise<FuzzServer> {
  const errors: string[] = []
  const server = await serve({
    config: configSchema.parse({
      port: 0,
      db,
      tokens: [
        { principal: 'admin', role: 'admin', token: ADMIN },
        { principal: 'player', token: PLAYER },
        ...HOSTILES,
      ],
      allowed_hosts: ['fuzz.example'],
      limits: {
        payload_bytes_max: FRAME_BYTES_MAX,
        batch_max: 64,
        in_flight_per_principal_max: 200,
        backlog_pause_bytes: 64 * 1024,
        backlog_close_bytes: 512 * 1024,
        ping_interval_ms: 1_000,
      },
    }),
    dataSets: [mockDataSet(), brokenDataSet(), ...loadDataSets('data')],
    environments: [...ENVIRONMENTS, brokenEnvironment],
    log: {
      info: () => undefined,
      warn: () => undefined,
      error(fields, message) {
        if (!message.startsWith('an environment failed')) {
          errors.push(`${message}: ${JSON.stringify(fields)}`)
        }
      },
    },
  })
  return { server, errors }
}

/** Heap in use after a full collection, in bytes. */
export function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** The sockets that the server counts, by its metrics page. */
export async function socketCount({ server }: FuzzServer): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN}` }
  const page = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(/^backchannel_sockets (\d+)$/m.exec(page)?.[1] ?? Number.NaN)
}
