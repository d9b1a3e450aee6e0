import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { builtInDataSets } from '../datasets/built-in.ts'
import type { DataSet } from '../datasets/data-set.ts'
import { chatPerformer } from '../effects/chat.ts'
import { type FairSlots, profileSlots } from '../effects/fair-slots.ts'
import { gradePerformer } from '../effects/grade.ts'
import { ProcessWatch } from '../effects/memory/process-watch.ts'
import { type WorkerMemory, workerMemory } from '../effects/memory/worker-memory.ts'
import type { Performer } from '../effects/performer.ts'
import { createPerformers } from '../effects/performers.ts'
import { type QPerformer, qPerformer } from '../effects/q.ts'
import { timerPerformer } from '../effects/timer.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import type { EventStore } from '../store/event-store.ts'
import { openStore } from '../store/open.ts'
import { createAdapters } from './adapters/index.ts'
import { adapterProtocol, mountAdapters } from './adapters/mount.ts'
import { type Gate, gate } from './auth.ts'
import { type Config, frameBounds } from './config/schema.ts'
import { GatewayAdapter } from './gateway/index.ts'
import { gatewayProfiles } from './gateway/profiles.ts'
import { groupOptions } from './groups/options.ts'
import { Holdings } from './holdings.ts'
import { createHost, type Host } from './host.ts'
import type { HostLog } from './host-log.ts'
import { createApp } from './http/app.ts'
import type { AppEnv } from './http/app-env.ts'
import { consoleFiles } from './http/console.ts'
import { httpServer } from './http/server.ts'
import { callerLimits } from './in-flight-limit.ts'
import { loopDelay } from './loop-delay.ts'
import { metricsPage } from './metrics-text.ts'
import { ownVersion } from './own-version.ts'
import { playerPerformer } from './players/performer.ts'
import { forgetIdle, sweepEvery } from './sweep.ts'
import { type WorldsElsewhere, worldsElsewhere } from './worlds-elsewhere.ts'
import { serveSockets } from './ws/upgrade.ts'

export interface AssemblyOptions {
  readonly config: Config
  readonly dataSets: readonly DataSet[]
  readonly log: HostLog
  /** Default: the registered environments. Tests add broken ones. */
  readonly environments?: readonly AnyEnvironment[]
  /** Default: the store of the config. It is closed when the server stops. */
  readonly store?: EventStore
  /** The memory for workers. Default: as the settings say. */
  readonly memory?: WorkerMemory
  /** The folder of the console's files. Default: the build output. */
  readonly consoleFolder?: string
}

/** A complete server without a port. */
export interface Assembly {
  readonly host: Host
  /** Answers requests that are completely read. */
  readonly app: Hono<AppEnv>
  /** The HTTP and WebSocket server. It gets connections once it listens. */
  readonly server: Server
  /** Refuses new work, finishes work under way, flushes and closes. Can be called again. */
  stop(): Promise<void>
}

const SWEEP_MS = 5_000
const DELAY_WINDOW_MS = 60_000
const OPENAPI = new URL('../../openapi.yaml', import.meta.url)
const CONSOLE = fileURLToPath(new URL('../../dist/web', import.meta.url))

let openApi: string | undefined
const openApiText = (): string => {
  openApi ??= readFileSync(OPENAPI, 'utf8')
  return openApi
}

/**
 * Creates a server: store, host, HTTP and WebSocket.
 *
 * @throws StoreError if the store cannot be opened
 */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { db: path, durability, accept_loss: acceptLoss } = options.config
  const store =
    options.store ?? (await openStore({ path, durability, acceptLoss, hasThreads: true }))
  for (const loss of store.losses) options.log.error({ loss }, 'the event store has lost something')
  const workers = createWorkers(options)
  let elsewhere: WorldsElsewhere | undefined
  try {
    elsewhere = await worldsElsewhere(options, workers.watch)
    return await assembleOn(store, workers, elsewhere, options)
  } catch (error) {
    // Their processes would keep a program alive that could not start.
    elsewhere?.close()
    await store.close()
    throw error
  }
}

async function assembleOn(
  store: EventStore,
  workers: Workers,
  elsewhere: WorldsElsewhere,
  options: AssemblyOptions,
): Promise<Assembly> {
  const { config, log } = options
  const { limits } = config
  const abortController = new AbortController()
  // Every effect under way listens to this signal.
  setMaxListeners(0, abortController.signal)
  const slots = profileSlots(config.profiles, config.tokens.length > 1)
  const effects = await performersOf(options, workers, elsewhere.performers, slots)
  const models = gatewayProfiles(config.profiles, slots, log)
  const host = await createHost({
    environments: [...(options.environments ?? ENVIRONMENTS), ...elsewhere.environments],
    dataSets: [...options.dataSets, ...builtInDataSets(elsewhere.environments)],
    store,
    log,
    limits: { sessionsMax: limits.sessions_max, storeBytesMax: limits.store_bytes_max },
    groups: groupOptions(config),
    viewDays: config.keys.view_days,
    version: ownVersion(),
    chatProfiles: Object.keys(config.profiles),
    gatewayModels: models,
    hasMcp: config.adapters.mcp,
    performEffect: (request, owner, signal = abortController.signal) =>
      effects.perform(request, signal, owner),
    nowMs: () => performance.now(),
  })
  const gateway = models.size === 0 ? undefined : new GatewayAdapter(host, models, log)
  const { app, server, sockets, delay } = createTransports(host, options, workers, gateway)
  const { idle_ms: sessionMs } = limits
  const idleTimes = { sessionMs, groupMs: Math.max(sessionMs, config.groups.lease_ms) }
  const sweeper = sweepEvery(SWEEP_MS, () => forgetIdle(host.core, idleTimes))
  let stopped: Promise<void> | undefined
  const stopOnce = async (): Promise<void> => {
    clearInterval(sweeper)
    delay.stop()
    const serverClosed = new Promise((resolve) => server.close(resolve))
    try {
      await Promise.all([host.drain(limits.drain_ms), gateway?.close(limits.drain_ms)])
      await sockets.close(1_000)
      server.closeAllConnections()
      await serverClosed
      await store.close()
    } finally {
      // Effects that outlast the drain would keep the process alive, and their results cannot be
      // stored.
      abortController.abort()
      elsewhere.close()
      await effects.close()
    }
  }
  return {
    host,
    app,
    server,
    stop: () => {
      stopped ??= stopOnce()
      return stopped
    },
  }
}

/** HTTP and WebSocket, with their shared limits. */
function createTransports(
  host: Host,
  { config, log, consoleFolder = CONSOLE }: AssemblyOptions,
  { watch }: Workers,
  gateway: GatewayAdapter | undefined,
) {
  const { limits } = config
  const delay = loopDelay(DELAY_WINDOW_MS)
  const requestGate = gate(config, host.core.resumeKeys, host.core.connectKeys)
  const counts = callerLimits(limits)
  const holdings = new Holdings(limits.held_bytes_per_principal_max)
  const transportOptions = {
    host,
    calls: counts.calls,
    gate: requestGate,
    log,
    limits: { ...frameBounds(config), bytesMax: limits.payload_bytes_max },
  }
  const app = createApp({
    ...transportOptions,
    pollMs: config.groups.poll_ms,
    console: config.console ? consoleFiles(consoleFolder) : undefined,
    texts: {
      'server.metrics': metricsPage(host, watch),
      'server.description': openApiText,
    },
  })
  const adapters = createAdapters(host, config.adapters, log, gateway)
  mountAdapters(app, transportOptions, adapters)
  const server = httpServer(app, {
    scheduler: host.core.scheduler,
    holdings,
    nowMs: () => host.core.store.leaseMs(),
    bodyBytesMax: limits.payload_bytes_max,
    queueOf: (request) => requestQueue(host, requestGate, request),
  })
  const sockets = serveSockets({
    server,
    host,
    gate: requestGate,
    callerLimits: counts,
    holdings,
    limits,
    log,
    protocolAt: (request) => adapterProtocol(adapters, request),
  })
  const { vitals } = host.core
  vitals.sockets = () => sockets.count
  vitals.heldBytes = () => holdings.bytes
  vitals.loopDelayMs = () => delay.p99Seconds() * 1_000
  vitals.socketsMax = limits.sockets_max
  return { app, server, sockets, delay }
}

/** The memory that workers share, and the watchdog of worker processes. */
interface Workers {
  readonly memory: WorkerMemory
  readonly watch: ProcessWatch
}

function createWorkers({
  config,
  memory = workerMemory(config.workers_memory_share),
}: AssemblyOptions) {
  return { memory, watch: new ProcessWatch(memory.processBytes) }
}

async function performersOf(
  { config, log }: AssemblyOptions,
  workers: Workers,
  elsewhere: readonly Performer[],
  slots: ReadonlyMap<string, FairSlots>,
) {
  // With a single principal there is nobody to share with.
  const isShared = config.tokens.length > 1
  const q = await createQPerformer(config, workers, isShared)
  const grade = gradePerformer({ isShared })
  const heapMegabytes = workers.memory.playerHeapMegabytes
  const players = playerPerformer({ isShared, heapMegabytes })
  const performers = createPerformers(
    [
      timerPerformer,
      q,
      grade,
      players,
      ...elsewhere,
      chatPerformer(config.profiles, {
        slots,
        onFailure: (profile, error) => log.warn({ profile, error: error.message }, 'chat failed'),
      }),
    ],
    {
      isShared,
      deadlineMs: config.limits.effect_deadline_ms,
      onError: (kind, error) => log.error({ kind, error: String(error) }, 'a performer threw'),
    },
  )
  const close = () => Promise.all([q.close(), grade.close(), players.close()])
  return { perform: performers.perform, close }
}

/** The built-in interpreter, or the licensed q that the config names. */
async function createQPerformer(
  { q: { binary: path, ...rest } }: Config,
  workers: Workers,
  isShared: boolean,
): Promise<QPerformer> {
  if (path === undefined) {
    const { threads } = rest
    return qPerformer({ ...workers, isShared, ...(threads === undefined ? {} : { threads }) })
  }
  const { bubblewrap, threads: processes, environment } = rest
  // Loads q's own modules only if a licensed q is configured.
  const { qBinaryPerformer, Q_PROCESSES } = await import('../effects/q-binary.ts')
  return qBinaryPerformer({
    path,
    environment,
    ...(bubblewrap === undefined ? {} : { bubblewrap }),
    processes: Math.min(processes ?? Q_PROCESSES, workers.memory.qProcessesMax),
  })
}

/** The queue of callers with a key for an episode that is not in memory. */
const KEY_BEARERS = '\u0000keys'

/** The queue in which a request waits; undefined for unknown callers. */
function requestQueue(host: Host, requestGate: Gate, request: IncomingMessage): string | undefined {
  try {
    const visitor = requestGate.asking(request)
    if (visitor.kind === 'principal') return visitor.name
    if (visitor.kind === 'connect') return visitor.key.principal
    const session = host.core.sessions.get(visitor.key.episode)
    return session?.index.principal ?? KEY_BEARERS
  } catch {
    return undefined
  }
}
