import { type AddressInfo, createServer, type Server } from 'node:net'
import { lockStore, openStore, type ServerLock } from '../store/open.ts'
import { type Assembly, type AssemblyOptions, assemble } from './assembly.ts'
import { checkExposure, checkKeys } from './config/load.ts'
import type { Config } from './config/schema.ts'
import type { Host } from './host.ts'

/** A running server. */
export interface RunningServer {
  /** Where it listens, such as http://127.0.0.1:8000. */
  readonly url: string
  readonly host: Host
  /** Stops taking work, finishes what is under way, flushes, closes. Safe to call again. */
  stop(): Promise<void>
}

/**
 * Starts the server: store, host, HTTP and WebSocket on one port.
 *
 * @throws ConfigError if a chat profile's key is not there, or if others can reach a server without
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
  // Probes are answered first: a server that listens should say so.
  setImmediate(host.prepare)
  return { url, host, stop }
}

/** Puts a server together that has the file of its store for itself, until it stops. */
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

/** Fails if the server could not listen, before anything is made for it. */
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
 * Connections that wait to be accepted; the system may allow fewer. Where they are too many, a new
 * one is lost and tried again after one to three seconds. All that wait are accepted in one round
 * of the event loop, which is why there are not more of them.
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
    // A name may lead elsewhere than its owner thinks.
    checkExposure(tokens, bound.address)
  } catch (error) {
    server.close()
    throw error
  }
  return bound
}
