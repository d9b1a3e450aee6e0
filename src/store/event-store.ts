import type { Book } from './book.ts'
import type { CallLog } from './call-log.ts'
import type { EpisodeLog } from './episode-log.ts'
import type { RunReports } from './run-reports.ts'

export type * from './book.ts'
export type { CallLog, CallRow } from './call-log.ts'
export type * from './episode-log.ts'
export type * from './run-reports.ts'

export interface PruneOptions {
  /** Remove episodes whose last row is older than this. */
  readonly beforeMs: number
  /** Also remove episodes that never ended. */
  readonly includeOpen: boolean
  /** Remove about this many episodes at most, those opened first. Default: no limit. */
  readonly episodesMax?: number
  /** Only return how many episodes would be removed. Default false. */
  readonly dryRun?: boolean
}

export interface CheckReport {
  readonly episodes: number
  readonly rows: number
  /** One sentence per defect, such as a broken chain or a summary that contradicts its rows. */
  readonly problems: readonly string[]
}

/** A store of episodes, groups, runs, model calls and reports. All errors are `StoreError`s. */
export interface EventStore {
  /** The episodes and their rows. */
  readonly log: EpisodeLog
  /** The groups, runs and critiques. */
  readonly book: Book
  /** The model calls of agent programs. */
  readonly calls: CallLog
  /** The reports of trainers on their runs. */
  readonly reports: RunReports
  /** Where the data is stored, for messages: `memory`, or the path of a file. */
  readonly location: string
  /** One sentence for each loss of acknowledged data that the store noticed when it was opened. */
  readonly losses: readonly string[]
  /** A random secret made with the store, hex, for signing resume keys. */
  secret(): Promise<string>
  /** The store's clock in milliseconds since 1970, for wall times. */
  nowMs(): number
  /**
   * The clock for leases, in milliseconds. It never jumps, unlike the system's clock. Only
   * differences have a meaning. Processes that share leases share this clock.
   */
  leaseMs(): number
  /** Resolves if rows can be stored now; rejects with the reason if they cannot. */
  ready(): Promise<void>
  /** Bytes in use; 0 if the store has no size. Above a limit, servers open no new episodes. */
  sizeBytes(): Promise<number>
  /**
   * Removes old episodes, some at a time, then worlds that no episode uses and old reports of runs.
   * Returns the number of removed episodes. Worlds stored through this object stay, because its
   * next episode may use them.
   */
  prune(options: PruneOptions): Promise<number>
  /** Reads all data and reports every defect, including missing worlds. */
  check(): Promise<CheckReport>
  close(): Promise<void>
}

export type StoreErrorReason =
  | 'busy'
  | 'full'
  | 'newer_schema'
  | 'corrupt'
  /** The database library is not compiled for this version of Node. */
  | 'unbuilt'
  | 'io'
  | 'closed'
  /** The store's files were moved or deleted while it was open. */
  | 'gone'
  /** Rows that were acknowledged are not there. */
  | 'lost'

const RETRYABLE: readonly StoreErrorReason[] = ['busy', 'full', 'io', 'gone']

/** An error of a store. The message tells the operator the reason and the remedy. */
export class StoreError extends Error {
  readonly reason: StoreErrorReason
  /** Whether the same call may succeed later. */
  readonly retryable: boolean

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.reason = reason
    this.retryable = RETRYABLE.includes(reason)
  }
}
