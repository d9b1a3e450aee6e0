import type { RandomStream } from '../../random.ts'
import { noise, numbers } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { type PriceQuery, type PriceVersion, sumOfKnownPrices } from '../references/bitemporal.ts'

/** Rows of each table at most. */
const ROWS = 10_000
const STEPS = 400_000

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

function queries(n: number, seed: number, spread: number): PriceQuery[] {
  const [names, times] = [numbers(n, seed, 4, 3), numbers(n, seed, 6, 4 * n)]
  const delays = numbers(n, seed, 8, spread)
  return times.map((at, i) => ({ name: names[i] as number, at, known: at + (delays[i] as number) }))
}

const queriesText = (n: number, seed: number, spread: number): string =>
  `{([]name:x 0;at:x 1;known:x[1]+x 2)}(${[
    ...[noise(n, seed, 4, 3), noise(n, seed, 6, 4 * n), noise(n, seed, 8, spread)],
  ].join(';')})`

export const WORK_VERSIONS = topic('work', [
  problem({
    id: 'many-prices-as-known',
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
      'A row of asks asks for the price of name at the time at, as it was known at the time ' +
      'known: of the rows of name that exist then and whose since is not after at, the one with ' +
      'the latest since counts; of these the one with the latest known, and of these the last ' +
      'one in the table. If its since is more than w before at, the price is stale, and there is ' +
      'none. Give the sum of the prices of all asks; where there is no price, it is 0. All ' +
      'numbers of ' +
      'the tables are whole, from 0 to 99999.',
    takes: {
      w: 'long',
      rows: 'table name:long, since:long, known:long, until:long, price:long',
      asks: 'table name:long, at:long, known:long',
    },
    gives: 'long',
    fuel: STEPS,
    written: (w, n, seed, spread) => [`${w}`, versionsText(n, seed), queriesText(n, seed, spread)],
    draw: (random: RandomStream): [number, number, number, number] => [
      random.pick([5, random.integer(5, 60), random.integer(60, 900)]),
      random.integer(10, 150),
      random.integer(1, 2_000),
      random.pick([5, 30, 300, 2000]),
    ],
    edges: [
      [9000, ROWS, 17, 20_000],
      [60, 1, 3, 5],
    ],
    reference: (w, n, seed, spread) =>
      sumOfKnownPrices(w, versions(n, seed), queries(n, seed, spread)),
    solution:
      'solve:{[w;rows;asks] b:1000000;c:(b*rows`name)+rows`since;\n' +
      '  o:iasc rows`known;o:o iasc c o;c:c o;k:rows[`known]o;u:rows[`until]o;n:count c;\n' +
      '  t:asc distinct asks`known;m:count t;l:m+t binr k;r:m+t binr ?[u=0;0W;u];j:til n;x:();\n' +
      '  while[count i:where l<r;l@:i;r@:i;j@:i;a:where 1=l mod 2;e:where 1=r mod 2;\n' +
      '    x,:((n*l a)+j a;(n*-1+r e)+j e);l:(l+1)div 2;r:r div 2];\n' +
      '  x:asc raze x;h:(b*asks`name)+asks`at;i:c bin h;l:c binr h-w;y:m+t bin asks`known;f:-1;\n' +
      '  while[0<max y;d:x[x bin i+n*y]-n*y;f:f|?[d>=l;d;-1];y:y div 2];\n' +
      '  sum rows[`price]o f}',
    wrong:
      'solve:{[w;rows;asks] r:`since`known xasc rows;\n' +
      '  sum{[w;r;q] r:select from r where name=q`name,known<=q`known,\n' +
      '    (until=0)or until>q`known,since<=q`at,since>=q[`at]-w;\n' +
      '    0^exec last price from r}[w;r]each asks}',
  }),
])
