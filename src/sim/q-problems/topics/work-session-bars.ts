import type { RandomStream } from '../../random.ts'
import { ITEMS, noise, numbers, size, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import {
  type BarRules,
  barStatistics,
  type TapePrint,
  type TradingSession,
} from '../references/session-bars.ts'

const STEPS = 225_000
const KINDS = ['trade', 'auction', 'odd lot', 'cancel'] as const

type Limits = readonly [seconds: number, carryMax: number, auctionMax: number]

const rulesOf = ([seconds, carryMax, auctionMax]: Limits): BarRules => ({
  seconds,
  carryMax,
  auctionMax,
})

/** A tape of which half are trades; cancels name a print that is mostly before them. */
function tapeOf(n: number, seed: number): TapePrint[] {
  const [prices, sizes] = [numbers(n, seed, 5, 13), numbers(n, seed, 7, 9)]
  const [kinds, back] = [numbers(n, seed, 11, 9), numbers(n, seed, 13, 40)]
  return numbers(n, seed, 3, 3 * n).map((time, at) => ({
    time,
    price: 100 + (prices[at] as number),
    size: 1 + (sizes[at] as number),
    kind: KINDS[Math.max(0, (kinds[at] as number) - 5)] as TapePrint['kind'],
    cancelled: Math.max(0, at + 3 - (back[at] as number)),
  }))
}

const sessionsOf = (opens: readonly number[], closes: readonly number[]): TradingSession[] =>
  opens.map((open, at) => ({ open, close: closes[at] as number }))

/** `late`: which auctions belong to the session before them. */
const solution = (late: string): string =>
  'solve:{[a;o;c;t;p;z;x;r] w:a 0;n:count t;g:a 2;\n' +
  '  j:r where(x=3)and r<til n;k:where(x<>3)and @[n#1b;j;:;0b];k:k iasc t k;\n' +
  '  t:t k;p:p k;z:z k;x:x k;m:(w-1)+c-o;m:m div w;f:0,-1_sums m;s:o bin t;\n' +
  '  i:(s>=0)and t<c s;l:(not i)and(x=1)and(s>=0)and ' +
  `${late};\n` +
  '  e:(not i or l)and(x=1)and(s<count[o]-1)and t>=o[s+1]-g;\n' +
  '  b:?[i;f[s]+(t-o s)div w;?[l;f[s]+m[s]-1;?[e;f s+1;-1]]];\n' +
  '  k:where b>=0;b:b k;p:p k;x:x k;q:sum m;v:@[q#0;b;+;z k];\n' +
  '  k:where x<>2;b:b k;p:p k;if[0=count b;:4#0];d:where differ b;y:b d;u:(1_d),count b;h:q#0N;\n' +
  '  cl:@[h;y;:;p u-1];op:@[h;y;:;p d];hl:0^@[h;y;:;(max each d cut p)-min each d cut p];\n' +
  '  i:til q;y:fills?[null cl;0N;i];cl:?[a[1]>=i-y;cl y;0N];op:cl^op;\n' +
  '  s:differ where m;d:0^cl-prev cl;\n' +
  '  "j"$(sum not null cl;sum v*hl;sum d*d*not s;sum s*abs 0^op-prev cl)}'

export const WORK_SESSION_BARS = topic('work', [
  problem({
    id: 'many-bars-of-sessions',
    level: 6,
    statement:
      `The lists t, p, z, x and r ${withBudget(STEPS)}An item is a print of the tape of one ` +
      'name, with the time t, the price p and the size z. The kind x is 0 for a trade, 1 for an ' +
      'auction, 2 for an odd lot and 3 for a cancel. A cancel takes back the item at index r of ' +
      'the lists, counted from 0, if r is below its own index: that item never took place. ' +
      'Otherwise it does nothing, and so it does if that item is a cancel (which still acts). ' +
      'The time of a cancel means nothing, nor does the r of other items. The order of the ' +
      'items is that of t, and of equal t that of the lists.\n' +
      'o and c have the opening and closing times of sessions, which ascend and do not overlap; ' +
      'some sessions are shorter than others. A session has the seconds from o to c-1. It is ' +
      'divided into bars of w seconds from its opening; the last bar ends with the session, so ' +
      'it may be shorter. a has w, carry and g. An item (0, 1 or 2) in the time of a session ' +
      'belongs to the bar with its time. Outside of the sessions only auctions count, in this ' +
      'order: an auction from c to c+g belongs to the last bar of the session that closed last ' +
      'before or at its time; any other one from o-g to o-1 belongs to the first bar of the ' +
      'session that opens next. All other items do not count.\n' +
      'The volume of a bar is the sum of the sizes of its items. Its prices are those of its ' +
      'items apart from odd lots: in their order, the first one is its open and the last one ' +
      'its close. A bar without prices takes the close of the nearest bar before it that has ' +
      'some, also of an earlier session, as its open and its close, if that bar is at most ' +
      'carry bars before it: the bar right before it is 1 bar before it, and the bars of all ' +
      'sessions are counted in one row. Otherwise, such a bar has no open and no close.\n' +
      'Give four numbers:\n' +
      '- how many bars have a close;\n' +
      '- the sum of the volume times (highest less lowest price) over the bars with prices of ' +
      'their own;\n' +
      '- the sum of the squares of close less close of the bar before, over the bars that have ' +
      'both and have the bar before in the same session;\n' +
      '- the sum of the absolute values of open less close of the bar before, over the first ' +
      'bars of sessions that have both.',
    takes: {
      a: 'long list',
      o: 'long list',
      c: 'long list',
      t: 'long list',
      p: 'long list',
      z: 'long list',
      x: 'long list',
      r: 'long list',
    },
    gives: 'long list',
    fuel: STEPS,
    written: (a, opens, closes, n, seed) => [
      a.join(' '),
      opens.length > 1 ? opens.join(' ') : `(enlist ${opens[0]})`,
      closes.length > 1 ? closes.join(' ') : `(enlist ${closes[0]})`,
      noise(n, seed, 3, 3 * n),
      `100+${noise(n, seed, 5, 13)}`,
      `1+${noise(n, seed, 7, 9)}`,
      `0|${noise(n, seed, 11, 9)}-5`,
      `0|(3+til ${n})-${noise(n, seed, 13, 40)}`,
    ],
    draw: (random: RandomStream): [Limits, number[], number[], number, number] => {
      const [n, seed] = size(random)
      const count = 2 * random.integer(1, 5)
      const cuts = new Set(Array.from({ length: count }, () => random.integer(0, 3 * n)))
      const sorted = [...cuts].sort((one, other) => one - other)
      const times = sorted.slice(0, 2 * Math.floor(sorted.length / 2))
      const parts = times.length === 0 ? [3, 3 * n] : times
      return [
        [
          random.integer(2, 40),
          random.pick([0, random.integer(1, 3), random.integer(2, 12)]),
          random.pick([0, random.integer(1, 15), random.integer(5, 60)]),
        ],
        parts.filter((_, at) => at % 2 === 0),
        parts.filter((_, at) => at % 2 === 1),
        n,
        seed,
      ]
    },
    edges: [
      [[7, 2, 50], [100, 20_000, 41_000, 50_000], [18_000, 40_000, 41_003, 59_000], ITEMS, 17],
      [[3, 1, 2], [2], [7], 2, 5],
    ],
    reference: (a, opens, closes, n, seed) =>
      barStatistics(tapeOf(n, seed), sessionsOf(opens, closes), rulesOf(a)),
    solution: solution('t<=g+c s'),
    wrong: solution('0b'),
  }),
])
