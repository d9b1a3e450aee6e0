import type { RandomStream } from '../../random.ts'
import {
  ITEMS,
  noise,
  numbers,
  size,
  timesOf,
  timesText,
  walk,
  walkText,
  withBudget,
} from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { profitOfBarriers } from '../references/barriers.ts'
import { countBestBidJumps } from '../references/best-bids.ts'
import { profitWithin } from '../references/lots.ts'
import { countFallsBelowHigh } from '../references/windows.ts'

export const WORK_VECTORS = topic('work', [
  problem({
    id: 'many-falls-below-high',
    level: 5,
    statement:
      `The lists t and v ${withBudget(180_000)}t has times in ascending order, some of ` +
      'them equal, and v the reading at each. The window of an item has the item itself ' +
      'and the items before it in the lists whose time is not less than its own less w. ' +
      'Give how many items have a reading that is lower by d or more than the highest ' +
      'reading of their window.',
    takes: { w: 'long', d: 'long', t: 'long list', v: 'long list' },
    gives: 'long',
    fuel: 180_000,
    written: (w, d, n, seed) => [`${w}`, `${d}`, timesText(n, seed), noise(n, seed, 5, 97)],
    draw: (random: RandomStream): [number, number, number, number] => [
      random.pick([0, random.integer(1, 60)]),
      random.integer(10, 80),
      ...size(random),
    ],
    edges: [
      [400, 90, ITEMS, 17],
      [5, 1, 1, 3],
    ],
    reference: (w, d, n, seed) =>
      countFallsBelowHigh(w, d, timesOf(n, seed), numbers(n, seed, 5, 97)),
    solution:
      'solve:{[w;d;t;v] n:count v;s:prds 1,14#2;\n' +
      '  h:enlist[v],{[n;x;s] x|n#(s _x),s#0N}[n]\\[v;-1_s];\n' +
      '  i:t binr t-w;j:til n;k:s bin 1+j-i;h:raze h;\n' +
      '  `long$sum d<=(h[(n*k)+i]|h[(n*k)+1+j-s k])-v}',
    wrong:
      'solve:{[w;d;t;v] r:0;k:0;while[k<count t;\n' +
      '  x:v where(t<=t k)and t>=t[k]-w;r+:d<=max[x]-v k;k+:1];r}',
  }),
  problem({
    id: 'many-jumps-of-best-price',
    level: 5,
    statement:
      `The lists p and s ${withBudget(140_000)}Their items are messages of a book: each ` +
      'sets the size that is bid at a price, and a size of 0 takes the price away. Prices ' +
      'are whole numbers from 0 to 7. After each message the best bid is the highest price ' +
      'that has a size; there may be none. Give how many messages move the best bid by j ' +
      'or more, up or down. A message before or after which there is no best bid does not ' +
      'count.',
    takes: { j: 'long', p: 'long list', s: 'long list' },
    gives: 'long',
    fuel: 140_000,
    written: (j, n, seed, sizes) => [
      `${j}`,
      noise(n, seed, 3, 8),
      `0|${noise(n, seed, 11, sizes)}-${sizes - 5}`,
    ],
    draw: (random: RandomStream): [number, number, number, number] => [
      random.integer(1, 4),
      ...size(random),
      random.pick([6, 8, 20, 60]),
    ],
    edges: [
      [2, ITEMS, 17, 20],
      [1, 1, 3, 6],
    ],
    reference: (j, n, seed, sizes) =>
      countBestBidJumps(
        j,
        numbers(n, seed, 3, 8),
        numbers(n, seed, 11, sizes).map((each) => Math.max(0, each - sizes + 5)),
      ),
    solution:
      'solve:{[j;p;s] b:{[p;s;b;x] ?[0<fills ?[p=x;s;0N];x;b]}[p;s]/[count[p]#0N;til 8];\n' +
      '  c:b-prev b;`long$sum(not null c)and j<=abs c}',
    wrong:
      'solve:{[j;p;s] b:{[p;s;b;x] ?[0<fills ?[p=x;s;0N];x;b]}[p;s]/[count[p]#0N;til 8];\n' +
      '  c:b-fills prev b;`long$sum(not null c)and j<=abs c}',
  }),
  problem({
    id: 'many-positions-with-barriers',
    level: 5,
    statement:
      `The lists t and p ${withBudget(600_000)}t has times in ascending order, some of ` +
      'them equal, and p the price at each. At every item one unit is bought at its price. ' +
      'It is sold at the first later item in the lists at which one of these holds: the ' +
      'price is lower than the price paid by a or more; the price is higher than the price ' +
      'paid by b or more; the time is more than w later than the time of buying. It is ' +
      'sold at the price of that item. What is still held is sold at the last price. Give ' +
      'the sum of all profits: price of selling less price paid.',
    takes: { w: 'long', a: 'long', b: 'long', t: 'long list', p: 'long list' },
    gives: 'long',
    fuel: 600_000,
    written: (w, a, b, n, seed) => [`${w}`, `${a}`, `${b}`, timesText(n, seed), walkText(n, seed)],
    draw: (random: RandomStream): [number, number, number, number, number] => [
      random.pick([0, random.integer(1, 40), random.integer(40, 200)]),
      random.integer(1, 15),
      random.integer(1, 15),
      ...size(random),
    ],
    edges: [
      [600, 35, 50, ITEMS, 17],
      [5, 2, 3, 1, 3],
      [1000, 40, 40, 60, 5],
    ],
    reference: (w, a, b, n, seed) =>
      profitOfBarriers({ heldMax: w, loss: a, gain: b }, timesOf(n, seed), walk(n, seed)),
    solution:
      'solve:{[w;a;b;t;p] n:count p;s:prds 1,14#2;\n' +
      '  h:enlist[p],{[n;x;s] x|n#(s _x),s#0N}[n]\\[p;-1_s];\n' +
      '  l:enlist[p],{[n;x;s] x&n#(s _x),s#0W}[n]\\[p;-1_s];\n' +
      '  f:{[h;l;s;u;v;j;k] g:j+s k;?[(g<=count u)and(h[k;j]<v)and l[k;j]>u;g;j]};\n' +
      '  j:f[h;l;s;p-a;p+b]/[1+til n;reverse til 15];\n' +
      '  sum p[(n-1)&j&t binr t+w+1]-p}',
    wrong:
      'solve:{[w;a;b;t;p] n:count p;\n' +
      '  f:{[n;w;a;b;t;p;i] x:p[i]-p j:i+1+til n-1+i;\n' +
      '    k:(x>=a)or(x<=neg b)or w<t[j]-t i;$[n=i+1;0;p[(n-1)&i+1+k?1b]-p i]};\n' +
      '  sum f[n;w;a;b;t;p]each til n}',
  }),
  problem({
    id: 'many-lots-in-time',
    level: 5,
    statement:
      `The lists s, t, q and p ${withBudget(100_000)}An item is a trade in the name s (0 ` +
      'to 4) at time t and price p; the times ascend, some of them equal. q above 0 buys ' +
      'that many units, q below 0 sells, and 0 is no trade. Each name is on its own. What ' +
      'is sold was bought first in, first out: units that were bought earlier are sold ' +
      'earlier. More may be sold than there is; the units bought next are then for those ' +
      'that were sold first. So each unit that is bought and sold has two trades, in ' +
      'either order. Its profit is the price of its sale less the price of its purchase. ' +
      'Give the sum of the profits of the units whose two trades are at most g apart in ' +
      'time.',
    takes: { g: 'long', s: 'long list', t: 'long list', q: 'long list', p: 'long list' },
    gives: 'long',
    fuel: 100_000,
    written: (g, n, seed) => [
      `${g}`,
      noise(n, seed, 2, 5),
      timesText(n, seed),
      `${noise(n, seed, 5, 19)}-9`,
      walkText(n, seed),
    ],
    draw: (random: RandomStream): [number, number, number] => [
      random.pick([0, random.integer(1, 60), random.integer(60, 400)]),
      ...size(random),
    ],
    edges: [
      [150, ITEMS, 17],
      [5, 1, 3],
    ],
    reference: (g, n, seed) => {
      const [names, times, prices] = [numbers(n, seed, 2, 5), timesOf(n, seed), walk(n, seed)]
      const trades = numbers(n, seed, 5, 19).map((shifted, at) => ({
        ...{ name: names[at] as number, quantity: shifted - 9 },
        ...{ time: times[at] as number, price: prices[at] as number },
      }))
      return profitWithin(g, trades)
    },
    solution:
      'one:{[g;t;q;p] i:where q>0;j:where q<0;if[0=min(count i;count j);:0];\n' +
      '  b:sums q i;c:sums neg q j;e:asc distinct b,c;e:e where e<=last[b]&last c;\n' +
      '  x:i b binr e;y:j c binr e;\n' +
      '  sum(e-0^prev e)*(p[y]-p x)*g>=abs t[y]-t x}\n' +
      'solve:{[g;s;t;q;p] sum{[g;s;t;q;p;n] k:where s=n;one[g;t k;q k;p k]}[g;s;t;q;p]each til 5}',
    wrong:
      'one:{[g;t;q;p] i:where q>0;j:where q<0;if[0=min(count i;count j);:0];\n' +
      '  b:sums q i;c:sums neg q j;e:asc distinct b,c;\n' +
      '  x:i b binr e;y:j c binr e;\n' +
      '  sum 0^(deltas e)*(p[y]-p x)*g>=t[y]-t x}\n' +
      'solve:{[g;s;t;q;p] sum{[g;s;t;q;p;n] k:where s=n;one[g;t k;q k;p k]}[g;s;t;q;p]each til 5}',
  }),
])
