import { civil } from '../draws.ts'

/** A fill of an account, or the bust of an earlier fill with the same account and amount. */
export interface FeeItem {
  readonly account: number
  /** Days since 2000.01.01. */
  readonly day: number
  readonly amount: number
  readonly kind: 'taker' | 'maker' | 'bust'
}

export interface FeeRules {
  /** The least that an account pays in a month. */
  readonly feeMin: number
  /** The most that a fill costs. */
  readonly fillMax: number
  /** What makers get back, per 10,000. */
  readonly rebate: number
  /** The largest amount that a month takes over from the month before. */
  readonly carryMax: number
  /** The amounts of a month from which the rates hold, from 0 on. */
  readonly bounds: readonly number[]
  /** Rates per 10,000. */
  readonly rates: readonly number[]
}

/** The fees of all accounts and months. */
export function feesOfMonths(items: readonly FeeItem[], rules: FeeRules): number {
  const byAccount = new Map<number, FeeItem[]>()
  for (const item of withoutBusts(items)) {
    const own = byAccount.get(item.account) ?? []
    byAccount.set(item.account, own)
    own.push(item)
  }
  let total = 0
  for (const fills of byAccount.values()) total += feesOfAccount(fills, rules)
  return total
}

/** The fills that no bust takes away; a bust takes the earliest one that is left. */
function withoutBusts(items: readonly FeeItem[]): FeeItem[] {
  const open = new Map<string, FeeItem[]>()
  const busted = new Set<FeeItem>()
  for (const item of items) {
    const key = `${item.account} ${item.amount}`
    const fills = open.get(key) ?? []
    open.set(key, fills)
    if (item.kind !== 'bust') fills.push(item)
    const fill = item.kind === 'bust' ? fills.shift() : undefined
    if (fill !== undefined) busted.add(fill)
  }
  return items.filter((item) => item.kind !== 'bust' && !busted.has(item))
}

const monthOf = (day: number): number => {
  const [year, month] = civil(day)
  return year * 12 + month
}

function feesOfAccount(fills: readonly FeeItem[], rules: FeeRules): number {
  const amounts = new Map<number, number>()
  const fees = new Map<number, number>()
  const freeDays = new Set<number>()
  for (const { day, amount, kind } of fills.toSorted((one, other) => one.day - other.day)) {
    const month = monthOf(day)
    const carried = Math.min(rules.carryMax, Math.floor((amounts.get(month - 1) ?? 0) / 2))
    const before = carried + (amounts.get(month) ?? 0)
    amounts.set(month, (amounts.get(month) ?? 0) + amount)
    const isFree = kind === 'taker' && !freeDays.has(day)
    if (isFree) freeDays.add(day)
    const fee =
      kind === 'maker'
        ? -Math.floor((amount * rules.rebate) / 10_000)
        : isFree
          ? 0
          : Math.min(
              rules.fillMax,
              Math.floor(costBetween(before, before + amount, rules) / 10_000),
            )
    fees.set(month, (fees.get(month) ?? 0) + fee)
  }
  return [...fees.values()].reduce((sum, fee) => sum + Math.max(rules.feeMin, fee), 0)
}

/** The cost of an amount, each part at the rate of its tier, times 10,000. */
function costBetween(from: number, to: number, { bounds, rates }: FeeRules): number {
  return rates.reduce((sum, rate, tier) => {
    const low = Math.max(from, bounds[tier] as number)
    const high = Math.min(to, bounds[tier + 1] ?? Number.POSITIVE_INFINITY)
    return sum + rate * Math.max(0, high - low)
  }, 0)
}
