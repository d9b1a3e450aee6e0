/** The arithmetic mean, or null without values. */
export const meanOrNull = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of rewards with up to three decimals. They are added as integer thousandths, which
 * avoids rounding errors of the sum.
 */
export function meanReward(rewards: readonly number[]): number | null {
  const mean = meanOrNull(rewards.map((reward) => Math.round(1000 * reward)))
  return mean === null ? null : mean / 1000
}
