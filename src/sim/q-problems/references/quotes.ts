import { secondNumber } from '../market-draws.ts'

/** A quote of one venue; null withdraws its price on that side. */
export interface Quoted {
  readonly [name: string]: string | number | null
  readonly time: string
  readonly venue: string
  readonly bid: number | null
  readonly ask: number | null
}

interface Standing {
  readonly price: number
  /** The row since which the venue has shown this price without a break. */
  readonly sinceRow: number
  readonly seconds: number
}

type Best = { bid: number | null; bidder: string; ask: number | null; asker: string }

/** The best prices over all venues after each row. */
export function consolidated(age: number, rows: readonly Quoted[]): Best[] {
  const sides = { bid: new Map<string, Standing>(), ask: new Map<string, Standing>() }
  return rows.map(({ time, venue, ...prices }, row) => {
    const now = secondNumber(time)
    for (const side of ['bid', 'ask'] as const) {
      const own = sides[side]
      for (const [other, { seconds }] of own) if (now - seconds > age) own.delete(other)
      const price = prices[side]
      const before = own.get(venue)
      if (price === null) own.delete(venue)
      else {
        const sinceRow = before?.price === price ? before.sinceRow : row
        own.set(venue, { price, sinceRow, seconds: now })
      }
    }
    const bid = best(sides.bid, 1)
    const ask = best(sides.ask, -1)
    const isCrossed = bid !== undefined && ask !== undefined && bid.price >= ask.price
    if (isCrossed) return { bid: null, bidder: '', ask: null, asker: '' }
    const [bidder, asker] = [bid?.venue ?? '', ask?.venue ?? '']
    return { bid: bid?.price ?? null, bidder, ask: ask?.price ?? null, asker }
  })
}

function best(
  side: ReadonlyMap<string, Standing>,
  sign: number,
): { venue: string; price: number } | undefined {
  const [first] = [...side]
    .map(([venue, one]) => ({ venue, ...one }))
    .sort((x, y) => sign * (y.price - x.price) || x.sinceRow - y.sinceRow)
  return first
}
