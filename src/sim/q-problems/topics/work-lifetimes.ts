import type { RandomStream } from '../../random.ts'
import { ITEMS, noise, numbers, size, timesOf, timesText, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { type RestingOrder, spreadSeconds } from '../references/lifetimes.ts'

/** The largest square root of a lifetime; squares make most lifetimes short and a few long. */
const ROOTS = 55

/** Orders around a price of 1000, some of them on the wrong side of it. */
function restingOrders(n: number, seed: number, width: number): RestingOrder[] {
  const [sides, roots] = [numbers(n, seed, 2, 2), numbers(n, seed, 5, ROOTS)]
  const distances = numbers(n, seed, 11, width)
  return timesOf(n, seed).map((time, at) => {
    const isBid = sides[at] === 1
    const [root, distance] = [roots[at] as number, (distances[at] as number) - 1]
    return { isBid, time, lifetime: root * root, price: isBid ? 1000 - distance : 1000 + distance }
  })
}

export const WORK_LIFETIMES = topic('work', [
  problem({
    id: 'many-orders-with-lifetimes',
    level: 5,
    statement:
      `The lists b, t, l and p ${withBudget(500_000)}An item is an order that arrives at time t ` +
      'with price p, a bid where b is 1 and an ask where b is 0. The times ascend, some of them ' +
      'equal. The order is in the book after its own item, and leaves before the first later ' +
      'item whose time is not less than its own t plus its l; l is 0 or more. Orders never trade ' +
      'with each other. After each item, the book has a spread if it has bids and asks and the ' +
      'highest bid is below the lowest ask: the lowest ask less the highest bid. After an item ' +
      'where it has none, the spread of the last item before it that had one is carried, if the ' +
      'time of that item is at most g before the time of this one; otherwise, and if there is no ' +
      'such item, the spread is 0. Give the sum over the items of this spread times the seconds ' +
      'from the item to the next one; the last item counts 0.',
    takes: { g: 'long', b: 'long list', t: 'long list', l: 'long list', p: 'long list' },
    gives: 'long',
    fuel: 500_000,
    written: (g, n, seed, width) => [
      `${g}`,
      noise(n, seed, 2, 2),
      timesText(n, seed),
      `{x*x}${noise(n, seed, 5, ROOTS)}`,
      `1000+(${noise(n, seed, 11, width)}-1)*1-2*${noise(n, seed, 2, 2)}`,
    ],
    draw: (random: RandomStream): [number, number, number, number] => [
      random.pick([0, random.integer(1, 6), random.integer(6, 60)]),
      ...size(random),
      random.pick([6, 15, 40, 100]),
    ],
    edges: [
      [4, ITEMS, 17, 700],
      [5, 1, 3, 9],
    ],
    reference: (g, n, seed, width) => spreadSeconds(g, restingOrders(n, seed, width)),
    solution:
      'best:{[n;i;e;p] s:prds 1,14#2;k:s bin e-i;w:1+max 0,k;\n' +
      '  j:((n*k)+i),(n*k)+e-s k;p,:p;o:iasc p;h:@[(n*w)#-0W;j o;:;p o];\n' +
      '  {[n;h;s;x;k] x:$[k<0;x;x|n#(s[k]#-0W),x];x|n#(n*k)_h}[n;h;s]/[n#-0W;reverse til w]}\n' +
      'solve:{[g;b;t;l;p] n:count t;i:til n;e:(i+1)|t binr t+l;\n' +
      '  x:where b=1;y:where b=0;u:best[n;x;e x;p x];v:neg best[n;y;e y;neg p y];\n' +
      '  ok:(u>-0W)and(v<0W)and u<v;f:fills?[ok;t;0N];q:fills?[ok;v-u;0N];\n' +
      '  d:0^(next t)-t;sum d*(0^q)*(not null f)and g>=t-f}',
    wrong:
      'best:{[t;l;p;i;k] j:i where(i<=k)and(i=k)or(t k)<t[i]+l i;$[count j;max p j;-0W]}\n' +
      'solve:{[g;b;t;l;p] n:count t;\n' +
      '  u:best[t;l;p;where b=1]each til n;v:neg best[t;l;neg p;where b=0]each til n;\n' +
      '  ok:(u>-0W)and(v<0W)and u<v;f:fills?[ok;t;0N];q:fills?[ok;v-u;0N];\n' +
      '  sum(0^(next t)-t)*(0^q)*(not null f)and g>=t-f}',
  }),
])
