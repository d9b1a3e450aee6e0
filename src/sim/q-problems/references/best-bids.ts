/** The number of messages that move the best bid by at least `jump`. */
export function countBestBidJumps(
  jump: number,
  prices: readonly number[],
  sizes: readonly number[],
): number {
  const sizeByPrice = new Map<number, number>()
  let previousBest: number | undefined
  let count = 0
  prices.forEach((price, index) => {
    sizeByPrice.set(price, sizes[index] as number)
    const bids = [...sizeByPrice].flatMap(([bid, size]) => (size > 0 ? [bid] : []))
    const best = bids.length === 0 ? undefined : Math.max(...bids)
    if (best !== undefined && previousBest !== undefined && Math.abs(best - previousBest) >= jump) {
      count += 1
    }
    previousBest = best
  })
  return count
}
