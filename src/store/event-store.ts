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
  /** Remove nothing, only answer how many episodes would go. Default false. */
  readonly dryRun?: boolean
}

export interface CheckReport {
  readonly episodes: number
  readonly rows: number
  /** One sentence per defect: a broken chain, a gap, a summary that does not fit its rows. */
  readonly problems: readonly string[]
}

/**
 * A store: the log of episodes, the book of groups and runs, and what keeps both. All errors are
 * `StoreError`s.
 */
export interface EventStore {
  readonly log: EpisodeLog
  readonly book: Book
  /** The model calls of agent programs. */
  readonly calls: CallLog
  /** What trainers report of runs. */
  readonly reports: RunReports
  /** Where the data lives, for people: `memory`, or the path of a file. */
  readonly location: string
  /** What was acknowledged and is gone, as far as the opening could tell, a sentence each. */
  readonly losses: readonly string[]
  /** A random secret made with the store, hex, for signing resume keys. */
  secret(): Promise<string>
  /** The store's clock in milliseconds since 1970, for wall times. */
  nowMs(): number
  /**
   * A clock in milliseconds that never jumps, whatever happens to the system's: what leases are
   * measured with. Only differences mean something; processes that share leases share it.
   */
  leaseMs(): number
  /** Resolves if rows can be stored now; rejects with why they cannot. */
  ready(): Promise<void>
  /** Bytes in use, for the high-water mark; 0 where it means nothing. */
  sizeBytes(): Promise<number>
  /**
   * Removes old episodes, in slices, worlds without episodes, and what was reported of runs that
   * have not changed since; answers how many episodes went.
   * Worlds put through this object stay, since its next episode may use them.
   */
  prune(options: PruneOptions): Promise<number>
  /** Reads everything and reports every defect, a world that is not stored among them. */
  check(): Promise<CheckReport>
  close(): Promise<void>
}

export type StoreErrorReason =
  | 'busy'
  | 'full'
  | 'newer_schema'
  | 'corrupt'
  /** The library that keeps it has no part compiled for this Node. */
  | 'unbuilt'
  | 'io'
  | 'closed'
  /** Its files were moved or deleted under it. */
  | 'gone'
  /** Rows that were acknowledged are not there. */
  | 'lost'

const RETRYABLE: readonly StoreErrorReason[] = ['busy', 'full', 'io', 'gone']

/** A store that cannot do what was asked, and why, in words for its operator. */
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
