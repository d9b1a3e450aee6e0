import { dayNumber } from '../draws.ts'
import type { LiteralRow } from '../literal.ts'

export interface SessionPrint extends LiteralRow {
  readonly time: string
  readonly id: number
  readonly kind: string
  readonly price: number
  readonly size: number
}

/** The average price of the trades of a session after all fixes and busts; null without any. */
export function sessionVwap(
  open: string,
  close: string,
  prints: readonly SessionPrint[],
): number | null {
  const trades = new Map<number, SessionPrint>()
  for (const print of prints) {
    const earlier = trades.get(print.id)
    if (print.kind === 'bust') trades.delete(print.id)
    else if (print.kind !== 'fix') trades.set(print.id, print)
    else if (earlier !== undefined) {
      trades.set(print.id, { ...earlier, price: print.price, size: print.size })
    }
  }
  const counted = [...trades.values()].filter(
    ({ kind, time }) => kind === 'trade' && open <= time && time <= close,
  )
  const volume = counted.reduce((sum, { size }) => sum + size, 0)
  return volume === 0
    ? null
    : counted.reduce((sum, { price, size }) => sum + price * size, 0) / volume
}

export interface MonthAmount extends LiteralRow {
  readonly date: string
  readonly amount: number
}

/** The fee of each row, whose tiers begin anew with every month. */
export function tieredFees(
  bounds: readonly number[],
  rates: readonly number[],
  rows: readonly MonthAmount[],
): number[] {
  return rows.map(({ date, amount }, at) => {
    const from = rows
      .filter((other, place) => {
        const isEarlier = other.date < date || (other.date === date && place < at)
        return isEarlier && other.date.slice(0, 7) === date.slice(0, 7)
      })
      .reduce((sum, other) => sum + other.amount, 0)
    let cost = 0
    for (let unit = from; unit < from + amount; unit++) {
      cost += rates[bounds.findLastIndex((bound) => bound <= unit)] as number
    }
    return Math.floor(cost / 100)
  })
}

type Leg = { name: string; side: number; ratio: number }

/** The legs of a message, which follow the field that counts them. */
export function legsOf(message: string): Leg[] {
  const fields = message
    .split('|')
    .slice(0, -1)
    .map((field) => field.split('=') as [string, string])
  const fieldOf = (wanted: string): string | undefined =>
    fields.find(([tag]) => tag === wanted)?.[1]
  const start = fields.findIndex(([tag]) => tag === '555')
  const legs: Leg[] = []
  for (const [tag, value] of start < 0 ? [] : fields.slice(start + 1)) {
    if (tag === '600') {
      legs.push({ name: value, side: Number(fieldOf('54')), ratio: 1 })
      continue
    }
    const leg = legs.at(-1)
    if (leg === undefined || !['623', '624'].includes(tag)) break
    if (tag === '623') leg.ratio = Number(value)
    else leg.side = Number(value)
  }
  return legs.slice(0, Number(fieldOf('555') ?? 0))
}

export interface Close extends LiteralRow {
  readonly date: string
  readonly close: number
}

export interface CorporateAction extends LiteralRow {
  readonly date: string
  readonly kind: string
  readonly amount: number
}

/** The closes as they would have been without splits and dividends. */
export function adjustedCloses(
  closes: readonly Close[],
  actions: readonly CorporateAction[],
): number[] {
  const factors = [...new Set(actions.map(({ date }) => date))].map((date) => {
    const own = actions.filter((action) => action.date === date)
    const total = own
      .filter(({ kind }) => kind === 'dividend')
      .reduce((sum, { amount }) => sum + amount, 0)
    const split = own
      .filter(({ kind }) => kind === 'split')
      .reduce((product, { amount }) => product * amount, 1)
    const before = closes
      .filter((row) => dayNumber(row.date) < dayNumber(date))
      .sort((one, other) => dayNumber(one.date) - dayNumber(other.date))
      .at(-1)?.close
    return { date, factor: (before === undefined ? 1 : 1 - total / before) / split }
  })
  return closes.map(({ date, close }) =>
    factors
      .filter((action) => action.date > date)
      .reduce((price, { factor }) => price * factor, close),
  )
}
