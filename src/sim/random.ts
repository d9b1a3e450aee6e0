import alea from 'seedrandom/lib/alea.js'

export { childSeed } from './child-seed.ts'

/** A deterministic source of random draws. Create it from a seed and a name, use it and drop it. */
export interface RandomStream {
  /** A number in [0, 1) with 32 random bits. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** True with the given probability in [0, 1]. */
  chance(probability: number): boolean
  /** One item of a non-empty list. */
  pick<T>(items: readonly T[]): T
  /** One item of a non-empty list, drawn in proportion to positive weights of the same length. */
  weighted<T>(items: readonly T[], weights: readonly number[]): T
  /** A copy of the list in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[]
  /** `count` different items, in random order; all of them if the list is shorter. */
  sample<T>(items: readonly T[], count: number): T[]
}

/**
 * The random stream of one purpose at one step. It is stateless: the same arguments always give the
 * same draws, so a new draw elsewhere never shifts these.
 *
 * @param seed the episode's (or the generator's) seed, a whole number from 0 to 2^53 - 1
 * @param step the number of the step, 0 for the opening
 * @param name what the draws are for, such as `csr-wording`
 */
export function stream(seed: number, step: number, name: string): RandomStream {
  return new AleaStream(`${seed}/${step}/${name}`)
}

class AleaStream implements RandomStream {
  readonly #key: string
  #draw: (() => number) | undefined

  constructor(key: string) {
    this.#key = key
  }

  next(): number {
    // Created at the first draw, because many steps draw nothing.
    this.#draw ??= alea(this.#key)
    return this.#draw()
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('pick: the list is empty')
    return items[this.integer(0, items.length - 1)] as T
  }

  weighted<T>(items: readonly T[], weights: readonly number[]): T {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    for (let index = 0; index < items.length; index++) {
      left -= weights[index] ?? 0
      if (left < 0) return items[index] as T
    }
    return items[items.length - 1] as T
  }

  shuffle<T>(items: readonly T[]): T[] {
    const copy = items.slice()
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.integer(0, last)
      const held = copy[last] as T
      copy[last] = copy[other] as T
      copy[other] = held
    }
    return copy
  }

  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count)
  }
}
