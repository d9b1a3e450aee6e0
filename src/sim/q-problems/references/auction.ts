/** An order of an auction; one without a price trades at any. */
export interface AuctionOrder {
  readonly [name: string]: string | number | null
  readonly id: number
  readonly side: string
  readonly qty: number
  readonly price: number | null
}

type Fill = { id: number; qty: number; price: number }

const total = (orders: readonly AuctionOrder[]): number =>
  orders.reduce((sum, { qty }) => sum + qty, 0)

/** The orders of a side that would trade at a price. */
const willing = (all: readonly AuctionOrder[], side: string, at: number): AuctionOrder[] =>
  all.filter(
    (one) =>
      one.side === side &&
      (one.price === null || (side === 'B' ? one.price >= at : one.price <= at)),
  )

/** The fill of each order of an auction, in order of arrival. */
export function fillsOf(orders: readonly AuctionOrder[], before: number): Fill[] {
  const priced = orders.flatMap(({ price }) => (price === null ? [] : [price]))
  const choices = [...new Set(priced.length === 0 ? [before] : priced)].map((price) => {
    const bought = total(willing(orders, 'B', price))
    const sold = total(willing(orders, 'S', price))
    const order = [
      -Math.min(bought, sold),
      Math.abs(bought - sold),
      Math.abs(price - before),
      price,
    ]
    return { price, traded: Math.min(bought, sold), order }
  })
  const [best] = choices.sort((one, other) => compare(one.order, other.order))
  if (best === undefined || best.traded === 0) return []
  const filled = new Map<AuctionOrder, number>()
  for (const side of ['B', 'S']) deal(willing(orders, side, best.price), best.traded, filled)
  return orders.flatMap((one) => {
    const qty = filled.get(one) ?? 0
    return qty === 0 ? [] : [{ id: one.id, qty, price: best.price }]
  })
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0

/**
 * Distributes a quantity to the orders of one side: the best price first, pro rata at the last
 * price.
 */
function deal(
  orders: readonly AuctionOrder[],
  traded: number,
  filled: Map<AuctionOrder, number>,
): void {
  const sign = orders[0]?.side === 'B' ? -1 : 1
  const key = ({ price }: AuctionOrder): number => (price === null ? -Infinity : sign * price)
  let left = traded
  for (const level of [...new Set(orders.map(key))].sort((x, y) => (x < y ? -1 : 1))) {
    const own = orders.filter((one) => key(one) === level)
    const all = total(own)
    const parts = own.map(({ qty }) => (all <= left ? qty : Math.floor((qty * left) / all)))
    let rest = Math.min(all, left) - parts.reduce((sum, part) => sum + part, 0)
    own.forEach((one, at) => {
      filled.set(one, (parts[at] ?? 0) + (rest-- > 0 ? 1 : 0))
    })
    left -= Math.min(all, left)
  }
}
