/** The counts of values from 0 to 2^bits - 1, in a tree that finds the k-th lowest quickly. */
class Counts {
  readonly #sums: number[]

  constructor(bits: number) {
    this.#sums = Array.from({ length: 2 ** bits + 1 }, () => 0)
  }

  add(value: number, count: number): void {
    for (let at = value + 1; at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] as number) + count
    }
  }

  lowest(k: number): number {
    let [at, left] = [0, k]
    for (let step = this.#sums.length - 1; step >= 1; step /= 2) {
      const sum = this.#sums[at + step]
      if (sum === undefined || sum >= left) continue
      at += step
      left -= sum
    }
    return at
  }
}

/** The sum of prices minus the k-th lowest of their window, where it is at least a given amount. */
export function sumAboveFloor(
  [width, percent, least]: readonly [width: number, percent: number, least: number],
  times: readonly number[],
  prices: readonly number[],
  bits: number,
): number {
  const counts = new Counts(bits)
  let [from, sum] = [0, 0]
  for (const [at, price] of prices.entries()) {
    counts.add(price, 1)
    for (; (times[from] as number) < (times[at] as number) - width; from++) {
      counts.add(prices[from] as number, -1)
    }
    const above = price - counts.lowest(Math.ceil((percent * (at - from + 1)) / 100))
    if (above >= least) sum += above
  }
  return sum
}

/** The number of readings at least `fall` below the highest one of their trailing window. */
export function countFallsBelowHigh(
  width: number,
  fall: number,
  times: readonly number[],
  values: readonly number[],
): number {
  return values.filter((value, at) => {
    for (let from = at; from >= 0; from--) {
      if ((times[from] as number) < (times[at] as number) - width) return false
      if ((values[from] as number) - value >= fall) return true
    }
    return false
  }).length
}
