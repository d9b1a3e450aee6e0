/** The result of one rollout that ended normally. */
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

/** A rollout that an infrastructure failure prevented; never a score. */
export interface RolloutFailure {
  readonly episode_id: string | null
  readonly index: number
  readonly reason: string
  readonly message: string
}
