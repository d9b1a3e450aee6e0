/** An item for transport. Masses in kilograms, volumes in litres, fees in euros. */
export interface Item {
  readonly name: string
  readonly mass: number
  readonly volume: number
  readonly fee: number
}

/** What is paid for transporting all of some items, perhaps only on the same trip. */
interface Bonus {
  readonly of: readonly number[]
  readonly euros: number
  readonly isOneTrip: boolean
}

export interface Job {
  readonly items: readonly Item[]
  readonly massMax: number
  readonly volumeMax: number
  /** The number of trips, and the cost of each. */
  readonly trips: number
  readonly tripCost: number
  /** Pairs that must not be on the same trip. */
  readonly apart: readonly (readonly [number, number])[]
  /** A pair that goes on the same trip or stays behind. */
  readonly together: readonly [number, number] | null
  readonly bonus: Bonus | null
}

/** The trip of each item, from 1; 0 means that it stays behind. */
type Plan = readonly number[]

/** The profit of a plan after costs; `null` if a rule forbids it. */
export function profitOf(job: Job, plan: Plan): number | null {
  const { items, trips, apart, together } = job
  if (apart.some(([one, other]) => plan[one] !== 0 && plan[one] === plan[other])) return null
  if (together !== null && plan[together[0]] !== plan[together[1]]) return null
  let profit = 0
  for (let trip = 1; trip <= trips; trip++) {
    let [mass, volume, count] = [0, 0, 0]
    for (const [index, item] of items.entries()) {
      if (plan[index] !== trip) continue
      mass += item.mass
      volume += item.volume
      profit += item.fee
      count += 1
    }
    if (mass > job.massMax || volume > job.volumeMax) return null
    if (count > 0) profit -= job.tripCost
  }
  return profit + bonusOf(job, plan)
}

/** The bonus that a plan earns. */
export function bonusOf({ bonus }: Job, plan: Plan): number {
  if (bonus === null || bonus.of.some((index) => plan[index] === 0)) return 0
  const trips = new Set(bonus.of.map((index) => plan[index]))
  return bonus.isOneTrip && trips.size > 1 ? 0 : bonus.euros
}

export interface Load {
  readonly plan: Plan
  readonly profit: number
}

/** The most profitable plan: the best pair of disjoint sets that fit on a trip. */
export function bestLoad(job: Job): Load {
  const sets = tripSets(job).sort((one, other) => other.worth - one.worth)
  const bonus = job.bonus === null ? 0 : maskOf(job.bonus.of)
  const { euros: extra = 0, isOneTrip = false } = job.bonus ?? {}
  let [profit, first, second] = [0, 0, 0]
  for (const [at, one] of sets.entries()) {
    for (let index = at; index < sets.length; index++) {
      const other = job.trips > 1 ? (sets[index] as TripSet) : NO_SET
      // All later sets are worth no more.
      if (one.worth + other.worth + extra <= profit) break
      if ((one.mask & other.mask) !== 0) continue
      const parts = isOneTrip ? [one.mask, other.mask] : [one.mask | other.mask]
      const isPaid = parts.some((mask) => (mask & bonus) === bonus)
      const sum = one.worth + other.worth + (isPaid ? extra : 0)
      if (sum > profit) [profit, first, second] = [sum, one.mask, other.mask]
      if (job.trips === 1) break
    }
    if (2 * one.worth + extra <= profit) break
  }
  const tripOf = (index: number): number =>
    (first & (1 << index)) !== 0 ? 1 : (second & (1 << index)) !== 0 ? 2 : 0
  return { plan: job.items.map((_, index) => tripOf(index)), profit }
}

/** The items of one trip as a bit set, and their fees minus the cost of the trip. */
interface TripSet {
  readonly mask: number
  readonly worth: number
}

const NO_SET: TripSet = { mask: 0, worth: 0 }
const maskOf = (indices: readonly number[]): number =>
  indices.reduce((mask, index) => mask | (1 << index), 0)

/** The sets that a trip can carry, beginning with the empty one. */
function tripSets({ items, massMax, volumeMax, tripCost, apart, together }: Job): TripSet[] {
  const [clashes, pair] = [apart.map(maskOf), maskOf(together ?? [])]
  const sets: TripSet[] = []
  const add = (index: number, mask: number, mass: number, volume: number, worth: number): void => {
    if (mass > massMax || volume > volumeMax) return
    if (clashes.some((clash) => (mask & clash) === clash)) return
    const item = items[index]
    if (item === undefined) {
      if ((mask & pair) === 0 || (mask & pair) === pair) {
        sets.push({ mask, worth: mask === 0 ? 0 : worth - tripCost })
      }
      return
    }
    add(index + 1, mask, mass, volume, worth)
    const more = mask | (1 << index)
    add(index + 1, more, mass + item.mass, volume + item.volume, worth + item.fee)
  }
  add(0, 0, 0, 0, 0)
  return sets
}

/** Takes items in an order, each on the first trip with room for it. */
export function packed(job: Job, order: readonly number[]): Load {
  let plan: Plan = job.items.map(() => 0)
  const tied = (index: number): readonly number[] =>
    job.together?.includes(index) === true ? job.together : [index]
  for (const index of order) {
    if (plan[index] !== 0) continue
    for (let trip = 1; trip <= job.trips; trip++) {
      const more = plan.map((each, at) => (tied(index).includes(at) ? trip : each))
      if (profitOf(job, more) === null) continue
      plan = more
      break
    }
  }
  return { plan, profit: profitOf(job, plan) ?? 0 }
}

/** Obvious orders of items: by fee, fee per kilogram, and fee per litre. */
export function itemOrders({ items }: Job): number[][] {
  const by = (value: (item: Item) => number): number[] =>
    items
      .map((_, index) => index)
      .sort((one, other) => value(items[other] as Item) - value(items[one] as Item) || one - other)
  return [
    by(({ fee }) => fee),
    by(({ fee, mass }) => fee / mass),
    by(({ fee, volume }) => fee / volume),
    by(({ fee, mass, volume }) => fee / (mass + volume / 5)),
  ]
}

/** Improves a plan by moving single items or swapping two, as long as that pays. */
export function improvedLoad(job: Job, load: Load): Load {
  let best = load
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const plan of neighbours(job, best.plan)) {
      const profit = profitOf(job, plan)
      if (profit === null || profit <= best.profit) continue
      best = { plan, profit }
      isBetter = true
    }
  }
  return best
}

function* neighbours(job: Job, plan: Plan): Generator<Plan> {
  for (let index = 0; index < plan.length; index++) {
    for (let trip = 0; trip <= job.trips; trip++) {
      yield plan.map((each, at) => (at === index ? trip : each))
    }
    for (let other = 0; other < index; other++) {
      const [one, two] = [plan[index] as number, plan[other] as number]
      if (one !== two)
        yield plan.map((each, at) => (at === index ? two : at === other ? one : each))
    }
  }
}
