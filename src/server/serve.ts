import { type AddressInfo, createServer, type Server } from 'node:net'
import { lockStore, openStore, type ServerLock } from '../store/open.ts'
import { type Assembly, type AssemblyOptions, assemble } from './assembly.ts'
import { checkExposure, checkKeys } from './config/load.ts'
import type { Config } from './config/schema.ts'
import type { Host } from './host.ts'

/** A running server. */
export interface RunningServer {
  /** Its address, such as http://127.0.0.1:8000. */
  readonly url: string
  readonly host: Host
  /** Refuses new work, finishes work under way, flushes and closes. Can be called again. */
  stop(): Promise<void>
}

/**
 * Starts the server: store, host, HTTP and WebSocket on one port.
 *
 * @throws ConfigError if a chat profile's key is missing, or if others can reach a server without
 *   tokens; StoreError if the store cannot be opened; an `EADDRINUSE` error if the port is taken
 */
export async function serve(options: AssemblyOptions): Promise<RunningServer> {
  const { config } = options
  checkKeys(config, process.env)
  await tryListening(config)
  const { host, server, stop } = await assembleAlone(options)
  const url = await listen(server, config).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  // Probes come first, because a server that listens should answer them.
  setImmediate(host.prepare)
  return { url, host, stop }
}

/** Creates a server with exclusive use of its store file until it stops. */
async function assembleAlone(options: AssemblyOptions): Promise<Assembly> {
  if (options.store !== undefined) return assemble(options)
  const { db: path, durability, accept_loss: acceptLoss } = options.config
  const store = await openStore({ path, durability, acceptLoss, hasThreads: true })
  let lock: ServerLock | undefined
  try {
    lock = lockStore(path)
    const assembly = await assemble({ ...options, store })
    return { ...assembly, stop: () => assembly.stop().finally(() => lock?.release()) }
  } catch (error) {
    await store.close()
    lock?.release()
    throw error
  }
}

/** Fails early if the server could not listen, before anything is created for it. */
async function tryListening(config: Config): Promise<void> {
  const probe = createServer()
  await bind(probe, config)
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(server: Server, config: Config): Promise<string> {
  const { host } = config
  const { port } = await bind(server, config)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The connections that wait to be accepted; the system may allow fewer. Beyond the limit, a client
 * loses its connection and retries after one to three seconds. The limit is not higher, because all
 * waiting connections are accepted in one round of the event loop.
 */
const BACKLOG = 1_024

async function bind(server: Server, { host, port, tokens }: Config): Promise<AddressInfo> {
  const bound = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
  try {
    // A host name may resolve to another address than its owner expects.
    checkExposure(tokens, bound.address)
  } catch (error) {
    server.close()
    throw error
  }
  return bound
}
