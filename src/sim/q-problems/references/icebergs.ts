/** A row of the orders that an exchange receives. */
export interface OrderRow {
  readonly [name: string]: string | number
  readonly kind: string
  readonly id: number
  readonly owner: string
  readonly side: string
  readonly qty: number
  readonly price: number
  readonly peak: number
}

type Trade = { buyer: number; seller: number; price: number; qty: number }

interface OpenOrder {
  readonly id: number
  readonly owner: string
  readonly isBuy: boolean
  price: number
  readonly peak: number
  openQty: number
  shownQty: number
}

/** The trades of an exchange with iceberg orders and stop orders. */
export function icebergTrades(rows: readonly OrderRow[]): Trade[] {
  const exchange = new Exchange()
  for (const row of rows) {
    exchange.receive(row)
    exchange.releaseStops()
  }
  return exchange.trades
}

class Exchange {
  readonly trades: Trade[] = []
  /** Orders in the book; of the same price, the first one trades first. */
  #book: OpenOrder[] = []
  #stops: OpenOrder[] = []

  receive(row: OrderRow): void {
    const { kind, id, owner, side, qty, price, peak } = row
    const order = { id, owner, isBuy: side === 'B', price, peak, openQty: qty, shownQty: 0 }
    if (kind === 'limit') this.#arrive(order)
    if (kind === 'ioc') this.#trade(order, price)
    if (kind === 'fok' && this.#availableQty(order) >= qty) this.#trade(order, price)
    if (kind === 'post') this.#post(order)
    if (kind === 'stop') this.#stops.push(order)
    if (kind === 'amend') this.#amend(id, qty, price)
    if (kind !== 'cancel') return
    this.#book = this.#book.filter((other) => other.id !== id)
    this.#stops = this.#stops.filter((other) => other.id !== id)
  }

  /** Lets triggered stop orders trade until none is left. */
  releaseStops(): void {
    for (;;) {
      const lastPrice = this.trades.at(-1)?.price
      if (lastPrice === undefined) return
      const index = this.#stops.findIndex(({ isBuy, price }) =>
        isBuy ? lastPrice >= price : lastPrice <= price,
      )
      const [stop] = index < 0 ? [] : this.#stops.splice(index, 1)
      if (stop === undefined) return
      this.#trade(stop, stop.isBuy ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
    }
  }

  #arrive(order: OpenOrder): void {
    this.#trade(order, order.price)
    if (order.openQty > 0) this.#place(order)
  }

  /** Puts an order behind all others, showing its next part. */
  #place(order: OpenOrder): void {
    order.shownQty = order.peak === 0 ? order.openQty : Math.min(order.peak, order.openQty)
    this.#book.push(order)
  }

  #trade(order: OpenOrder, limit: number): void {
    for (let other = this.#best(order); other !== undefined; other = this.#best(order)) {
      const isTooDear = order.isBuy ? other.price > limit : other.price < limit
      if (order.openQty === 0 || isTooDear) return
      const qty = Math.min(order.openQty, other.shownQty)
      const [buyer, seller] = order.isBuy ? [order.id, other.id] : [other.id, order.id]
      if (order.owner !== other.owner) {
        this.trades.push({ buyer, seller, price: other.price, qty })
      }
      order.openQty -= qty
      other.openQty -= qty
      other.shownQty -= qty
      if (other.shownQty > 0) continue
      this.#book.splice(this.#book.indexOf(other), 1)
      if (other.openQty > 0) this.#place(other)
    }
  }

  /** The first of the best orders on the other side. */
  #best({ isBuy }: OpenOrder): OpenOrder | undefined {
    const others = this.#book.filter((other) => other.isBuy !== isBuy)
    const prices = others.map(({ price }) => price)
    const price = isBuy ? Math.min(...prices) : Math.max(...prices)
    return others.find((other) => other.price === price)
  }

  #availableQty({ isBuy, owner, price }: OpenOrder): number {
    return this.#book
      .filter((other) => other.isBuy !== isBuy && other.owner !== owner)
      .filter((other) => (isBuy ? other.price <= price : other.price >= price))
      .reduce((sum, { openQty }) => sum + openQty, 0)
  }

  #post(order: OpenOrder): void {
    const best = this.#best(order)?.price
    if (best !== undefined) {
      order.price = order.isBuy ? Math.min(order.price, best - 1) : Math.max(order.price, best + 1)
    }
    this.#place(order)
  }

  #amend(id: number, qty: number, price: number): void {
    const order = this.#book.find((other) => other.id === id)
    const stop = this.#stops.find((other) => other.id === id)
    if (stop !== undefined) Object.assign(stop, { openQty: qty, price })
    if (order === undefined) return
    const isKept = price === order.price && qty <= order.openQty
    order.openQty = qty
    order.price = price
    order.shownQty = Math.min(order.shownQty, qty)
    if (isKept) return
    this.#book.splice(this.#book.indexOf(order), 1)
    this.#arrive(order)
  }
}
