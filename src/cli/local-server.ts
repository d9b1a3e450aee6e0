import { type Client, connect } from '../client/client.ts'
import { Resources } from '../client/resources.ts'
import { loadConfig } from '../server/config/load.ts'
import { SILENT_LOG } from '../server/host-log.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import { servedDataSets } from './data-sets.ts'
import { environments } from './environments.ts'
import { DEFAULT_DB, type ServerFlags } from './options.ts'

/** A server that runs elsewhere or in this process. */
export interface Reach {
  readonly client: Client
  readonly resources: Resources
  /** Whether the server runs in this process and ends with it. */
  readonly local: boolean
}

/** Which server to use: the one at `url`, or one in this process. */
export interface ReachFlags extends ServerFlags {
  /** Folder of data sets, for a server in this process. */
  readonly data?: string
  /** Settings for a server in this process, such as chat profiles. */
  readonly config?: string
  /** Event store of a server in this process. Default: in memory. */
  readonly db?: string
}

const NOT_RECORDED =
  'The episodes were in memory and are not recorded. ' +
  `Give --db ${DEFAULT_DB} to keep them, or --url to play on a server.\n`

/** Reports on standard error that the episodes were not recorded. */
export function reportUnrecorded({ url, db }: ReachFlags): void {
  if (url === undefined && db === undefined) process.stderr.write(NOT_RECORDED)
}

const CONNECT_TIMEOUT_MS = 3_000

/**
 * Connects to the server of the flags or starts one in this process, runs `work`, and closes what
 * it opened.
 *
 * @throws BackchannelError, ConfigError, StoreError, DataSetError, and what the work throws
 */
export async function withServer<Result>(
  flags: ReachFlags,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  if (flags.url !== undefined) return withClient(flags.url, flags.token, false, work)
  const server = await startLocal(flags)
  try {
    return await withClient(server.url, undefined, true, work)
  } finally {
    await server.stop()
  }
}

async function withClient<Result>(
  url: string,
  token: string | undefined,
  local: boolean,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  const access = token === undefined ? { url } : { url, token }
  const client = await connect({ ...access, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  try {
    return await work({ client, resources: new Resources(access), local })
  } finally {
    await client.close()
  }
}

/**
 * Starts a server in this process. It listens on loopback only, so it needs no tokens and no
 * environment variables.
 *
 * @param port 0 for a free one
 */
export function startLocal(
  { config: file, data, db = ':memory:' }: ReachFlags,
  port = 0,
): Promise<RunningServer> {
  const flags = { host: '127.0.0.1', port, db, data, tokens: [], log_level: 'silent' as const }
  const config = loadConfig({ file, environment: {}, flags })
  return serve({
    config,
    environments: environments(),
    dataSets: servedDataSets(config.data),
    log: SILENT_LOG,
  })
}
