import type { CriticName } from '../env/critics/index.ts'
import type { Condition } from '../env/group.ts'
import type { RecordedEffect } from '../env/log.ts'
import type { GroupMember } from './episode-log.ts'

/** The name of a group: its principal, run and id. */
export interface GroupKey {
  readonly principal: string
  readonly run: string
  readonly id: string
}

/** The summary of an episode within its group. */
export interface GroupEpisode extends GroupMember {
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
  /** A page's `next`: only groups after the one with this first episode. */
  readonly after?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
  /** Time limit of a search. A page may then be short although more groups follow. */
  readonly budgetMs?: number
}

export interface StoredGroupPage {
  readonly groups: readonly GroupKey[]
  readonly next: string | null
}

/** A run of one principal, with its attempts and rewards by condition. */
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

export interface StoredRunPage {
  /** By principal and name. */
  readonly runs: readonly RunSummary[]
  readonly next: string | null
}

/** The critique of an attempt, for later attempts at the same task. */
export interface Critique {
  readonly source: CriticName
  readonly text: string
  /** The model's question and answer; null if no model was asked. */
  readonly effect: RecordedEffect | null
}

/** The last heartbeat or request of a group member, by the store's lease clock. */
export interface MemberHeartbeat {
  readonly group: GroupKey
  readonly generation: string
  readonly index: number
  /** When its generation began. */
  readonly begunMs: number
  readonly lastHeartbeatMs: number
}

/**
 * Groups, runs and critiques: the records beside the logs of episodes. Storing an episode's rows
 * also adds the episode to its group and its run.
 */
export interface Book {
  /**
   * Returns up to `limit` episodes of a group in order of opening, from all generations. Starts
   * after the episode `after`, or at the first one if that episode was pruned.
   */
  groupEpisodes(group: GroupKey, limit: number, after?: string): Promise<readonly GroupEpisode[]>
  /**
   * Stores when group members sent their last messages. An older time than the stored one, for
   * example from another server, changes nothing.
   */
  saveHeartbeats(marks: readonly MemberHeartbeat[]): Promise<void>
  /** Returns a group's heartbeats by member index. Excludes times of another lease clock. */
  heartbeats(group: GroupKey): Promise<readonly MemberHeartbeat[]>
  /** Deletes the heartbeats of these groups. */
  deleteHeartbeats(groups: readonly GroupKey[]): Promise<void>
  listGroups(filter: GroupFilter): Promise<StoredGroupPage>
  /** Lists runs with at least one ended attempt. The cost does not grow with their episodes. */
  listRuns(filter: RunFilter): Promise<StoredRunPage>
  /** The `baseline` of an episode, cheaper than its summary; null if there is none. */
  baseline(episode: string): Promise<number | null>
  /**
   * Stores the critique of an episode unless it has one, and returns the stored critique. Of an
   * episode that was pruned, it stores nothing and returns the given one.
   */
  putCritique(episode: string, critique: Critique): Promise<Critique>
  critique(episode: string): Promise<Critique | undefined>
  /**
   * When the keys of an episode, or the connect key with this id, were last revoked, by the store's
   * clock; 0 if never.
   */
  revokedMs(keyed: string): Promise<number>
  /**
   * Records that the keys are revoked now. Returns the time, later than any earlier one. Of an
   * episode that was pruned, it stores nothing.
   */
  revoke(keyed: string): Promise<number>
}
