import type { Condition } from '../env/group.ts'
import type { RecordedEffect } from '../env/log.ts'
import type { Row } from '../env/row.ts'

/** A row as it is read back. `number` orders all rows of a store; wall time is outside the hash. */
export interface StoredRow extends Row {
  readonly number: number
  readonly wallMs: number
  /** How long each of its effects took, in their order; null without effects. */
  readonly tookMs: readonly number[] | null
}

/** Which rollout of its group an episode is; the group's run is the episode's. */
export interface GroupPlace {
  readonly id: string
  readonly index: number
  readonly generation: string
}

/** A group, as its principal names it. */
export interface GroupKey {
  readonly principal: string
  readonly run: string
  readonly id: string
}

/** What episodes are listed and filtered by; fixed at the opening. */
export interface EpisodeIndex {
  readonly environment: string
  readonly taskId: string
  readonly split: string
  readonly difficulty: number
  readonly principal: string
  readonly openKey: string
  readonly worldHash: string
  /** Free labels of the client; `run` is one that listings can filter by. */
  readonly run: string | null
  /** The label `batch`: which batch of its run. */
  readonly batch: string | null
  readonly parent: string | null
  readonly group: GroupPlace | null
  /** Whether the opening may show earlier attempts; null for forks, which are in no mean. */
  readonly condition: Condition | null
}

/** Where an episode stands after a row. */
export interface EpisodeProgress {
  readonly steps: number
  /** Sum of rewards so far, in thousandths. */
  readonly total: number
  readonly endReason: string | null
  readonly success: boolean | null
  /** What the end reported, kept with the summary so that sums over a run read no rows. */
  readonly metrics: Readonly<Record<string, number>> | null
}

export interface AppendRow extends Row {
  readonly progress: EpisodeProgress
  /** How long each effect took, in whole milliseconds; left out without effects. */
  readonly tookMs?: readonly number[]
  /** Present exactly on `opened` rows. */
  readonly index?: EpisodeIndex
}

/**
 * What became of an episode's rows in a batch: all stored, or none because another writer was first
 * (`position`), the hash chain does not fit (`chain`) or the principal used the open key before
 * (`open_key`, with the episode that has it).
 */
export type AppendOutcome =
  | { readonly status: 'stored' }
  | {
      readonly status: 'conflict'
      readonly reason: 'position' | 'chain' | 'open_key'
      readonly episode: string
    }

export interface EpisodeSummary extends EpisodeIndex, EpisodeProgress {
  readonly episode: string
  /**
   * Mean total, in thousandths, of the attempts of the same principal, run and condition that ended
   * before this one; null if there was none, or it has not ended.
   */
  readonly baseline: number | null
  readonly openedMs: number
  readonly updatedMs: number
}

export interface StoredEpisode {
  readonly summary: EpisodeSummary
  readonly rows: readonly StoredRow[]
  /** What does not fit in what is stored; such an episode is not served. Null if all fits. */
  readonly defect: string | null
}

export interface EpisodeFilter {
  readonly environment?: string
  readonly split?: string
  readonly taskId?: string
  readonly run?: string
  readonly principal?: string
  readonly parent?: string
  /** The id of a group. */
  readonly group?: string
  readonly condition?: string
  readonly open?: boolean
  readonly success?: boolean
  readonly endReason?: string
  /**
   * Only episodes opened after this one, in order of opening (a page's `next`). If it was pruned
   * meanwhile, the page starts with the oldest episode left.
   */
  readonly after?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
}

export interface EpisodePage {
  readonly episodes: readonly EpisodeSummary[]
  /** The `after` of the next page, or null on the last. */
  readonly next: string | null
}

/** An episode as its group sees it. */
export interface GroupEpisode extends GroupPlace {
  readonly episode: string
  readonly condition: Condition | null
  readonly endReason: string | null
  readonly success: boolean | null
  readonly openedMs: number
  /** When it ended; the time of its opening while it is open. */
  readonly updatedMs: number
}

export interface GroupFilter {
  readonly principal?: string
  readonly run?: string
  /** Only groups begun after the one with this first episode (a page's `next`). */
  readonly after?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
}

export interface GroupPage {
  /** In the order in which they were begun. */
  readonly groups: readonly GroupKey[]
  readonly next: string | null
}

/** A run of one principal, with what its attempts brought, by condition. */
export interface RunSummary {
  readonly principal: string
  readonly run: string
  readonly conditions: readonly {
    readonly condition: Condition
    /** Attempts that have ended. */
    readonly attempts: number
    /** Sum of their rewards, in thousandths. */
    readonly total: number
  }[]
}

export interface RunFilter {
  readonly principal?: string
  readonly run?: string
  /** A page's `next`. */
  readonly after?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
}

export interface RunPage {
  /** By principal and name. */
  readonly runs: readonly RunSummary[]
  readonly next: string | null
}

/** What was written on an attempt, for those who come after it. */
export interface Critique {
  readonly source: 'rule' | 'model' | 'posted'
  readonly text: string
  /** The question to the model and its answer, where one was asked. */
  readonly effect: RecordedEffect | null
}

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
 * An append-only store of episode logs. The batch append is the only hot method. All errors are
 * `StoreError`s; a rejected append has stored nothing of its batch.
 */
export interface EventStore {
  /** Where the data lives, for people: `memory`, or the path of a file. */
  readonly location: string
  /** What was acknowledged and is gone, as far as the opening could tell, a sentence each. */
  readonly losses: readonly string[]
  /**
   * Stores the rows of a batch in one transaction and answers per episode, in order of first
   * appearance. One episode's conflict never fails the others.
   */
  append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>>
  /**
   * An episode with its rows from a position on (default 0), at most so many (default all), or
   * undefined.
   */
  load(episode: string, fromPosition?: number, rowsMax?: number): Promise<StoredEpisode | undefined>
  findByOpenKey(principal: string, openKey: string): Promise<string | undefined>
  list(filter: EpisodeFilter): Promise<EpisodePage>
  /**
   * Episodes of a group in order of opening, those of earlier generations included: at most so
   * many, after the one named (from the first if it was pruned meanwhile).
   */
  groupEpisodes(group: GroupKey, limit: number, after?: string): Promise<readonly GroupEpisode[]>
  listGroups(filter: GroupFilter): Promise<GroupPage>
  /** Runs of which an attempt has ended; at a cost that does not grow with their episodes. */
  listRuns(filter: RunFilter): Promise<RunPage>
  /** The `baseline` of an episode's summary, at less cost; null if there is none. */
  baseline(episode: string): Promise<number | null>
  /** Keeps the critique of an episode; answers the one that is kept, for the first one stays. */
  putCritique(episode: string, critique: Critique): Promise<Critique>
  critique(episode: string): Promise<Critique | undefined>
  /** When the keys of an episode were last revoked, by the store's clock; 0 for never. */
  revokedMs(episode: string): Promise<number>
  /** Notes that all keys of an episode are revoked now; answers the time, later than any before. */
  revoke(episode: string): Promise<number>
  /** A number that changes when somebody else has written; 0 where nobody else can. */
  foreignVersion(): number
  /**
   * Calls the listener with the rows of every later append of this object, in order and before the
   * append's answer; returns the way to stop it. Rows of other processes are only read, not told.
   */
  subscribe(listener: (rows: readonly StoredRow[]) => void): () => void
  /** Stores a world once under its hash. */
  putWorld(hash: string, text: string): Promise<void>
  world(hash: string): Promise<string | undefined>
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
  sizeBytes(): number
  /**
   * Removes old episodes, in slices, and worlds without episodes; answers how many episodes went.
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
