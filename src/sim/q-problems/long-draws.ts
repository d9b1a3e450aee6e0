import type { RandomStream } from '../random.ts'

/** Lists too long to write out, as numbers and as q expressions that generate them. */
export const ITEMS = 20_000
const PRIME = 1_000_003

/** The cost of a verb and of a loop, which tells the reader what fits the budget. */
export const withBudget = (steps: number): string =>
  `may have ${ITEMS} items each, and a call has ${steps} steps. A verb takes about one step, and ` +
  'one more for every 16 items; with each, over or scan, a function of your own takes the steps ' +
  'of its verbs for every item. '

/** Pseudorandom numbers below `below`; the q expression of `noise` generates the same. */
export const numbers = (n: number, seed: number, factor: number, below: number): number[] =>
  Array.from({ length: n }, (_, i) => ((seed * i * i + factor * i) % PRIME) % below)

export const noise = (n: number, seed: number, factor: number, below: number): string =>
  `((((${seed}*i*i)+${factor}*i:til ${n})mod ${PRIME})mod ${below})`

/** The running sums of a list. */
export function summed(list: readonly number[]): number[] {
  let sum = 0
  return list.map((value) => {
    sum += value
    return sum
  })
}

export const timesOf = (n: number, seed: number): number[] => summed(numbers(n, seed, 7, 3))
export const timesText = (n: number, seed: number): string => `sums${noise(n, seed, 7, 3)}`
export const walk = (n: number, seed: number): number[] =>
  summed(numbers(n, seed, 3, 7).map((step) => step - 3)).map((sum) => sum + 1000)
export const walkText = (n: number, seed: number): string => `1000+sums${noise(n, seed, 3, 7)}-3`

export const size = (random: RandomStream): [count: number, seed: number] => [
  random.integer(20, 300),
  random.integer(1, 2_000),
]
