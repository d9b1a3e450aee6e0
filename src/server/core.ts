import type { DataSet } from '../datasets/data-set.ts'
import type { StepAnswer } from '../env/episode.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { JsonObject } from '../sim/json.ts'
import type { EventStore } from '../store/event-store.ts'
import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import type { ToolSchema } from '../tools/tool.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { ConnectKeys } from './connect-keys.ts'
import type { Connection } from './connection.ts'
import type { CursorCipher } from './cursor-cipher.ts'
import type { FairReads } from './fair-reads.ts'
import type { OfferedModel } from './gateway/profiles.ts'
import type { GroupTable } from './groups/table.ts'
import type { HostLog } from './host-log.ts'
import type { HostMetrics } from './host-metrics.ts'
import type { KeyedDigests } from './keyed-digests.ts'
import type { OpeningNumbers } from './opening-numbers.ts'
import type { RecentLogs } from './recent-logs.ts'
import type { ResumeKeys } from './resume-keys.ts'
import type { TallyCache } from './runs/tally-cache.ts'
import type { Session } from './session.ts'
import type { SessionTable } from './session-table.ts'
import type { Turns } from './turns.ts'

/** An environment that this server offers, with what is made once for it. */
export interface CatalogEntry {
  readonly environment: AnyEnvironment
  /** Undefined if the server has no data set for it: it can be described, not opened. */
  readonly dataSet: DataSet | undefined
  /** SHA-256 of the data set's world, '' without one. */
  readonly worldHash: string
  /** The world as it is stored, '' without one. */
  readonly worldText: string
  readonly tools: readonly ToolSchema[]
}

interface HostLimits {
  /** Episodes kept in memory; the least recently used idle one makes room for another. */
  readonly sessionsMax: number
  /** New episodes are refused when the store holds more than this; 0 for no limit. */
  readonly storeBytesMax: number
}

/** What only the transports can tell, which fill it in; zeros without them. */
interface Vitals {
  sockets: () => number
  heldBytes: () => number
  loopDelayMs: () => number
  socketsMax: number
}

/** What groups hear of their rollouts. Only sessions with a group are told of. */
export interface RolloutEvents {
  /** A message of the rollout was heard, over a connection or over HTTP. */
  messageReceived(session: Session, connection: Connection | undefined): void
  /** The row that ended the rollout is stored. */
  ended(session: Session, answer: StepAnswer): void
}

/** What the operations of the host share. */
export interface HostCore {
  readonly catalog: ReadonlyMap<string, CatalogEntry>
  readonly store: EventStore
  /** Of what is stored, by this server or another one. */
  readonly changes: ChangeFeed
  readonly queue: CommitQueue
  /** In which principals share what reads long in the store. */
  readonly reads: FairReads
  /** Of runs that take long to count. */
  readonly tallies: TallyCache
  /** In which principals share the event loop. */
  readonly turns: Turns
  readonly sessions: SessionTable
  readonly groups: GroupTable
  readonly recentLogs: RecentLogs
  readonly rollouts: RolloutEvents
  readonly keys: ResumeKeys
  readonly connects: ConnectKeys
  /** Numbers of the episodes that are being opened with connect keys. */
  readonly connected: OpeningNumbers
  readonly digests: KeyedDigests
  readonly cursors: CursorCipher
  readonly limits: HostLimits
  /** Names of the chat profiles that effects may ask. */
  readonly chatProfiles: readonly string[]
  /** The models that agent programs may ask, by profile. */
  readonly gatewayModels: ReadonlyMap<string, OfferedModel>
  /** Whether episodes can be played over MCP. */
  readonly hasMcp: boolean
  readonly metrics: HostMetrics
  /** What the transports know of themselves. */
  readonly vitals: Vitals
  readonly version: string
  /** When it was made, by `nowMs`. */
  readonly startedMs: number
  readonly log: HostLog
  /** The world of a hash, from the data sets or the store. */
  world(hash: string): Promise<JsonObject>
  /**
   * @param owner the principal whom it is for: principals take turns
   * @param signal ends it early, where its answer goes into no log
   */
  performEffect(request: EffectRequest, owner: string, signal?: AbortSignal): Promise<EffectAnswer>
  /** A clock that never goes back, in milliseconds. */
  nowMs(): number
}
