/** What the rollouts of a group are weighed by. */
interface WeighedEpisode {
  readonly reward: number
  /** Trained ids of each of its segments. */
  readonly trained: readonly number[]
}

interface SegmentWeight {
  /** The advantage of the episode within its group, the same for all of its segments. */
  readonly advantage: number
  /**
   * The share of the episode's trained ids that the segment has. A loss that averages over the ids
   * of each sequence multiplies by it, so that the segments of an episode weigh as much as one.
   */
  readonly share: number
}

/**
 * Advantages of a group as in GRPO: over episodes, however many segments each has.
 *
 * @param isScaled whether advantages are divided by the standard deviation of the rewards
 */
export function episodeAdvantages(
  group: readonly WeighedEpisode[],
  isScaled = true,
): readonly (readonly SegmentWeight[])[] {
  const rewards = group.map(({ reward }) => reward)
  const mean = rewards.reduce((left, right) => left + right, 0) / Math.max(1, rewards.length)
  const squares = rewards.map((reward) => (reward - mean) ** 2)
  const degrees = Math.max(1, rewards.length - 1)
  const deviation = Math.sqrt(squares.reduce((left, right) => left + right, 0) / degrees)
  const scale = isScaled ? 1 / (deviation + DEVIATION_MIN) : 1
  return group.map(({ reward, trained }) => {
    const whole = trained.reduce((left, right) => left + right, 0)
    const advantage = (reward - mean) * scale
    return trained.map((ids) => ({ advantage, share: whole === 0 ? 0 : ids / whole }))
  })
}

/** Added to the deviation, as TRL does it. */
const DEVIATION_MIN = 1e-4
