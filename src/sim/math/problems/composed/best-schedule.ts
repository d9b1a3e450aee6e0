import { improvedOrder } from './order-search.ts'

/** A lot that passes both machines. Times are minutes, or minutes since midnight. */
export interface Lot {
  readonly name: string
  /** 0 is the lightest. */
  readonly shade: number
  readonly first: number
  readonly second: number
  readonly due: number
  /** In cents per minute after the due time. */
  readonly rate: number
}

export interface Shop {
  readonly lots: readonly Lot[]
  readonly opens: number
  /** The cleaning time of the first machine before a darker, or lighter, lot than the last one. */
  readonly darker: number
  readonly lighter: number
  /** Nothing starts at the second machine in the break; a running lot continues. */
  readonly pause: { readonly from: number; readonly until: number } | null
  /** The first must come before the second; `null` means any order. */
  readonly before: readonly [first: number, second: number] | null
  /** Cents per minute until everything is done. */
  readonly wage: number
}

/** The result of an order of the lots. */
export interface ScheduleResult {
  readonly order: readonly number[]
  /** When each lot of the order leaves the first and the second machine. */
  readonly leaves: readonly (readonly [first: number, second: number])[]
  readonly end: number
  /** In cents, without and with the wages. */
  readonly fines: number
  readonly cost: number
}

/** The state of both machines after some of the lots. */
interface Stand {
  readonly shade: number | null
  readonly first: number
  readonly second: number
  readonly fines: number
}

const opening = ({ opens }: Shop): Stand => ({ shade: null, first: opens, second: opens, fines: 0 })

function after(shop: Shop, stand: Stand, lot: Lot): Stand {
  const { pause, darker, lighter } = shop
  const change = lot.shade - (stand.shade ?? lot.shade)
  const first = stand.first + (change > 0 ? darker : change < 0 ? lighter : 0) + lot.first
  const ready = Math.max(first, stand.second)
  const isInPause = pause !== null && ready >= pause.from && ready < pause.until
  const second = (isInPause ? pause.until : ready) + lot.second
  const fines = stand.fines + Math.max(0, second - lot.due) * lot.rate
  return { shade: lot.shade, first, second, fines }
}

const costOf = ({ opens, wage }: Shop, { second, fines }: Stand): number =>
  fines + (second - opens) * wage

/** The result of taking the lots in this order; `null` if a rule forbids it. */
export function scheduleOf(shop: Shop, order: readonly number[]): ScheduleResult | null {
  const { before, lots } = shop
  if (before !== null && order.indexOf(before[0]) > order.indexOf(before[1])) return null
  let stand = opening(shop)
  const leaves = order.map((index): [number, number] => {
    stand = after(shop, stand, lots[index] as Lot)
    return [stand.first, stand.second]
  })
  const { second: end, fines } = stand
  return { order, leaves, end, fines, cost: costOf(shop, stand) }
}

/** A lower bound for the cost: each lot as if it came next, and then all without a gap. */
function leastOf({ lots, opens, wage }: Shop, stand: Stand, left: readonly number[]): number {
  let [end, ready, last, fines] = [stand.second, stand.first, 0, stand.fines]
  for (const index of left) {
    const { first, second, due, rate } = lots[index] as Lot
    end += second
    ready += first
    last = last === 0 ? second : Math.min(last, second)
    const done = Math.max(stand.first + first, stand.second) + second
    fines += Math.max(0, done - due) * rate
  }
  return fines + (Math.max(end, ready + last) - opens) * wage
}

/** Whether the first of two states with the same lots and shade is nowhere worse. */
const isNoWorse = (one: Stand, other: Stand): boolean =>
  one.first <= other.first && one.second <= other.second && one.fines <= other.fines

/** The undominated states that some lots can reach. */
class Reached {
  readonly #stands = new Map<number, Stand[]>()

  /** Adds a state; false if an existing one is no worse. */
  adds(lots: number, stand: Stand): boolean {
    const key = lots * 4 + (stand.shade ?? 3)
    const known = this.#stands.get(key) ?? []
    if (known.some((one) => isNoWorse(one, stand))) return false
    this.#stands.set(key, [...known.filter((one) => !isNoWorse(stand, one)), stand])
    return true
  }
}

/**
 * The cheapest of all orders.
 *
 * @param known the cheapest known order
 */
export function bestSchedule(shop: Shop, known: ScheduleResult): ScheduleResult {
  let best: { readonly cost: number; readonly order: readonly number[] } = known
  const order: number[] = []
  const reached = new Reached()
  const visit = (stand: Stand, been: number): void => {
    const left = [...shop.lots.keys()].filter((index) => (been & (1 << index)) === 0)
    const cost = leastOf(shop, stand, left)
    if (cost >= best.cost || !reached.adds(been, stand)) return
    if (left.length === 0) best = { cost, order: [...order] }
    for (const next of left) {
      const lot = shop.lots[next] as Lot
      if (shop.before?.[1] === next && !order.includes(shop.before[0])) continue
      order.push(next)
      visit(after(shop, stand, lot), been | (1 << next))
      order.pop()
    }
  }
  visit(opening(shop), 0)
  return scheduleOf(shop, best.order) as ScheduleResult
}

/** Moves the second lot of an ordered pair behind the first. */
function allowed({ before }: Shop, order: readonly number[]): number[] {
  if (before === null) return [...order]
  const [first, second] = before
  if (order.indexOf(first) < order.indexOf(second)) return [...order]
  return order.filter((index) => index !== second).flatMap((i) => (i === first ? [i, second] : [i]))
}

/** Obvious orders: by due time, slack, fines and shade, and short lots first. */
export function lotOrders(shop: Shop): number[][] {
  const { lots } = shop
  const by = (value: (lot: Lot) => number): number[] => {
    const at = (index: number): number => value(lots[index] as Lot)
    return lots.map((_, index) => index).sort((one, other) => at(one) - at(other) || one - other)
  }
  return [
    by(({ due }) => due),
    by(({ due, first, second }) => due - first - second),
    by(({ rate, first, second }) => (first + second) / rate),
    by(({ shade, due }) => shade * 1440 + due),
    by(({ first, second }) => (first < second ? first : 2880 - second)),
  ].map((order) => allowed(shop, order))
}

/** The obvious orders, improved by moving lots as long as that is cheaper. */
export const firstThoughts = (shop: Shop): ScheduleResult[] =>
  lotOrders(shop).map(
    (order) => improvedOrder(order, (next) => scheduleOf(shop, next)) as ScheduleResult,
  )
