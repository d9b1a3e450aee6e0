/** The inputs of a rollout's advantage. */
interface WeighedEpisode {
  readonly reward: number
  /** Number of trained ids in each of its segments. */
  readonly trained: readonly number[]
}

interface SegmentWeight {
  /** The episode's advantage within its group, equal for all of its segments. */
  readonly advantage: number
  /**
   * The segment's share of the episode's trained ids. A loss that averages over the ids of each
   * sequence multiplies by it, so that the segments of an episode have the weight of one sequence.
   */
  readonly share: number
}

/**
 * Advantages of a group as in GRPO, per episode rather than per segment.
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
    const tokenTotal = trained.reduce((left, right) => left + right, 0)
    const advantage = (reward - mean) * scale
    return trained.map((ids) => ({ advantage, share: tokenTotal === 0 ? 0 : ids / tokenTotal }))
  })
}

/** Added to the deviation, as in TRL. */
const DEVIATION_MIN = 1e-4
