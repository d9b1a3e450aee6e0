/** A tried order with its cost. */
interface Tried {
  readonly order: readonly number[]
  readonly cost: number
}

/**
 * Improves an order by moving single members or reversing ranges, as long as that is cheaper.
 * `null` if neither it nor any neighbour is allowed.
 */
export function improvedOrder<Plan extends Tried>(
  order: readonly number[],
  planOf: (order: readonly number[]) => Plan | null,
): Plan | null {
  let best = planOf(order)
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const next of neighbours(best?.order ?? order)) {
      const plan = planOf(next)
      if (plan === null || (best !== null && plan.cost >= best.cost)) continue
      best = plan
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
