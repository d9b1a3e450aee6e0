/** What became of one rollout that was played to its end. */
export interface RolloutRecord {
  readonly episode_id: string
  readonly task: string
  /** Level of difficulty, from 1. */
  readonly difficulty: number
  readonly success: boolean
  /** Sum of the rewards. */
  readonly score: number
  readonly end_reason: string
  readonly turns: number
}

/** A rollout that was not played because something under it failed; never a score. */
export interface RolloutFailure {
  readonly episode_id: string | null
  readonly index: number
  readonly reason: string
  readonly message: string
}
