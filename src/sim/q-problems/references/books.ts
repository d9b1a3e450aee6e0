/** Sets the size at a price of one side, B for bids and A for asks; 0 removes the price. */
interface BookChange {
  readonly side: string
  readonly price: number
  readonly size: number
}

type PriceLevel = readonly [price: number, size: number]

type BookRow = {
  bid: number | null
  bsize: number | null
  ask: number | null
  asize: number | null
}

/** The best `depth` prices of both sides after all changes. */
export function bestLevels(depth: number, changes: readonly BookChange[]): BookRow[] {
  const bids = levelsOf('B', changes)
    .sort(([price], [other]) => other - price)
    .slice(0, depth)
  const asks = levelsOf('A', changes)
    .sort(([price], [other]) => price - other)
    .slice(0, depth)
  return Array.from({ length: Math.max(bids.length, asks.length) }, (_, level) => ({
    bid: bids[level]?.[0] ?? null,
    bsize: bids[level]?.[1] ?? null,
    ask: asks[level]?.[0] ?? null,
    asize: asks[level]?.[1] ?? null,
  }))
}

/** The prices of a side that have a size at the end. */
function levelsOf(side: string, changes: readonly BookChange[]): PriceLevel[] {
  const sizes = new Map<number, number>()
  for (const change of changes) {
    if (change.side === side) sizes.set(change.price, change.size)
  }
  return [...sizes].filter(([, size]) => size > 0)
}
