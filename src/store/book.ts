import type { CriticName } from '../env/critics/index.ts'
import type { Condition } from '../env/group.ts'
import type { RecordedEffect } from '../env/log.ts'
import type { GroupPlace } from './episode-log.ts'

/** A group, as its principal names it. */
export interface GroupKey {
  readonly principal: string
  readonly run: string
  readonly id: string
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
  readonly environment?: string
  readonly task?: string
  /** By when they were begun. Default: the oldest first. */
  readonly order?: 'oldest' | 'newest'
  /** Only groups behind the one with this first episode in the order (a page's `next`). */
  readonly after?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
  /** A store that has to search may stop after so long: the page may be short and not the last. */
  readonly budgetMs?: number
}

export interface GroupPage {
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
  readonly source: CriticName
  readonly text: string
  /** The question to the model and its answer, where one was asked. */
  readonly effect: RecordedEffect | null
}

/** When a rollout of a group was last heard of, or asked for, by the store's clock for leases. */
export interface PlaceMark {
  readonly group: GroupKey
  readonly generation: string
  readonly index: number
  /** When its generation was begun. */
  readonly begunMs: number
  readonly heardMs: number
}

/**
 * The book of groups, runs and critiques: what is known of episodes beside their logs. It follows
 * the log by itself: an episode is in its group and its run once its rows are stored.
 */
export interface Book {
  /**
   * Episodes of a group in order of opening, those of earlier generations included: at most so
   * many, after the one named (from the first if it was pruned meanwhile).
   */
  groupEpisodes(group: GroupKey, limit: number, after?: string): Promise<readonly GroupEpisode[]>
  /**
   * Stores when rollouts sent their last messages. A heartbeat never goes back: an older one than
   * is stored, as another server may have it, changes nothing.
   */
  notePlaces(marks: readonly PlaceMark[]): Promise<void>
  /** What was noted of a group, by number; what another clock for leases told is left out. */
  places(group: GroupKey): Promise<readonly PlaceMark[]>
  /** Forgets what was noted of a group. */
  forgetPlaces(group: GroupKey): Promise<void>
  listGroups(filter: GroupFilter): Promise<GroupPage>
  /** Runs of which an attempt has ended; at a cost that does not grow with their episodes. */
  listRuns(filter: RunFilter): Promise<RunPage>
  /** The `baseline` of an episode's summary, at less cost; null if there is none. */
  baseline(episode: string): Promise<number | null>
  /** Keeps the critique of an episode; answers the one that is kept, for the first one stays. */
  putCritique(episode: string, critique: Critique): Promise<Critique>
  critique(episode: string): Promise<Critique | undefined>
  /**
   * When the keys of an episode, or a connect key of this id, were last revoked, by the store's
   * clock; 0 for never.
   */
  revokedMs(keyed: string): Promise<number>
  /** Notes that they are revoked now; answers the time, later than any before. */
  revoke(keyed: string): Promise<number>
}
