import type { RandomStream } from '../../random.ts'
import { noise, numbers } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { knownPrices, type PriceQuery, type PriceVersion } from '../references/bitemporal.ts'
import { profitWithin } from '../references/lots.ts'

/** Rows of each table at most. */
const ROWS = 10_000
const STEPS = 420_000

/** Versions that are mostly withdrawn soon; one in nine never is. */
function versions(n: number, seed: number): PriceVersion[] {
  const [names, times] = [numbers(n, seed, 2, 3), numbers(n, seed, 3, 4 * n)]
  const [delays, roots] = [numbers(n, seed, 5, 12), numbers(n, seed, 11, 64)]
  const [ends, prices] = [numbers(n, seed, 7, 9), numbers(n, seed, 13, 1000)]
  return times.map((since, at) => {
    const known = since + (delays[at] as number)
    const root = roots[at] as number
    const until = ends[at] === 0 ? 0 : known + Math.floor(root ** 3 / 500)
    return { name: names[at] as number, since, known, until, price: prices[at] as number }
  })
}

const versionsText = (n: number, seed: number): string =>
  `{([]name:x 0;since:x 1;known:x[1]+x 2;until:(x[4]>0)*x[1]+x[2]+(x[3]*x[3]*x 3)div 500;` +
  `price:x 5)}(${[
    ...[noise(n, seed, 2, 3), noise(n, seed, 3, 4 * n), noise(n, seed, 5, 12)],
    ...[noise(n, seed, 11, 64), noise(n, seed, 7, 9), noise(n, seed, 13, 1000)],
  ].join(';')})`

interface NamedTrade extends PriceQuery {
  readonly qty: number
}

function trades(n: number, seed: number, spread: number): NamedTrade[] {
  const [names, times] = [numbers(n, seed, 4, 3), numbers(n, seed, 6, 2 * n)]
  const [delays, quantities] = [numbers(n, seed, 8, spread), numbers(n, seed, 9, 13)]
  return times.map((at, i) => {
    const known = at + (delays[i] as number)
    return { name: names[i] as number, at, known, qty: (quantities[i] as number) - 6 }
  })
}

const tradesText = (n: number, seed: number, spread: number): string =>
  `{([]name:x 0;at:x 1;known:x[1]+x 2;qty:x[3]-6)}(${[
    ...[noise(n, seed, 4, 3), noise(n, seed, 6, 2 * n)],
    ...[noise(n, seed, 8, spread), noise(n, seed, 9, 13)],
  ].join(';')})`

/** The profit of the units whose two trades, at known prices, are at most `heldMax` apart. */
function profitAtKnownPrices(
  [staleAfter, heldMax]: readonly [number, number],
  rows: readonly PriceVersion[],
  asked: readonly NamedTrade[],
): number {
  const prices = knownPrices(staleAfter, rows, asked)
  const priced = asked.flatMap(({ name, at, qty }, i) => {
    const price = prices[i] ?? null
    return price === null ? [] : [{ name, time: at, quantity: qty, price }]
  })
  return profitWithin(
    heldMax,
    priced.toSorted((one, other) => one.time - other.time),
  )
}

export const WORK_VERSIONS = topic('work', [
  problem({
    id: 'many-lots-at-known-prices',
    level: 6,
    statement:
      `The tables may have ${ROWS} rows each, in no order, and a call has ${STEPS} steps. A verb ` +
      'takes about one step, and one more for every 16 items of its result; with each, over or ' +
      'scan, a function of your own takes the steps of its verbs for every item. A row of rows ' +
      'says that the price of name is price from the time since on, until there is a row of the ' +
      'name with a later since. This was known from the time known on, and was withdrawn at the ' +
      'time until: from then on, the row does not exist. An until of 0 means that the row was ' +
      'never withdrawn. Some rows are withdrawn when they become known, so they never exist. ' +
      'Most rows exist for a short time only.\n' +
      'a has two numbers, w and g. A row of trades is a trade in name at the time at: a qty ' +
      'above 0 buys so many units, one below 0 sells, and 0 is no trade. Its price is the one ' +
      'of name at the time at, as it was known at the time known: of the rows of name that ' +
      'exist then and whose since is not after at, the one with the latest since counts; of ' +
      'these the one ' +
      'with the latest known, and of these the last one in the table. If its since is more than ' +
      'w before at, the price is stale. A trade without a price or with a stale one is no trade. ' +
      'A price of 0 is a price like any other.\n' +
      'The trades of each name follow each other by at, and where that is equal in the order of ' +
      'the table. What is sold was bought first in, first out: units that were bought earlier ' +
      'are sold earlier. More may be sold than there is; the units bought next are then for ' +
      'those that were sold first. So each unit that is bought and sold has two trades, in ' +
      'either order. Its profit is the price of its sale less the price of its purchase. Give ' +
      'the sum of the profits of the units whose two trades are at most g apart in at. All ' +
      'numbers of the tables but qty are whole, from 0 to 99999.',
    takes: {
      a: 'long list',
      rows: 'table name:long, since:long, known:long, until:long, price:long',
      trades: 'table name:long, at:long, known:long, qty:long',
    },
    gives: 'long',
    fuel: STEPS,
    written: (a, n, seed, spread) => [
      a.join(' '),
      versionsText(n, seed),
      tradesText(n, seed, spread),
    ],
    draw: (random: RandomStream): [[number, number], number, number, number] => [
      [
        random.integer(40, 900),
        random.pick([random.integer(1, 20), random.integer(20, 100), random.integer(50, 300)]),
      ],
      random.integer(60, 150),
      random.integer(1, 2_000),
      random.pick([5, 30, 300, 2000]),
    ],
    edges: [
      [[9000, 40], ROWS, 17, 20_000],
      [[60, 5], 2, 3, 5],
    ],
    reference: (a, n, seed, spread) =>
      profitAtKnownPrices(a, versions(n, seed), trades(n, seed, spread)),
    solution:
      'one:{[g;t;q;p] i:where q>0;j:where q<0;if[0=min(count i;count j);:0];\n' +
      '  b:sums q i;c:sums neg q j;e:asc distinct b,c;e:e where e<=last[b]&last c;\n' +
      '  x:i b binr e;y:j c binr e;sum(e-0^prev e)*(p[y]-p x)*g>=abs t[y]-t x}\n' +
      'solve:{[a;rows;trades] w:a 0;g:a 1;b:1000000;c:(b*rows`name)+rows`since;\n' +
      '  o:iasc rows`known;o:o iasc c o;c:c o;k:rows[`known]o;u:rows[`until]o;n:count c;\n' +
      '  t:asc distinct trades`known;m:count t;l:m+t binr k;' +
      'r:m+t binr ?[u=0;0W;u];j:til n;x:();\n' +
      '  while[count i:where l<r;l@:i;r@:i;j@:i;a:where 1=l mod 2;e:where 1=r mod 2;\n' +
      '    x,:((n*l a)+j a;(n*-1+r e)+j e);l:(l+1)div 2;r:r div 2];\n' +
      '  x:asc raze x;h:(b*trades`name)+trades`at;i:c bin h;l:c binr h-w;' +
      'y:m+t bin trades`known;f:-1;\n' +
      '  while[0<max y;d:x[x bin i+n*y]-n*y;f:f|?[d>=l;d;-1];y:y div 2];\n' +
      '  p:rows[`price]o f;i:where not null p;i:i iasc trades[`at]i;t:trades i;p@:i;\n' +
      '  sum{[g;t;p;n] k:where n=t`name;one[g;t[`at]k;t[`qty]k;p k]}[g;t;p]each til 3}',
    wrong:
      'one:{[g;t;q;p] i:where q>0;j:where q<0;if[0=min(count i;count j);:0];\n' +
      '  b:sums q i;c:sums neg q j;e:asc distinct b,c;e:e where e<=last[b]&last c;\n' +
      '  x:i b binr e;y:j c binr e;sum(e-0^prev e)*(p[y]-p x)*g>=abs t[y]-t x}\n' +
      'solve:{[a;rows;trades] r:`since`known xasc rows;\n' +
      '  p:{[w;r;q] r:select from r where name=q`name,known<=q`known,\n' +
      '    (until=0)or until>q`known,since<=q`at,since>=q[`at]-w;\n' +
      '    exec last price from r}[a 0;r]each trades;\n' +
      '  i:where not null p;i:i iasc trades[`at]i;t:trades i;p@:i;\n' +
      '  sum{[g;t;p;n] k:where n=t`name;one[g;t[`at]k;t[`qty]k;p k]}[a 1;t;p]each til 3}',
  }),
])
