/** A trade: positive units are bought, negative ones sold. */
interface Trade {
  readonly name: number
  readonly time: number
  readonly units: number
  readonly price: number
}

interface Lot {
  units: number
  readonly price: number
  readonly time: number
}

/** The first-in-first-out profit of units whose two trades are at most `maxGap` apart. */
export function profitWithin(maxGap: number, trades: readonly Trade[]): number {
  const open = new Map<number, Lot[]>()
  let profit = 0
  for (const { name, time, units, price } of trades) {
    const lots = open.get(name) ?? []
    open.set(name, lots)
    let left = units
    while (left !== 0 && lots.length > 0 && Math.sign(lots[0]?.units ?? 0) === -Math.sign(left)) {
      const lot = lots[0] as Lot
      const count = Math.min(Math.abs(left), Math.abs(lot.units))
      const gain = (price - lot.price) * Math.sign(lot.units) * count
      if (time - lot.time <= maxGap) profit += gain
      left += count * Math.sign(lot.units)
      lot.units -= count * Math.sign(lot.units)
      if (lot.units === 0) lots.shift()
    }
    if (left !== 0) lots.push({ units: left, price, time })
  }
  return profit
}

/** The profit of one-unit positions, each closed at the first item that ends it. */
export function profitOfBarriers(
  [longest, loss, gain]: readonly [number, number, number],
  times: readonly number[],
  prices: readonly number[],
): number {
  return prices.reduce((profit, bought, at) => {
    let end = at
    while (end + 1 < prices.length) {
      end += 1
      const price = prices[end] as number
      const isOver = (times[end] as number) - (times[at] as number) > longest
      if (isOver || price <= bought - loss || price >= bought + gain) break
    }
    return profit + (prices[end] as number) - bought
  }, 0)
}

/** The number of messages that move the best price by at least `jump`. */
export function jumpsOfBest(
  jump: number,
  prices: readonly number[],
  sizes: readonly number[],
): number {
  const book = new Map<number, number>()
  let [before, found] = [Number.NaN, 0]
  prices.forEach((price, at) => {
    book.set(price, sizes[at] as number)
    const standing = [...book].filter(([, size]) => size > 0).map(([each]) => each)
    const best = standing.length === 0 ? Number.NaN : Math.max(...standing)
    if (Math.abs(best - before) >= jump) found += 1
    before = best
  })
  return found
}

/** The number of readings at least a given amount below the maximum of their trailing window. */
export function fallsBelowHigh(
  width: number,
  fall: number,
  times: readonly number[],
  values: readonly number[],
): number {
  return values.filter((value, at) => {
    for (let from = at; from >= 0; from--) {
      if ((times[from] as number) < (times[at] as number) - width) return false
      if ((values[from] as number) - value >= fall) return true
    }
    return false
  }).length
}
