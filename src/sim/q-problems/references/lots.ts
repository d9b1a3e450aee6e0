/** A trade of one name; a positive quantity is bought, a negative one is sold. */
interface Trade {
  readonly quantity: number
  readonly price: number
  readonly time: number
}

/** A part of a lot that a later trade closes. */
interface ClosedPart {
  readonly profit: number
  /** The time between the two trades. */
  readonly heldTime: number
}

/** The open lots of one name, which trades of the other direction close first in, first out. */
export class LotQueue {
  readonly #lots: Trade[] = []

  /** Closes open lots as far as the trade goes. The rest of the trade opens a new lot. */
  trade({ quantity, price, time }: Trade): ClosedPart[] {
    const closed: ClosedPart[] = []
    const direction = Math.sign(quantity)
    let remaining = Math.abs(quantity)
    while (remaining > 0) {
      const [lot] = this.#lots
      if (lot === undefined || Math.sign(lot.quantity) === direction) break
      const closedQuantity = Math.min(remaining, Math.abs(lot.quantity))
      const profit = closedQuantity * (price - lot.price) * -direction
      closed.push({ profit, heldTime: time - lot.time })
      remaining -= closedQuantity
      this.#lots.shift()
      const openQuantity = lot.quantity + closedQuantity * direction
      if (openQuantity !== 0) this.#lots.unshift({ ...lot, quantity: openQuantity })
    }
    if (remaining > 0) this.#lots.push({ quantity: remaining * direction, price, time })
    return closed
  }
}

/** The profit of the parts of lots that were open for at most `heldMax`, over all names. */
export function profitWithin(
  heldMax: number,
  trades: readonly (Trade & { readonly name: number })[],
): number {
  const queues = new Map<number, LotQueue>()
  let total = 0
  for (const trade of trades) {
    const queue = queues.get(trade.name) ?? new LotQueue()
    queues.set(trade.name, queue)
    for (const { profit, heldTime } of queue.trade(trade)) {
      if (heldTime <= heldMax) total += profit
    }
  }
  return total
}
