import { improvedOrder } from './order-search.ts'

/** A stop of a round. Times are minutes since midnight. */
export interface Stop {
  readonly name: string
  readonly east: number
  readonly north: number
  /** The earliest start of unloading; 0 means any time. */
  readonly from: number
  /** The latest start; 0 means any time. With a fine it may be later. */
  readonly until: number
  /** In cents, for a start after `until`; 0 means that this is not allowed. */
  readonly fine: number
}

export interface Round {
  readonly stops: readonly Stop[]
  readonly leaves: number
  /** Minutes per block. */
  readonly pace: number
  readonly unloading: number
  /** The first must be visited before the second; `null` means any order. */
  readonly before: readonly [first: number, second: number] | null
  /** Cents per minute. */
  readonly wage: number
}

/** The result of an order of the stops. */
export interface RouteResult {
  readonly order: readonly number[]
  /** The start of unloading at each stop of the order. */
  readonly begins: readonly number[]
  readonly back: number
  /** Wages and fines, in cents. */
  readonly cost: number
}

const blocksBetween = (one: Location, other: Location): number =>
  Math.abs(one.east - other.east) + Math.abs(one.north - other.north)

type Location = Pick<Stop, 'east' | 'north'>
const DEPOT: Location = { east: 0, north: 0 }

/** The result of visiting the stops in this order; `null` if a rule forbids it. */
export function courseOf(round: Round, order: readonly number[]): RouteResult | null {
  const { stops, before, pace, unloading } = round
  if (before !== null && order.indexOf(before[0]) > order.indexOf(before[1])) return null
  let [now, fines] = [round.leaves, 0]
  let location: Location = DEPOT
  const begins: number[] = []
  for (const index of order) {
    const stop = stops[index] as Stop
    now = Math.max(now + blocksBetween(location, stop) * pace, stop.from)
    if (stop.until > 0 && now > stop.until) {
      if (stop.fine === 0) return null
      fines += stop.fine
    }
    begins.push(now)
    now += unloading
    location = stop
  }
  const back = now + blocksBetween(location, DEPOT) * pace
  return { order, begins, back, cost: (back - round.leaves) * round.wage + fines }
}

/** A way to have visited some stops, which are a bit set. */
interface Way {
  readonly last: number
  /** The departure time, and the fines so far. */
  readonly now: number
  readonly fines: number
  readonly earlier: Way | null
}

/**
 * The cheapest of all orders; `null` if none is allowed.
 *
 * @param most an upper bound for the best cost, so that dearer orders can be skipped
 */
export function bestCourse(round: Round, most = Number.POSITIVE_INFINITY): RouteResult | null {
  const { stops, wage } = round
  const cost = ({ last, now, fines }: Way): number =>
    (now + blocksBetween(stops[last] as Stop, DEPOT) * round.pace) * wage + fines
  const all = (1 << stops.length) - 1
  // An earlier time with lower fines always dominates, so few ways to a stop are kept.
  const ways = Array.from({ length: all + 1 }, (): Way[] => [])
  ways[0]?.push({ last: -1, now: round.leaves, fines: 0, earlier: null })
  for (let been = 0; been < all; been++) {
    for (const way of ways[been] as Way[]) {
      for (const next of stops.keys()) {
        if ((been & (1 << next)) !== 0) continue
        const further = onward(round, been, way, next)
        if (further === null) continue
        if (most < Number.POSITIVE_INFINITY && leastOf(round, been | (1 << next), further) > most)
          continue
        keep(ways[been | (1 << next)] as Way[], further)
      }
    }
  }
  const done = ways[all] as Way[]
  if (done.length === 0) return null
  const best = done.reduce((one, other) => (cost(other) < cost(one) ? other : one))
  const order: number[] = []
  for (let way: Way | null = best; way !== null && way.last >= 0; way = way.earlier) {
    order.unshift(way.last)
  }
  return courseOf(round, order)
}

/** A lower bound for the cost of a continuation, as if each remaining stop were the only one. */
function leastOf({ stops, pace, unloading, wage, leaves }: Round, been: number, way: Way): number {
  const here = stops[way.last] as Stop
  let [blocks, left] = [blocksBetween(here, DEPOT), 0]
  for (const [index, stop] of stops.entries()) {
    if ((been & (1 << index)) !== 0) continue
    left += 1
    blocks = Math.max(blocks, blocksBetween(here, stop) + blocksBetween(stop, DEPOT))
  }
  return (way.now - leaves + left * unloading + blocks * pace) * wage + way.fines
}

function onward(round: Round, been: number, way: Way, next: number): Way | null {
  const { stops, before, pace, unloading } = round
  if (before?.[1] === next && (been & (1 << before[0])) === 0) return null
  const stop = stops[next] as Stop
  const from = stops[way.last] ?? DEPOT
  const begin = Math.max(way.now + blocksBetween(from, stop) * pace, stop.from)
  const isLate = stop.until > 0 && begin > stop.until
  if (isLate && stop.fine === 0) return null
  const fines = way.fines + (isLate ? stop.fine : 0)
  return { last: next, now: begin + unloading, fines, earlier: way }
}

function keep(ways: Way[], further: Way): void {
  const isNoWorse = (one: Way, other: Way): boolean =>
    one.last === other.last && one.now <= other.now && one.fines <= other.fines
  if (ways.some((way) => isNoWorse(way, further))) return
  const kept = ways.filter((way) => !isNoWorse(further, way))
  ways.splice(0, ways.length, ...kept, further)
}

/** The order of always choosing the nearest stop. */
export function nearestFirst({ stops }: Round): number[] {
  const order: number[] = []
  let location: Location = DEPOT
  while (order.length < stops.length) {
    const left = stops.map((_, index) => index).filter((index) => !order.includes(index))
    const distance = (index: number): number => blocksBetween(location, stops[index] as Stop)
    const next = left.reduce((one, other) => (distance(other) < distance(one) ? other : one))
    order.push(next)
    location = stops[next] as Stop
  }
  return order
}

/** The order by times only. */
export const earliestFirst = ({ stops }: Round): number[] =>
  stops
    .map((_, index) => index)
    .sort((one, other) => dueOf(stops[one] as Stop) - dueOf(stops[other] as Stop) || one - other)

const dueOf = ({ from, until }: Stop): number => until || from || 24 * 60

/** Improves an order by moving stops or reversing ranges, as long as that is cheaper. */
export const improvedRoute = (round: Round, order: readonly number[]): RouteResult | null =>
  improvedOrder(order, (next) => courseOf(round, next))
