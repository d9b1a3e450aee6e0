/** A quote; it is void if its bid is not below its ask. */
export interface MarketQuote {
  readonly time: number
  readonly bid: number
  readonly ask: number
}

export interface MarketTrade {
  readonly time: number
  readonly price: number
  readonly size: number
}

export interface SideRules {
  /** The length of a window, of which only the last quote is published. */
  readonly window: number
  /** How much earlier than its time a trade looks at the market. */
  readonly delay: number
  /** The largest age of a publication that counts. */
  readonly ageMax: number
  /** How much later a publication may be if no recent one exists. */
  readonly aheadMax: number
  /** Times from which nothing before them matters. */
  readonly halts: readonly number[]
}

/** The signed volume, the costs, the trades without a side, and the largest imbalance. */
export function sidesOfTrades(
  quotes: readonly MarketQuote[],
  trades: readonly MarketTrade[],
  rules: SideRules,
): [volume: number, costs: number, unsided: number, imbalanceMax: number] {
  const segmentOf = (time: number): number => rules.halts.filter((halt) => halt <= time).length
  const bySegment = new Map<number, MarketQuote[]>()
  for (const quote of publications(quotes, rules.window)) {
    const segment = segmentOf(quote.time)
    const known = bySegment.get(segment)
    if (known === undefined) bySegment.set(segment, [quote])
    else known.push(quote)
  }
  let [volume, costs, unsided, imbalanceMax] = [0, 0, 0, 0]
  let [segment, lastPrice, tick] = [-1, 0, 0]
  for (const { time, price, size } of trades.toSorted((one, other) => one.time - other.time)) {
    const tradeSegment = segmentOf(time)
    if (tradeSegment === segment) tick = price === lastPrice ? tick : Math.sign(price - lastPrice)
    else tick = 0
    segment = tradeSegment
    lastPrice = price
    const quote = quoteFor(bySegment.get(tradeSegment) ?? [], time - rules.delay, rules)
    const distance = quote === undefined ? 0 : 2 * price - quote.bid - quote.ask
    const side = distance === 0 ? tick : Math.sign(distance)
    volume += side * size
    costs += side * size * distance
    if (side === 0) unsided += 1
    imbalanceMax = Math.max(imbalanceMax, Math.abs(volume))
  }
  return [volume, costs, unsided, imbalanceMax]
}

/** The last quote of each window, at the time when the window ends. */
function publications(quotes: readonly MarketQuote[], window: number): MarketQuote[] {
  const byWindow = new Map<number, MarketQuote>()
  for (const quote of quotes.toSorted((one, other) => one.time - other.time)) {
    byWindow.set(Math.floor(quote.time / window), quote)
  }
  return [...byWindow].map(([number, quote]) => ({ ...quote, time: (number + 1) * window }))
}

function quoteFor(
  published: readonly MarketQuote[],
  time: number,
  { ageMax, aheadMax }: SideRules,
): MarketQuote | undefined {
  const next = countUntil(published, time)
  const [before, after] = [published[next - 1], published[next]]
  const isRecent = before !== undefined && time - before.time <= ageMax
  const isNearAhead = after !== undefined && after.time - time <= aheadMax
  const found = isRecent ? before : isNearAhead ? after : undefined
  return found !== undefined && found.bid < found.ask ? found : undefined
}

/** The number of publications until a time, by bisection. */
function countUntil(published: readonly MarketQuote[], time: number): number {
  let [low, high] = [0, published.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((published[middle] as MarketQuote).time <= time) low = middle + 1
    else high = middle
  }
  return low
}
