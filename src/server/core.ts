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
import type { LoopScheduler } from './loop-scheduler.ts'
import type { OpeningNumbers } from './opening-numbers.ts'
import type { RecentLogs } from './recent-logs.ts'
import type { ResumeKeys } from './resume-keys.ts'
import type { TallyCache } from './runs/tally-cache.ts'
import type { Session } from './session.ts'
import type { SessionTable } from './session-table.ts'

/** An environment that this server offers, and values that are computed once for it. */
export interface CatalogEntry {
  readonly environment: AnyEnvironment
  /** Undefined if the server has no data set for it. Then it can be described, but not opened. */
  readonly dataSet: DataSet | undefined
  /** SHA-256 of the data set's world; '' without a data set. */
  readonly worldHash: string
  /**
   * Writes the world as stored, '' without a data set. For a large world this takes a second.
   *
   * @throws DataSetError if the hash is not that of the text
   */
  readonly worldText: () => string
  readonly tools: readonly ToolSchema[]
}

interface HostLimits {
  /** Episodes in memory. The least recently used idle one is dropped for a new one. */
  readonly sessionsMax: number
  /** New episodes are refused if the store is larger; 0 for no limit. */
  readonly storeBytesMax: number
}

/** Values that the transports set. They are zero without transports. */
interface Vitals {
  sockets: () => number
  heldBytes: () => number
  loopDelayMs: () => number
  socketsMax: number
}

/** Events of rollouts for their groups. Only sessions with a group report them. */
export interface RolloutEvents {
  /** A message of the rollout arrived, over a connection or over HTTP. */
  messageReceived(session: Session, connection: Connection | undefined): void
  /** The row that ended the rollout is stored. */
  ended(session: Session, answer: StepAnswer): void
}

/** The services that all operations share. */
export interface HostCore {
  readonly catalog: ReadonlyMap<string, CatalogEntry>
  readonly store: EventStore
  /** Reports what this server and others store. */
  readonly changes: ChangeFeed
  readonly queue: CommitQueue
  /** Shares long reads of the store fairly between principals. */
  readonly fairReads: FairReads
  /** Caches the tallies of runs that take long to count. */
  readonly tallies: TallyCache
  /** Shares the event loop fairly between principals. */
  readonly scheduler: LoopScheduler
  readonly sessions: SessionTable
  readonly groups: GroupTable
  readonly recentLogs: RecentLogs
  readonly rollouts: RolloutEvents
  readonly resumeKeys: ResumeKeys
  readonly connectKeys: ConnectKeys
  /** The numbers of episodes that are being opened with connect keys. */
  readonly openingNumbers: OpeningNumbers
  readonly digests: KeyedDigests
  readonly cursors: CursorCipher
  readonly limits: HostLimits
  /** Names of the chat profiles that effects may use. */
  readonly chatProfiles: readonly string[]
  /** The models that agent programs may use, by profile. */
  readonly gatewayModels: ReadonlyMap<string, OfferedModel>
  /** Whether episodes can be played over MCP. */
  readonly hasMcp: boolean
  readonly metrics: HostMetrics
  /** Measurements of the transports. */
  readonly vitals: Vitals
  readonly version: string
  /** When the host was created, by `nowMs`. */
  readonly startedMs: number
  readonly log: HostLog
  /** The world with this hash, from the data sets or the store. */
  world(hash: string): Promise<JsonObject>
  /**
   * @param owner the principal that the effect is for, because principals take turns
   * @param signal ends the effect early if no log needs its answer
   */
  performEffect(request: EffectRequest, owner: string, signal?: AbortSignal): Promise<EffectAnswer>
  /** A monotonic clock, in milliseconds. */
  nowMs(): number
}
