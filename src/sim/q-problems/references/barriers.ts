/** When a position of one unit is closed. */
interface Barriers {
  /** The longest time that a position stays open. */
  readonly heldMax: number
  readonly loss: number
  readonly gain: number
}

/**
 * The profit of buying one unit at every item. Each is sold at the first later item that is past
 * a barrier, or at the last one.
 */
export function profitOfBarriers(
  { heldMax, loss, gain }: Barriers,
  times: readonly number[],
  prices: readonly number[],
): number {
  const lastIndex = prices.length - 1
  return prices.reduce((profit, bought, boughtAt) => {
    let soldAt = Math.min(boughtAt + 1, lastIndex)
    const isOpen = (): boolean => {
      const price = prices[soldAt] as number
      const heldTime = (times[soldAt] as number) - (times[boughtAt] as number)
      return heldTime <= heldMax && price > bought - loss && price < bought + gain
    }
    while (soldAt < lastIndex && isOpen()) soldAt += 1
    return profit + (prices[soldAt] as number) - bought
  }, 0)
}
