/** A row of an exchange's input. */
export interface ExchangeOrder {
  readonly [name: string]: string | number
  readonly kind: string
  readonly id: number
  readonly owner: string
  readonly side: string
  readonly qty: number
  readonly price: number
}

/** An order in the book; `price` is its limit. */
interface Resting {
  readonly id: number
  readonly owner: string
  readonly side: string
  qty: number
  readonly price: number
}

type Trade = { buyer: number; seller: number; price: number; qty: number }

/** The trades of an exchange with limit and market orders, cancels and amends. */
export function tradesOf(rows: readonly ExchangeOrder[]): Trade[] {
  const trades: Trade[] = []
  let book: Resting[] = []
  const arrive = (incoming: Resting, rests: boolean): void => {
    while (incoming.qty > 0) {
      const best = bestAgainst(book, incoming)
      if (best === undefined) break
      if (best.owner === incoming.owner) {
        book = book.filter((one) => one !== best)
        continue
      }
      const qty = Math.min(best.qty, incoming.qty)
      const [buyer, seller] = incoming.side === 'B' ? [incoming, best] : [best, incoming]
      trades.push({ buyer: buyer.id, seller: seller.id, price: best.price, qty })
      best.qty -= qty
      incoming.qty -= qty
      book = book.filter((one) => one.qty > 0)
    }
    if (rests && incoming.qty > 0) book.push(incoming)
  }
  for (const { kind, id, owner, side, qty, price } of rows) {
    const known = book.find((one) => one.id === id)
    if (kind === 'limit') arrive({ id, owner, side, qty, price }, true)
    else if (kind === 'market') {
      arrive({ id, owner, side, qty, price: side === 'B' ? Infinity : -Infinity }, false)
    } else if (known === undefined) continue
    else if (kind === 'amend' && price === known.price && qty <= known.qty) known.qty = qty
    else {
      book = book.filter((one) => one !== known)
      if (kind === 'amend') arrive({ ...known, qty, price }, true)
    }
  }
  return trades
}

/** The order in the book that an incoming order trades with first. */
function bestAgainst(book: readonly Resting[], { side, price }: Resting): Resting | undefined {
  const sign = side === 'B' ? 1 : -1
  let best: Resting | undefined
  for (const one of book) {
    if (one.side === side || sign * (price - one.price) < 0) continue
    if (best === undefined || sign * (best.price - one.price) > 0) best = one
  }
  return best
}
