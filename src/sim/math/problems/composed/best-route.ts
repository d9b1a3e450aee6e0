/** A stop of a round. Times are minutes since midnight. */
export interface Stop {
  readonly name: string
  readonly east: number
  readonly north: number
  /** When unloading may begin at the earliest; 0: at any time. */
  readonly from: number
  /** The latest beginning; 0: any time. Where there is a fine, it may be later. */
  readonly until: number
  /** In cents, for beginning later than `until`; 0: later is not allowed. */
  readonly fine: number
}

export interface Round {
  readonly stops: readonly Stop[]
  readonly leaves: number
  /** Minutes per block. */
  readonly pace: number
  readonly unloading: number
  /** The first of them has to be visited before the second one; `null`: any order is allowed. */
  readonly before: readonly [first: number, second: number] | null
  /** Cents per minute. */
  readonly wage: number
}

/** What an order of the stops comes to. */
export interface Course {
  readonly order: readonly number[]
  /** When unloading begins at each stop of the order. */
  readonly begins: readonly number[]
  readonly back: number
  /** Wages and fines, in cents. */
  readonly cost: number
}

const blocksBetween = (one: Place, other: Place): number =>
  Math.abs(one.east - other.east) + Math.abs(one.north - other.north)

type Place = Pick<Stop, 'east' | 'north'>
const DEPOT: Place = { east: 0, north: 0 }

/** What happens if the stops are visited in this order; `null` if a rule forbids it. */
export function courseOf(round: Round, order: readonly number[]): Course | null {
  const { stops, before, pace, unloading } = round
  if (before !== null && order.indexOf(before[0]) > order.indexOf(before[1])) return null
  let [now, fines] = [round.leaves, 0]
  let place: Place = DEPOT
  const begins: number[] = []
  for (const index of order) {
    const stop = stops[index] as Stop
    now = Math.max(now + blocksBetween(place, stop) * pace, stop.from)
    if (stop.until > 0 && now > stop.until) {
      if (stop.fine === 0) return null
      fines += stop.fine
    }
    begins.push(now)
    now += unloading
    place = stop
  }
  const back = now + blocksBetween(place, DEPOT) * pace
  return { order, begins, back, cost: (back - round.leaves) * round.wage + fines }
}

/** The cheapest of all orders; `null` if none is allowed. */
export function bestCourse(round: Round): Course | null {
  const { stops, pace, unloading, leaves, wage, before } = round
  let best: { cost: number; order: readonly number[] } | null = null
  const order: number[] = []
  const visit = (place: Place, now: number, fines: number): void => {
    const home = now + blocksBetween(place, DEPOT) * pace
    // Nobody is back earlier by way of further stops.
    const cost = (home - leaves) * wage + fines
    if (best !== null && cost >= best.cost) return
    if (order.length === stops.length) best = { cost, order: [...order] }
    for (const [next, stop] of stops.entries()) {
      if (order.includes(next) || (before?.[1] === next && !order.includes(before[0]))) continue
      const begin = Math.max(now + blocksBetween(place, stop) * pace, stop.from)
      const isLate = stop.until > 0 && begin > stop.until
      if (isLate && stop.fine === 0) continue
      order.push(next)
      visit(stop, begin + unloading, fines + (isLate ? stop.fine : 0))
      order.pop()
    }
  }
  visit(DEPOT, leaves, 0)
  const found = best as { readonly order: readonly number[] } | null
  return found === null ? null : courseOf(round, found.order)
}

/** The order in which somebody goes who always chooses the nearest stop. */
export function nearestFirst({ stops }: Round): number[] {
  const order: number[] = []
  let place: Place = DEPOT
  while (order.length < stops.length) {
    const left = stops.map((_, index) => index).filter((index) => !order.includes(index))
    const distance = (index: number): number => blocksBetween(place, stops[index] as Stop)
    const next = left.reduce((one, other) => (distance(other) < distance(one) ? other : one))
    order.push(next)
    place = stops[next] as Stop
  }
  return order
}

/** The order in which somebody goes who looks at the times alone. */
export const earliestFirst = ({ stops }: Round): number[] =>
  stops
    .map((_, index) => index)
    .sort((one, other) => dueOf(stops[one] as Stop) - dueOf(stops[other] as Stop) || one - other)

const dueOf = ({ from, until }: Stop): number => until || from || 24 * 60

/** What an order becomes if stops are moved, or stretches turned round, while that is cheaper. */
export function improved(round: Round, order: readonly number[]): Course | null {
  let best = courseOf(round, order)
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const next of neighbours(best?.order ?? order)) {
      const course = courseOf(round, next)
      if (course === null || (best !== null && course.cost >= best.cost)) continue
      best = course
      isBetter = true
    }
  }
  return best
}

function* neighbours(order: readonly number[]): Generator<number[]> {
  for (let from = 0; from < order.length; from++) {
    const rest = order.filter((_, index) => index !== from)
    for (let to = 0; to < order.length; to++) {
      if (to !== from) yield [...rest.slice(0, to), order[from] as number, ...rest.slice(to)]
    }
    for (let to = from + 2; to <= order.length; to++) {
      yield [...order.slice(0, from), ...order.slice(from, to).reverse(), ...order.slice(to)]
    }
  }
}
