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
import { rolloutEnded, rolloutHeard, stopWaiting } from './groups/shell.ts'
import { GroupTable } from './groups/table.ts'
import { HeavyCalls } from './heavy-calls.ts'
import { type HostMetrics, hostMetrics } from './host-metrics.ts'
import { keyedDigests } from './keyed-digests.ts'
import { OpeningNumbers } from './opening-numbers.ts'
import { reading } from './operations/reading.ts'
import { type HostOperation, PERFORM } from './operations/table.ts'
import { type Watch, type WatchFailed, watchOperation } from './operations/watch.ts'
import { type Caller, callerName, seesAll } from './principal.ts'
import { RecentLogs } from './recent-logs.ts'
import { resumeKeys } from './resume-keys.ts'
import { TallyCache } from './runs/tally-cache.ts'
import { SessionTable } from './session-table.ts'
import { Turns } from './turns.ts'
import { watches } from './watches.ts'

/** What a host takes over as it is given. */
type Given = Pick<HostCore, 'store' | 'limits' | 'chatProfiles' | 'log' | 'performEffect' | 'nowMs'>

interface HostOptions
  extends Given,
    Partial<Pick<HostCore, 'gatewayModels' | 'hasMcp' | 'version'>> {
  readonly environments: readonly AnyEnvironment[]
  readonly dataSets: readonly DataSet[]
  readonly groups: GroupOptions
  /** For how many days a view key is good. */
  readonly viewDays: number
}

/** The authority over episodes: every transport calls these, none has rules of its own. */
export interface Host {
  readonly core: HostCore
  readonly metrics: HostMetrics
  readonly draining: boolean
  /** Builds what the environments derive from their worlds; until then first steps may be slow. */
  prepare(): void
  /**
   * Carries out an operation: checks who may call it, and counts it for a drain.
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
  /** Refuses new work, waits for what is under way (at most this long), flushes. */
  drain(deadlineMs: number): Promise<void>
}

/** Builds the host on a store: puts the worlds there and prepares the environments. */
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
    messageReceived: (session, connection) => rolloutHeard(core, session, connection),
    ended: (session, answer) => rolloutEnded(core, session, answer),
  }
  const secret = await store.secret()
  const changes = new ChangeFeed(store.log)
  const turns = new Turns()
  const core: HostCore = {
    rollouts,
    catalog,
    store,
    changes,
    queue: commitQueue(store.log, () => changes.stored()),
    reads: new FairReads(turns),
    tallies: new TallyCache(options.nowMs),
    turns,
    sessions: new SessionTable({
      sessionsMax: limits.sessionsMax,
      nowMs: options.nowMs,
      isTight: heapIsTight,
    }),
    groups: new GroupTable(options.groups),
    recentLogs: new RecentLogs(),
    keys: resumeKeys(secret, { viewDays: options.viewDays, nowMs: () => store.nowMs() }),
    connects: connectKeys(secret, () => store.nowMs()),
    connected: new OpeningNumbers(),
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
  const text = await reading(() => store.log.world(hash))
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

  // What draining must wait for and no session shows: openings, forks, reads. Any of it may be
  // heavy, so that it begins when it is its caller's turn.
  async function counted<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    refuseWhenDraining()
    underWay += 1
    const line = callerName(caller)
    const begin = (): Promise<Result> => {
      // While it waited, answers may have piled up.
      caller.holding?.checkRoom()
      return work()
    }
    try {
      if (caller.kind === 'principal') return await core.turns.begin(line, begin)
      // A key may have been revoked since its bearer was let in.
      await core.turns.begin(line, () => admitVisitor(core, caller))
      return await core.turns.begin(line, begin)
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
      checkWho(name, caller, params)
      if (name === 'server.health') return PERFORM[name](core, caller, params, waitOptions)
      refuseWhenDraining()
      // A step shows in its session; probes are answered whatever else is asked.
      if (name === 'episode.step' || name === 'server.ready') {
        return PERFORM[name](core, caller, params, waitOptions)
      }
      const work = async () => PERFORM[name](core, caller, params, waitOptions)
      if (!heavy.isHeavy(name)) return counted(caller, work)
      return heavy.run(name, caller, params, (begin) => counted(caller, begin), work)
    },
    watch: (caller, params, send, fail) =>
      counted(caller, () => watchOperation(core, watching, caller, params, send, fail)),
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
 * @param params what is asked, where it is known already
 * @throws Fault `auth/missing`, `auth/forbidden` for a caller who may never call the operation
 */
export function checkWho(name: OperationName, caller: Caller, params: object = {}): void {
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

/** The bearer of a connect key plays in its one environment, and does nothing else. */
function checkConnected(isForIt: boolean, name: string, { env }: ConnectKey, asked: object): void {
  const { env: wanted = env } = asked as { readonly env?: string }
  if (isForIt && wanted === env) return
  const what = isForIt ? wanted : name
  throw new Fault('auth/forbidden', `this connect key is for ${env}, not for ${what}`, {
    hint: 'Use a token, or a connect key that was made for it.',
  })
}

/** Share of the heap in use at which idle episodes make room: they come back from their logs. */
const TIGHT_SHARE = 0.6

/** Whether so much of the heap is in use that what can be read again should go. */
function heapIsTight(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > limit * TIGHT_SHARE
}
