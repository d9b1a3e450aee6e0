import type { RandomStream } from '../../random.ts'
import { problem, topic, type Untopical } from '../problem.ts'

/** A loop needs at least one step per item, and a verb one per 16 items. */
const MANY = 100_000
const STEPS = 95_000
const PRIME = 1_000_003

const INTRODUCTION =
  `The list a may have ${MANY} items, and a call has ${STEPS} steps: a loop over the items, or ` +
  'each, over or scan with a function of your own, does not get through. '

/** The list that arguments define by differences: the remainder of large numbers is slow. */
function listOf(n: number, c: number, m: number): number[] {
  const list: number[] = []
  for (let i = 0, value = 0, step = (c + 1) % PRIME; i < n; i++) {
    list.push(value % m)
    value = (value + step) % PRIME
    step = (step + 2 * c) % PRIME
  }
  return list
}

const written = (n: number, c: number, m: number): string[] => [
  `(((${c}*i*i)+i:til ${n})mod ${PRIME})mod ${m}`,
]

interface Sketch {
  readonly id: string
  readonly asks: string
  readonly reference: (a: readonly number[]) => number
  readonly solution: string
  /** The same by a loop over the items `v` at `i`: right, but too slow. */
  readonly loop: readonly [start: string, round: string, result: string]
  /** The upper bound of the items. A small bound makes equal items likely. */
  readonly items?: readonly number[]
}

const onList = ({ id, asks, reference, solution, loop, items = [40, 1000] }: Sketch): Untopical => {
  const [start, round, result] = loop
  return problem({
    id,
    level: 5,
    statement: INTRODUCTION + asks,
    takes: { a: 'long list' },
    gives: 'long',
    fuel: STEPS,
    written,
    draw: (random: RandomStream): [number, number, number] => [
      random.integer(5, 400),
      random.integer(1, 2000),
      random.pick(items),
    ],
    edges: [
      [MANY, 17, 1000],
      [1, 3, 40],
      [MANY - 1, 998, 1000],
      [2, 1, 40],
    ],
    reference: (n, c, m) => reference(listOf(n, c, m)),
    solution: `solve:{[a] ${solution}}`,
    wrong: `solve:{[a] ${start};i:0;while[i<count a;v:a i;${round};i+:1];${result}}`,
  })
}

/** The number of occurrences of each value. */
function countsOf(a: readonly number[]): number[] {
  const counts = Array.from({ length: 1000 }, () => 0)
  for (const value of a) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const countOf = (a: readonly number[], holds: (value: number, i: number) => boolean): number =>
  a.reduce((count, value, i) => count + (holds(value, i) ? 1 : 0), 0)

export const SPEED = topic('speed', [
  onList({
    id: 'many-records',
    asks: 'Give how many items are greater than all items before them; the first one is.',
    reference: (a) => {
      let most = -1
      return countOf(a, (value) => {
        const isRecord = value > most
        if (isRecord) most = value
        return isRecord
      })
    },
    solution: 'count distinct maxs a',
    loop: ['m:-1;r:0', 'if[v>m;m:v;r+:1]', 'r'],
  }),
  onList({
    id: 'many-low-runs',
    asks: 'Give the length of the longest run of neighbours that are all below 30.',
    reference: (a) => {
      let [run, most] = [0, 0]
      for (const value of a) {
        run = value < 30 ? run + 1 : 0
        most = Math.max(most, run)
      }
      return most
    },
    solution: '-1+max 1_deltas -1,(where a>=30),count a',
    loop: ['r:0;m:0', 'r:$[v<30;r+1;0];m|:r', 'm'],
    items: [40, 50],
  }),
  onList({
    id: 'many-equal-pairs',
    asks: 'Give how many pairs of different positions hold equal items.',
    reference: (a) => countsOf(a).reduce((sum, count) => sum + (count * (count - 1)) / 2, 0),
    solution: 'k:count each value group a;sum(k*k-1)div 2',
    loop: ['k:1000#0;r:0', 'r+:k v;k[v]+:1', 'r'],
  }),
  onList({
    id: 'many-falls',
    asks: 'Give how many items are smaller than the item just before them.',
    reference: (a) => countOf(a, (value, i) => i > 0 && value < (a[i - 1] as number)),
    solution: '"j"$sum a<prev a',
    loop: ['r:0;p:-1', 'if[v<p;r+:1];p:v', 'r'],
  }),
  onList({
    id: 'many-gaps',
    asks:
      'Give the largest distance between a position and the next one that holds an equal item, ' +
      'or 0 if no two items are equal.',
    reference: (a) => {
      const before: number[] = []
      return a.reduce((most, value, i) => {
        const gap = i - (before[value] ?? i)
        before[value] = i
        return Math.max(most, gap)
      }, 0)
    },
    solution: "max 0,raze 1_'deltas each value group a",
    loop: ['p:1000#0N;r:0', 'if[not null p v;r|:i-p v];p[v]:i', 'r'],
  }),
  onList({
    id: 'many-middle',
    asks: 'Give the item in the middle of the sorted list, the lower one of two.',
    reference: (a) => {
      const counts = countsOf(a)
      let left = Math.floor((a.length - 1) / 2)
      return counts.findIndex((count) => {
        left -= count
        return left < 0
      })
    },
    solution: '(asc a)(count[a]-1)div 2',
    loop: ['k:1000#0', 'k[v]+:1', 'sums[k]binr 1+(count[a]-1)div 2'],
  }),
  onList({
    id: 'many-window-sums',
    asks: 'Give the largest sum of 100 neighbours, or of all items if there are fewer.',
    reference: (a) => {
      let sum = a.slice(0, 100).reduce((all, one) => all + one, 0)
      let most = sum
      for (let i = 100; i < a.length; i++) {
        sum += (a[i] as number) - (a[i - 100] as number)
        most = Math.max(most, sum)
      }
      return most
    },
    solution: 'k:100&count a;s:0,sums a;max(k _ s)-neg[k]_s',
    loop: ['w:100#0;s:0;m:0', 's+:v-w i mod 100;w[i mod 100]:v;m|:s', 'm'],
  }),
  onList({
    id: 'many-positive-sums',
    asks: 'Give how many of the sums of the first 1, 2, … items of a-20 are above 0.',
    reference: (a) => {
      let sum = 0
      return countOf(a, (value) => {
        sum += value - 20
        return sum > 0
      })
    },
    solution: '"j"$sum 0<sums a-20',
    loop: ['s:0;r:0', 's+:v-20;r+:s>0', 'r'],
    items: [37, 40, 43],
  }),
  onList({
    id: 'many-blocks',
    asks:
      'Cut the list into blocks of 1000, the last one shorter if need be. Give the sum over the ' +
      'blocks of how many different items each has.',
    reference: (a) => {
      let sum = 0
      for (let from = 0; from < a.length; from += 1000) {
        sum += new Set(a.slice(from, from + 1000)).size
      }
      return sum
    },
    solution: 'sum count each distinct each 1000 cut a',
    loop: ['s:0#0;r:0', 'if[0=i mod 1000;s:0#0];if[not v in s;s,:v;r+:1]', 'r'],
  }),
  onList({
    id: 'many-weights',
    asks: 'Give the sum over all positions i, from 0, of i times a[i].',
    reference: (a) => a.reduce((sum, value, i) => sum + i * value, 0),
    solution: 'sum a*til count a',
    loop: ['s:0', 's+:i*v', 's'],
  }),
  onList({
    id: 'many-drawdowns',
    asks: 'Give the most by which an item is below the highest item up to it.',
    reference: (a) => {
      let [most, high] = [0, 0]
      for (const value of a) {
        high = Math.max(high, value)
        most = Math.max(most, high - value)
      }
      return most
    },
    solution: 'max maxs[a]-a',
    loop: ['h:0;r:0', 'h|:v;r|:h-v', 'r'],
  }),
  onList({
    id: 'many-above-before',
    asks:
      'Give how many items are above the mean of all items before them; the first one has none ' +
      'before it and does not count.',
    reference: (a) => {
      let sum = 0
      return countOf(a, (value, i) => {
        const isAbove = i > 0 && value * i > sum
        sum += value
        return isAbove
      })
    },
    solution: '"j"$sum(a*til count a)>0,-1_sums a',
    loop: ['s:0;r:0', 'r+:(v*i)>s;s+:v', 'r'],
  }),
])
