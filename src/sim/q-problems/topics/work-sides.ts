import type { RandomStream } from '../../random.ts'
import { ITEMS, noise, numbers, size, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import {
  type MarketQuote,
  type MarketTrade,
  type SideRules,
  sidesOfTrades,
} from '../references/trade-sides.ts'

const STEPS = 200_000

type Limits = readonly [window: number, delay: number, ageMax: number, aheadMax: number]

const rulesOf = (
  [window, delay, ageMax, aheadMax]: Limits,
  halts: readonly number[],
): SideRules => ({ window, delay, ageMax, aheadMax, halts })

/** Quotes of which a third are void. */
function quotesOf(n: number, seed: number): MarketQuote[] {
  const [bids, spreads] = [numbers(n, seed, 5, 7), numbers(n, seed, 7, 6)]
  return numbers(n, seed, 2, 3 * n).map((time, at) => {
    const bid = 100 + (bids[at] as number)
    return { time, bid, ask: bid + (spreads[at] as number) - 1 }
  })
}

function tradesOf(n: number, seed: number): MarketTrade[] {
  const [prices, sizes] = [numbers(n, seed, 11, 8), numbers(n, seed, 13, 9)]
  return numbers(n, seed, 3, 3 * n).map((time, at) => ({
    time,
    price: 100 + (prices[at] as number),
    size: 1 + (sizes[at] as number),
  }))
}

/** `seen`: the publications that trades look at, which the plausible mistake takes too late. */
const solution = (seen: string): string =>
  'solve:{[a;h;q;b;s;t;p;z] o:iasc q;w:q[o]div a 0;k:where w<>next w;o:o k;e:a[0]*1+w k;\n' +
  '  b:b o;s:s o;o:iasc t;t:t o;p:p o;z:z o;n:h bin t;m:h bin e;x:t-a 1;\n' +
  `  i:${seen};f:(i>=0)and(n=m i)and a[2]>=x-e i;\n` +
  '  j:(1+e bin x)|m binr n;g:(not f)and(j<count e)and(n=m j)and a[3]>=(e j)-x;\n' +
  '  i:?[f;i;?[g;j;-1]];v:?[(i>=0)and b[i]<s i;b[i]+s i;0N];c:(2*p)-v;\n' +
  '  y:fills?[differ n;0;?[p=prev p;0N;signum p-prev p]];\n' +
  '  r:?[(null v)or c=0;y;signum c];\n' +
  '  "j"$(sum r*z;sum r*z*0^c;sum r=0;max abs sums r*z)}'

export const WORK_SIDES = topic('work', [
  problem({
    id: 'many-sides-of-trades',
    level: 6,
    statement:
      `The lists ${withBudget(STEPS)}Quotes of one name have the time q, the bid b and the ask ` +
      's; trades have the time t, the price p and the size z. Both are in no order. Whatever ' +
      'is said below about an order means that of time, and of equal times that of the lists. ' +
      'a has four numbers: window, delay, age and ahead, of which only window is above 0 in ' +
      'any case; the others may be 0. All times are whole seconds from 0 on.\n' +
      'The quotes are conflated. The seconds from 0 are divided into windows of so many ' +
      'seconds: the first one has the seconds from 0 to window-1, and so on. Of each window ' +
      'that has quotes, only the last one is published, at the first second after the window. ' +
      'A quote whose bid is not below its ask is void, but it is published in the same way.\n' +
      'h has the times of halts, in ascending order; there may be none. A trade has as many ' +
      'halts behind it as there are times in h that are not after its own, and so has a ' +
      'publication. Two of these only matter for one another if they have equally many halts ' +
      'behind them.\n' +
      'A trade looks at the market at its moment, t-delay, which may be below 0. Only what ' +
      'matters for the trade counts here. The trade looks at the last publication that is not ' +
      'after its moment, if that is at most age seconds before the moment. Otherwise, it looks ' +
      'at the first publication after its moment, if that is at most ahead seconds after the ' +
      'moment. (A trade with a delay of 0 may so look at what is published later.) If what it ' +
      'looks at is void, or if there is nothing to look at, the trade has no quote.\n' +
      'The side of a trade with a quote is 1 if its price is above the middle of bid and ask, ' +
      'and -1 if it is below. If the price is just the middle, or without a quote, the trades ' +
      'before it decide: the last one that matters for it and has another price. The side is 1 ' +
      'if that price is lower than its own, -1 if that is higher, and 0 if there is no such ' +
      'trade.\n' +
      'Give four numbers: the sum of side times size; the sum of side times size times (2p-b-s) ' +
      'over the trades with a quote; the number of trades whose side is 0; and the largest ' +
      'absolute value that the sum of side times size has after any trade, when the trades are ' +
      'added in their order from the first one on (halts do not matter for these sums).',
    takes: {
      a: 'long list',
      h: 'long list',
      q: 'long list',
      b: 'long list',
      s: 'long list',
      t: 'long list',
      p: 'long list',
      z: 'long list',
    },
    gives: 'long list',
    fuel: STEPS,
    written: (a, halts, n, seed) => [
      a.join(' '),
      halts.length > 1 ? halts.join(' ') : halts.length === 1 ? `(enlist ${halts[0]})` : '(0#0)',
      noise(n, seed, 2, 3 * n),
      `100+${noise(n, seed, 5, 7)}`,
      `99+${noise(n, seed, 5, 7)}+${noise(n, seed, 7, 6)}`,
      noise(n, seed, 3, 3 * n),
      `100+${noise(n, seed, 11, 8)}`,
      `1+${noise(n, seed, 13, 9)}`,
    ],
    draw: (random: RandomStream): [Limits, number[], number, number] => {
      const [n, seed] = size(random)
      const halts = Array.from({ length: random.integer(0, 8) }, () => random.integer(0, 3 * n))
      return [
        [
          random.integer(1, 30),
          random.pick([0, random.integer(1, 20), random.integer(20, 80)]),
          random.pick([0, random.integer(1, 12), random.integer(10, 60)]),
          random.pick([0, random.integer(1, 12), random.integer(5, 30)]),
        ],
        halts.sort((one, other) => one - other),
        n,
        seed,
      ]
    },
    edges: [
      [[7, 3, 9, 4], [9000, 21_000, 40_001], ITEMS, 17],
      [[3, 1, 2, 0], [], 2, 5],
    ],
    reference: (a, halts, n, seed) =>
      sidesOfTrades(quotesOf(n, seed), tradesOf(n, seed), rulesOf(a, halts)),
    solution: solution('e bin x'),
    wrong: solution('-1+e binr x'),
  }),
])
