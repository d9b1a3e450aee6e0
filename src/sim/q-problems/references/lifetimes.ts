/** An order that rests in a book for a limited time. */
export interface RestingOrder {
  readonly isBid: boolean
  readonly time: number
  readonly lifetime: number
  readonly price: number
}

/** The sum of spread times seconds. Without a spread, the last one stands for `carry` seconds. */
export function spreadSeconds(carry: number, orders: readonly RestingOrder[]): number {
  let book: RestingOrder[] = []
  let lastSpread = { spread: 0, time: Number.NEGATIVE_INFINITY }
  let total = 0
  orders.forEach((order, index) => {
    book = book.filter(({ time, lifetime }) => time + lifetime > order.time)
    book.push(order)
    let [bid, ask] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (const { isBid, price } of book) {
      if (isBid) bid = Math.max(bid, price)
      else ask = Math.min(ask, price)
    }
    const spread = ask - bid
    if (spread > 0 && Number.isFinite(spread)) lastSpread = { spread, time: order.time }
    const nextTime = orders[index + 1]?.time ?? order.time
    if (order.time - lastSpread.time <= carry) {
      total += lastSpread.spread * (nextTime - order.time)
    }
  })
  return total
}
