import type { RandomStream } from '../../random.ts'
import { ITEMS, noise, numbers, size, timesOf, timesText, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { sumAboveFloor } from '../references/windows.ts'

const BITS = 11
const PRICES = 2 ** BITS

export const WORK_WINDOWS = topic('work', [
  problem({
    id: 'many-prices-above-floor',
    level: 5,
    statement:
      `The lists t and p ${withBudget(550_000)}t has times in ascending order, some of them ` +
      `equal, and p the price at each, a whole number from 0 to ${PRICES - 1}. The window of an ` +
      'item has the item itself and the items before it in the lists whose time is not less than ' +
      'its own less w. The floor of an item is the price at place k if the prices of its window ' +
      'are put in ascending order, equal ones as often as they occur; places count from 1, and k ' +
      'is c percent of the number of items in the window, rounded up. Give the sum of price less ' +
      'floor over the items whose price is above their floor by d or more. c is from 1 to 100.',
    takes: { w: 'long', c: 'long', d: 'long', t: 'long list', p: 'long list' },
    gives: 'long',
    fuel: 550_000,
    written: (w, c, d, n, seed) => [
      ...[`${w}`, `${c}`, `${d}`],
      ...[timesText(n, seed), noise(n, seed, 5, PRICES)],
    ],
    draw: (random: RandomStream): [number, number, number, number, number] => [
      random.pick([0, random.integer(1, 60), random.integer(60, 300)]),
      random.pick([random.integer(1, 40), random.integer(40, 80), 50]),
      random.pick([1, random.integer(1, 900)]),
      ...size(random),
    ],
    edges: [
      [6000, 35, 400, ITEMS, 17],
      [5, 100, 0, 1, 3],
      [40, 1, 300, 90, 5],
    ],
    reference: (w, c, d, n, seed) =>
      sumAboveFloor([w, c, d], timesOf(n, seed), numbers(n, seed, 5, PRICES), BITS),
    solution:
      'level:{[x;s] q:x 0;a:x 1;b:x 2;k:x 3;\n' +
      '  c:(q div s)mod 2;z:0,sums 1-c;u:z a;v:z b;o:k>v-u;m:last z;\n' +
      '  (q iasc c;?[o;m+a-u;u];?[o;m+b-v;v];k-o*v-u;x[4]+s*o)}\n' +
      'solve:{[w;c;d;t;p] n:count p;a:t binr t-w;b:1+til n;k:neg(neg c*b-a)div 100;\n' +
      '  g:p-last level/[(p;a;b;k;n#0);reverse prds 1,10#2];sum g*g>=d}',
    wrong:
      'solve:{[w;c;d;t;p] g:{[w;c;t;p;i] x:asc p where(t<=t i)and t>=t[i]-w;\n' +
      '    p[i]-x neg[1]+neg(neg c*count x)div 100}[w;c;t;p]each til count p;sum g*g>=d}',
  }),
])
