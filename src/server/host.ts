import { getHeapStatistics } from 'node:v8'
import type { DataSet } from '../datasets/data-set.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { JsonObject } from '../sim/json.ts'
import type { EventStore } from '../store/event-store.ts'
import { Fault } from '../wire/faults.ts'
import type { Operation } from '../wire/operation.ts'
import {
  type CheckedParams,
  OPERATIONS,
  type OperationName,
  type Result,
} from '../wire/operations.ts'
import type { LogRowResult } from '../wire/results.ts'
import { admitVisitor } from './access.ts'
import { makeCatalog } from './catalog.ts'
import { ChangeFeed } from './change-feed.ts'
import { commitQueue } from './commit-queue.ts'
import { type ConnectKey, connectKeys } from './connect-keys.ts'
import type { HostCore, RolloutEvents } from './core.ts'
import { cursorCipher } from './cursor-cipher.ts'
import { FairReads } from './fair-reads.ts'
import { persistHeartbeats } from './groups/heartbeats.ts'
import type { GroupOptions, WaitOptions } from './groups/options.ts'
import { recordActivity, rolloutEnded, stopWaiting } from './groups/shell.ts'
import { GroupTable } from './groups/table.ts'
import { HeavyCalls } from './heavy-calls.ts'
import { type HostMetrics, hostMetrics } from './host-metrics.ts'
import { keyedDigests } from './keyed-digests.ts'
import { LoopScheduler } from './loop-scheduler.ts'
import { OpeningNumbers } from './opening-numbers.ts'
import { readStore } from './operations/store-reads.ts'
import { type HostOperation, PERFORM } from './operations/table.ts'
import { type Watch, type WatchFailed, watchOperation } from './operations/watch.ts'
import { type Caller, callerName, seesAll } from './principal.ts'
import { RecentLogs } from './recent-logs.ts'
import { resumeKeys } from './resume-keys.ts'
import { TallyCache } from './runs/tally-cache.ts'
import { SessionTable } from './session-table.ts'
import { watches } from './watches.ts'

/** Services that the host uses unchanged. */
type CoreOptions = Pick<
  HostCore,
  'store' | 'limits' | 'chatProfiles' | 'log' | 'performEffect' | 'nowMs'
>

interface HostOptions
  extends CoreOptions,
    Partial<Pick<HostCore, 'gatewayModels' | 'hasMcp' | 'version'>> {
  readonly environments: readonly AnyEnvironment[]
  readonly dataSets: readonly DataSet[]
  readonly groups: GroupOptions
  /** The number of days that a view key is valid. */
  readonly viewDays: number
}

/** The authority over episodes. Every transport calls it, and no transport has rules of its own. */
export interface Host {
  readonly core: HostCore
  readonly metrics: HostMetrics
  readonly draining: boolean
  /** Builds what environments derive from their worlds. Without it, first steps may be slow. */
  prepare(): void
  /**
   * Runs an operation, after it checks who may call it. A drain waits for it.
   *
   * @param waitOptions how an opening may wait for others of its group
   * @throws Fault at once or by the promise: those that the table of operations permits
   */
  call<Name extends HostOperation>(
    name: Name,
    caller: Caller,
    params: CheckedParams<Name>,
    waitOptions?: WaitOptions,
  ): Result<Name> | Promise<Result<Name>>
  /** Like `call`, for the operation whose rows follow its answer. */
  watch(
    caller: Caller,
    params: CheckedParams<'episode.watch'>,
    send: (row: LogRowResult) => void,
    fail: WatchFailed,
  ): Promise<Watch>
  /** Refuses new work, waits for work under way (at most this long), and flushes. */
  drain(deadlineMs: number): Promise<void>
}

/** Creates the host on a store: stores the worlds and prepares the environments. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { store, limits } = options
  const catalog = makeCatalog(options.environments, options.dataSets)
  const worlds = new Map<string, JsonObject>()
  for (const { dataSet, worldHash, worldText } of catalog.values()) {
    if (dataSet === undefined) continue
    worlds.set(worldHash, dataSet.world)
    await store.log.putWorld(worldHash, worldText)
  }
  const rollouts: RolloutEvents = {
    messageReceived: (session, connection) => recordActivity(core, session, connection),
    ended: (session, answer) => rolloutEnded(core, session, answer),
  }
  const secret = await store.secret()
  const changes = new ChangeFeed(store.log)
  const scheduler = new LoopScheduler()
  const core: HostCore = {
    rollouts,
    catalog,
    store,
    changes,
    queue: commitQueue(store.log, () => changes.stored()),
    fairReads: new FairReads(scheduler),
    tallies: new TallyCache(options.nowMs),
    scheduler,
    sessions: new SessionTable({
      sessionsMax: limits.sessionsMax,
      nowMs: options.nowMs,
      isTight: heapIsTight,
    }),
    groups: new GroupTable(options.groups),
    recentLogs: new RecentLogs(),
    resumeKeys: resumeKeys(secret, { viewDays: options.viewDays, nowMs: () => store.nowMs() }),
    connectKeys: connectKeys(secret, () => store.nowMs()),
    openingNumbers: new OpeningNumbers(),
    digests: keyedDigests(secret),
    cursors: cursorCipher(secret),
    limits,
    chatProfiles: options.chatProfiles,
    gatewayModels: options.gatewayModels ?? new Map(),
    hasMcp: options.hasMcp ?? false,
    metrics: hostMetrics(),
    vitals: { sockets: () => 0, heldBytes: () => 0, loopDelayMs: () => 0, socketsMax: 0 },
    version: options.version ?? '',
    startedMs: options.nowMs(),
    log: options.log,
    world: (hash) => loadWorld(store, worlds, hash),
    performEffect: options.performEffect,
    nowMs: options.nowMs,
  }
  return hostOf(core)
}

async function loadWorld(
  store: EventStore,
  worlds: Map<string, JsonObject>,
  hash: string,
): Promise<JsonObject> {
  const present = worlds.get(hash)
  if (present !== undefined) return present
  const text = await readStore(() => store.log.world(hash))
  if (text === undefined) {
    throw new Fault('episode/unverifiable', `the store does not have the world ${hash}`)
  }
  const world = JSON.parse(text) as JsonObject
  worlds.set(hash, world)
  return world
}

function hostOf(core: HostCore): Host {
  const watching = watches(core.changes)
  let draining = false
  let underWay = 0
  const heavy = new HeavyCalls()

  function refuseWhenDraining(): void {
    if (draining) throw new Fault('server/draining', 'the server is shutting down')
  }

  // Work that a drain must wait for and that no session shows: openings, forks and reads. All of it
  // may be heavy, so it begins when it is the caller's turn.
  async function countCall<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    refuseWhenDraining()
    underWay += 1
    const queue = callerName(caller)
    const begin = (): Promise<Result> => {
      // Unsent answers may have accumulated while the call waited.
      caller.holding?.checkRoom()
      return work()
    }
    try {
      if (caller.kind === 'principal') return await core.scheduler.begin(queue, begin)
      // The key may have been revoked since its bearer was admitted.
      await core.scheduler.begin(queue, () => admitVisitor(core, caller))
      return await core.scheduler.begin(queue, begin)
    } finally {
      underWay -= 1
    }
  }

  return {
    core,
    metrics: core.metrics,
    get draining() {
      return draining
    },
    prepare() {
      for (const { environment, dataSet } of core.catalog.values()) {
        if (dataSet !== undefined) environment.data.world.prepare?.(dataSet.world)
      }
    },
    call(name, caller, params, waitOptions) {
      checkCaller(name, caller, params)
      if (name === 'server.health') return PERFORM[name](core, caller, params, waitOptions)
      refuseWhenDraining()
      // A step is visible in its session. Probes get an answer regardless of the load.
      if (name === 'episode.step' || name === 'server.ready') {
        return PERFORM[name](core, caller, params, waitOptions)
      }
      const work = async () => PERFORM[name](core, caller, params, waitOptions)
      if (!heavy.isHeavy(name)) return countCall(caller, work)
      return heavy.run(name, caller, params, (begin) => countCall(caller, begin), work)
    },
    watch: (caller, params, send, fail) =>
      countCall(caller, () => watchOperation(core, watching, caller, params, send, fail)),
    async drain(deadlineMs) {
      draining = true
      stopWaiting(core)
      const until = core.nowMs() + deadlineMs
      while ((underWay > 0 || core.sessions.busy().length > 0) && core.nowMs() < until) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await core.queue.settled()
      await persistHeartbeats(core).catch(() => undefined)
    },
  }
}

/**
 * @param params the request, if it is known already
 * @throws Fault `auth/missing`, `auth/forbidden` for a caller who may never call the operation
 */
export function checkCaller(name: OperationName, caller: Caller, params: object = {}): void {
  const { who, keys }: Operation = OPERATIONS[name]
  if (caller.kind === 'connect') {
    checkConnected(keys.connect, name, caller.key, params)
    return
  }
  if (who === 'admin' && !seesAll(caller)) {
    throw new Fault('auth/forbidden', `${name} needs the role admin`)
  }
  if (who === 'token' && caller.kind !== 'principal') {
    throw new Fault('auth/missing', `${name} needs a token: a resume key opens and lists nothing`)
  }
}

/** The bearer of a connect key may only play in the key's environment. */
function checkConnected(isForIt: boolean, name: string, { env }: ConnectKey, params: object): void {
  const { env: requestedEnv = env } = params as { readonly env?: string }
  if (isForIt && requestedEnv === env) return
  const target = isForIt ? requestedEnv : name
  throw new Fault('auth/forbidden', `this connect key is for ${env}, not for ${target}`, {
    hint: 'Use a token, or a connect key that was made for it.',
  })
}

/** The share of the used heap above which idle episodes are dropped. Their logs restore them. */
const TIGHT_SHARE = 0.6

/** Whether the heap is so full that data that can be read again should be dropped. */
function heapIsTight(): boolean {
  const { used_heap_size: usedBytes, heap_size_limit: limit } = getHeapStatistics()
  return usedBytes > limit * TIGHT_SHARE
}
