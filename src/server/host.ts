import type { DataSet } from '../datasets/data-set.ts'
import type { AnyEnvironment } from '../env/environment.ts'
import type { JsonObject } from '../sim/json.ts'
import type { EventStore } from '../store/event-store.ts'
import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import { Fault } from '../wire/faults.ts'
import type * as requests from '../wire/requests.ts'
import type * as results from '../wire/results.ts'
import { commitQueue } from './commit-queue.ts'
import type { HostCore, HostLimits, Offer, RolloutEvents } from './core.ts'
import { beatOperation } from './groups/beat.ts'
import { critiqueOperation } from './groups/critique.ts'
import { heard, rolloutEnded, stepped } from './groups/events.ts'
import type { GroupOptions } from './groups/options.ts'
import { listOperation, statusOperation } from './groups/status.ts'
import { GroupTable } from './groups/table.ts'
import { type Patience, stopWaiting } from './groups/turn.ts'
import type { HostLog } from './host-log.ts'
import { type HostMetrics, hostMetrics } from './host-metrics.ts'
import { keyedDigests } from './keyed-digests.ts'
import { describe, makeOffers, summarize } from './offers.ts'
import { closeOperation } from './operations/close.ts'
import { forkOperation } from './operations/fork.ts'
import { lineOf } from './operations/lines.ts'
import { findOffer, openOperation } from './operations/open.ts'
import { replayCheck } from './operations/replay-check.ts'
import { resumeOperation } from './operations/resume.ts'
import { stepOperation } from './operations/step.ts'
import { type Watch, watchOperation } from './operations/watch.ts'
import type { Caller } from './principal.ts'
import { resumeKeys } from './resume-keys.ts'
import { sessionTable } from './session-table.ts'
import { Turns } from './turns.ts'
import { watches } from './watches.ts'

export interface HostOptions {
  readonly environments: readonly AnyEnvironment[]
  readonly dataSets: readonly DataSet[]
  readonly store: EventStore
  readonly limits: HostLimits
  readonly groups: GroupOptions
  /** Names of the chat profiles that effects may ask. */
  readonly chatProfiles: readonly string[]
  readonly log: HostLog
  performEffect(request: EffectRequest, owner: string): Promise<EffectAnswer>
  /** A clock that never goes back, in milliseconds. */
  nowMs(): number
}

/** The authority over episodes: every transport calls these, none has rules of its own. */
export interface Host {
  readonly core: HostCore
  readonly metrics: HostMetrics
  readonly draining: boolean
  /** Builds what the environments derive from their worlds; until then first steps may be slow. */
  prepare(): void
  list(): readonly results.EnvironmentSummary[]
  describe(env: string): results.EnvironmentDescription
  offer(env: string): Offer
  /** In a group with feedback it may wait for others, as long as `patience` says. */
  open(
    caller: Caller,
    request: requests.EpisodeOpenRequest,
    patience?: Patience,
  ): Promise<results.OpenResult>
  /** Throws its faults at once where it can, without a promise. */
  step(caller: Caller, request: requests.EpisodeStepRequest): Promise<results.StepResult>
  resume(caller: Caller, request: requests.EpisodeResumeRequest): Promise<results.ResumeResult>
  fork(caller: Caller, request: requests.EpisodeForkRequest): Promise<results.ResumeResult>
  close(caller: Caller, request: requests.EpisodeCloseRequest): Promise<results.CloseResult>
  watch(
    caller: Caller,
    request: requests.EpisodeWatchRequest,
    send: (row: results.LogRowResult) => void,
  ): Promise<Watch>
  beat(caller: Caller, request: requests.GroupBeatRequest): Promise<results.BeatResult>
  critique(caller: Caller, request: requests.GroupCritiqueRequest): Promise<results.CritiqueResult>
  groupStatus(
    caller: Caller,
    request: requests.GroupStatusRequest,
  ): Promise<results.GroupStatusResult>
  groupList(caller: Caller, request: requests.GroupListRequest): Promise<results.GroupPageResult>
  checkReplay(caller: Caller, episode: string): Promise<results.ReplayReport>
  /** Refuses new work, waits for what is under way (at most this long), flushes. */
  drain(deadlineMs: number): Promise<void>
}

/** Builds the host on a store: puts the worlds there and prepares the environments. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { store, limits } = options
  const offers = makeOffers(options.environments, options.dataSets)
  const worlds = new Map<string, JsonObject>()
  for (const { dataSet, worldHash, worldText } of offers.values()) {
    if (dataSet === undefined) continue
    worlds.set(worldHash, dataSet.world)
    await store.putWorld(worldHash, worldText)
  }
  const rollouts: RolloutEvents = {
    heard: (session, link) => heard(core, session, link),
    stepped: (session, action, answer) => stepped(core, session, action, answer),
    ended: (session, answer) => rolloutEnded(core, session, answer),
  }
  const secret = await store.secret()
  const core: HostCore = {
    rollouts,
    offers,
    store,
    foreignVersion: store.foreignVersion(),
    queue: commitQueue(store),
    turns: new Turns(),
    sessions: sessionTable(limits.sessionsMax, options.nowMs),
    groups: new GroupTable(options.groups),
    keys: resumeKeys(secret),
    digests: keyedDigests(secret),
    limits,
    chatProfiles: options.chatProfiles,
    metrics: hostMetrics(),
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
  const text = await store.world(hash)
  if (text === undefined) {
    throw new Fault('episode/unverifiable', `the store does not have the world ${hash}`)
  }
  const world = JSON.parse(text) as JsonObject
  worlds.set(hash, world)
  return world
}

function hostOf(core: HostCore): Host {
  const watching = watches()
  core.store.subscribe((rows) => watching.publish(rows))
  let draining = false
  let underWay = 0

  function refuseWhenDraining(): void {
    if (draining) throw new Fault('server/draining', 'the server is shutting down')
  }

  // What draining must wait for and no session shows: openings, forks, reads. Any of it may be
  // heavy, so that it begins when it is its caller's turn.
  async function counted<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    refuseWhenDraining()
    underWay += 1
    try {
      await core.turns.next(lineOf(core, caller))
      // While it waited, answers may have piled up.
      caller.holding?.checkRoom()
      return await work()
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
      for (const { environment, dataSet } of core.offers.values()) {
        if (dataSet !== undefined) environment.prepare?.(dataSet.world)
      }
    },
    list: () => [...core.offers.values()].map(summarize),
    describe: (env) => describe(findOffer(core, env)),
    offer: (env) => findOffer(core, env),
    open: (caller, request, patience) =>
      counted(caller, () => openOperation(core, caller, request, patience)),
    step(caller, request) {
      refuseWhenDraining()
      return stepOperation(core, caller, request)
    },
    resume: (caller, request) => counted(caller, () => resumeOperation(core, caller, request)),
    fork: (caller, request) => counted(caller, () => forkOperation(core, caller, request)),
    close: (caller, request) => counted(caller, () => closeOperation(core, caller, request)),
    watch: (caller, request, send) =>
      counted(caller, () => watchOperation(core, watching, caller, request, send)),
    beat: (caller, request) => counted(caller, () => beatOperation(core, caller, request)),
    critique: (caller, request) => counted(caller, () => critiqueOperation(core, caller, request)),
    groupStatus: (caller, request) => counted(caller, () => statusOperation(core, caller, request)),
    groupList: (caller, request) => counted(caller, () => listOperation(core, caller, request)),
    checkReplay: (caller, episode) => counted(caller, () => replayCheck(core, caller, episode)),
    async drain(deadlineMs) {
      draining = true
      stopWaiting(core)
      const until = core.nowMs() + deadlineMs
      while ((underWay > 0 || core.sessions.busy().length > 0) && core.nowMs() < until) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await core.queue.settled()
    },
  }
}
