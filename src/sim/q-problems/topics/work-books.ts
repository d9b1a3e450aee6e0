import type { RandomStream } from '../../random.ts'
import { cents, dateText, items, repeating } from '../draws.ts'
import { TICKS, ticks } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'
import { barsOfVolume, barsWithoutGaps } from '../references/bars.ts'
import { bestLevels } from '../references/books.ts'
import { LotQueue } from '../references/lots.ts'

type SignedTrade = { qty: number; price: number }

/** Trades of one name that open and close small positions, so that many cross zero. */
function signedTrades(random: RandomStream): SignedTrade[] {
  const trade = (direction: number, qty: number): SignedTrade => ({
    qty: direction * qty,
    price: random.integer(4, 40) / 4,
  })
  const mixed = items(random, [3, 9], () => trade(random.pick([-1, 1]), random.integer(1, 6)))
  const purchases = items(random, [4, 6], () => trade(1, random.integer(1, 2)))
  if (random.chance(0.5)) return mixed
  const saleOfSeveral = trade(-1, random.integer(7, 12))
  return [...purchases, saleOfSeveral, ...mixed]
}

/** Parses trades such as `5@2 -7@4`: a signed quantity and a price. */
const parseTrades = (text: string): SignedTrade[] =>
  text.split(' ').map((trade) => {
    const [qty = 0, price = 0] = trade.split('@').map(Number)
    return { qty, price }
  })

/** The profit that each trade realises by closing the oldest open lots first. */
function realisedProfits(trades: readonly SignedTrade[]): number[] {
  const lots = new LotQueue()
  return trades.map(({ qty, price }) =>
    lots.trade({ quantity: qty, price, time: 0 }).reduce((total, { profit }) => total + profit, 0),
  )
}

export const WORK_BOOKS = topic('work', [
  problem({
    id: 'book-from-changes',
    level: 4,
    statement:
      'Changes of an order book are applied in their order. Each sets the whole size at a price ' +
      'of one side, B for bids and A for asks; size 0 takes the price away, also where it is ' +
      'not there. Give the best n prices of both sides after all changes, as a table with the ' +
      'columns bid, bsize, ask and asize: bids from the highest, asks from the lowest. It has n ' +
      'rows or fewer, as many as the side with more prices has; where the other side has no ' +
      'price left, its cells are null. At least one price is left.',
    takes: { n: 'long', changes: 'table side:symbol, price:float, size:long' },
    gives: 'table bid:float, bsize:long, ask:float, asize:long',
    draw: (random) => {
      const changes = items(random, [5, 14], () => {
        const side = random.pick(['B', 'A'])
        const price = (side === 'B' ? 10 : 12) + random.integer(0, 6) / 2
        return { side, price, size: random.pick([0, 1, 2, 3]) * 10 }
      })
      const farPrice = random.integer(40, 60) / 2
      return [random.integer(1, 4), [...changes, { side: 'A', price: farPrice, size: 10 }]]
    },
    edges: [
      [
        2,
        [
          { side: 'B', price: 9.5, size: 10 },
          { side: 'B', price: 9, size: 20 },
          { side: 'B', price: 8.5, size: 30 },
          { side: 'A', price: 10, size: 5 },
          { side: 'A', price: 10, size: 0 },
          { side: 'A', price: 11, size: 0 },
        ],
      ],
    ],
    reference: (n, changes) => bestLevels(n, changes),
    solution:
      'solve:{[n;changes]\n' +
      '  s:0!select from(select last size by side,price from changes)where size>0;\n' +
      '  b:`price xdesc select from s where side=`B;a:`price xasc select from s where side=`A;\n' +
      '  i:til n&count[b]|count a;\n' +
      '  ([]bid:b[`price]i;bsize:b[`size]i;ask:a[`price]i;asize:a[`size]i)}',
    wrong:
      'solve:{[n;changes]\n' +
      '  s:0!select from(select last size by side,price from changes where size>0);\n' +
      '  b:`price xdesc select from s where side=`B;a:`price xasc select from s where side=`A;\n' +
      '  i:til n&count[b]|count a;\n' +
      '  ([]bid:b[`price]i;bsize:b[`size]i;ask:a[`price]i;asize:a[`size]i)}',
  }),
  problem({
    id: 'first-in-first-out',
    level: 4,
    statement:
      'Trades of one name, in their order: qty is positive for a purchase and negative for a ' +
      'sale. A trade closes the open lots of the other direction, the oldest first, each as far ' +
      'as its quantity goes. What is left of the trade opens a new lot at its price. So a sale ' +
      'may open a short position, which a later purchase closes. Give for each trade the profit ' +
      'that it realises: for the quantity that it closes, the price of the sale less that of ' +
      'the purchase; 0 if it closes nothing.',
    takes: { trades: 'table qty:long, price:float' },
    gives: 'float list',
    draw: (random) => [signedTrades(random)],
    edges: [[parseTrades('5@2 5@3 -7@4 -6@1 3@2')], [parseTrades('-4@5 4@3 4@3 -2@1')]],
    reference: (trades) => realisedProfits(trades),
    solution:
      'one:{[s;q;p] l:s 0;m:s 1;d:signum q;n:abs q;g:0f;\n' +
      '  while[(n>0)and(0<count l)and d<>signum first l;\n' +
      '    k:n&abs first l;g+:k*(p-first m)*neg d;n-:k;l[0]+:k*d;\n' +
      '    if[0=first l;l:1_l;m:1_m]];\n' +
      '  if[n>0;l,:n*d;m,:p];(l;m;g)}\n' +
      'solve:{[trades] s:(0#0;0#0f;0f);r:0#0f;i:0;\n' +
      '  while[i<count trades;s:one[s;trades[i;`qty];trades[i;`price]];r,:s 2;i+:1];r}',
    wrong:
      'one:{[s;q;p] l:s 0;m:s 1;d:signum q;n:abs q;g:0f;\n' +
      '  while[(n>0)and(0<count l)and d<>signum last l;\n' +
      '    k:n&abs last l;g+:k*(p-last m)*neg d;n-:k;l[-1+count l]+:k*d;\n' +
      '    if[0=last l;l:-1_l;m:-1_m]];\n' +
      '  if[n>0;l,:n*d;m,:p];(l;m;g)}\n' +
      'solve:{[trades] s:(0#0;0#0f;0f);r:0#0f;i:0;\n' +
      '  while[i<count trades;s:one[s;trades[i;`qty];trades[i;`price]];r,:s 2;i+:1];r}',
  }),
  problem({
    id: 'bars-without-gaps',
    level: 4,
    statement:
      'Ticks are in order of time. Make bars of so many minutes for each name, from its first ' +
      'bar to its last, none left out. A bar starts at a multiple of the minutes since midnight. ' +
      'The columns are sym, minute (the start of the bar), open, high, low, close and size, the ' +
      'sum of the sizes. A bar without ticks has the close of the bar before as all four prices, ' +
      'and size 0. Sort by sym, then by minute.',
    takes: { minutes: 'long', ticks: TICKS },
    gives:
      'table sym:symbol, minute:minute, open:float, high:float, low:float, close:float, size:long',
    draw: (random) => [
      random.integer(1, 4),
      ticks(random, 8).map((tick, index) => (index % 3 === 0 ? tick : { ...tick, sym: 'fig' })),
    ],
    edges: [
      [
        5,
        [
          { time: '09:34:59', sym: 'pear', price: 2.5, size: 10 },
          { time: '09:35:00', sym: 'fig', price: 3.5, size: 30 },
          { time: '09:46:00', sym: 'pear', price: 8, size: 20 },
        ],
      ],
    ],
    reference: (minutes, allTicks) =>
      [...new Set(allTicks.map(({ sym }) => sym))].sort().flatMap((sym) => {
        const ticksOfName = allTicks.filter((tick) => tick.sym === sym)
        return barsWithoutGaps(minutes, ticksOfName).map((bar) => ({ sym, ...bar }))
      }),
    solution:
      'solve:{[minutes;ticks]\n' +
      '  b:select open:first price,high:max price,low:min price,close:last price,size:sum size\n' +
      '    by sym,minute:minutes xbar time.minute from ticks;\n' +
      '  g:ungroup select minute:{[n;x] n:n;(first x)+n*til 1+(`long$last[x]-first x)div n}' +
      '[minutes;minute] by sym from 0!b;\n' +
      '  r:update c:fills close by sym from(0!g)lj b;\n' +
      '  select sym,minute,open:c^open,high:c^high,low:c^low,close:c,size:0^size from r}',
    wrong:
      'solve:{[minutes;ticks]\n' +
      '  0!select open:first price,high:max price,low:min price,close:last price,size:sum size\n' +
      '    by sym,minute:minutes xbar time.minute from ticks}',
  }),
  problem({
    id: 'bars-of-volume',
    level: 4,
    statement:
      'Trades are in order. Collect them into bars: a bar ends with the trade that brings the ' +
      'sum of its sizes to the target or above it, and the next trade begins a new bar. Sizes ' +
      'are not split. Trades after the last complete bar are left out. Give a table with the ' +
      'columns trades (how many), size (their sum) and vwap, the mean price weighted by size. ' +
      'There is at least one complete bar.',
    takes: { target: 'long', trades: 'table price:float, size:long' },
    gives: 'table trades:long, size:long, vwap:float',
    draw: (random) => {
      const target = random.integer(10, 60)
      const trades = items(random, [4, 12], () => ({
        price: cents(random, 1, 20),
        size: random.integer(1, 30),
      }))
      return [target, [...trades, { price: 3.5, size: target }].slice(random.integer(0, 2))]
    },
    edges: [
      [
        10,
        [
          { price: 1, size: 4 },
          { price: 2, size: 6 },
          { price: 3, size: 25 },
          { price: 4, size: 9 },
        ],
      ],
    ],
    reference: (target, trades) => barsOfVolume(target, trades),
    solution:
      'solve:{[target;trades] s:{[t;x;y] y+x*x<t}[target]\\[0;trades`size];\n' +
      '  b:0,-1_sums`long$s>=target;\n' +
      '  r:select trades:count i,last s,size:sum size,vwap:size wavg price by b ' +
      'from update b:b,s:s from trades;\n' +
      '  select trades,size,vwap from r where s>=target}',
    wrong:
      'solve:{[target;trades] b:(sums[trades`size]-trades`size)div target;\n' +
      '  r:select trades:count i,size:sum size,vwap:size wavg price by b from ' +
      'update b:b from trades;\n' +
      '  select trades,size,vwap from r where size>=target}',
  }),
  problem({
    id: 'prices-before-splits',
    level: 4,
    statement:
      'A share that is split by a ratio of 2 has half its price from the day of the split on. To ' +
      'compare prices, divide each by the ratios of all splits of the same name that are later ' +
      'than its date; a split on the same date is already in the price. Splits are in no order, ' +
      'and a name may have several on one date. Give the prices in the order of the rows.',
    takes: {
      prices: 'table date:date, sym:symbol, price:float',
      splits: 'table date:date, sym:symbol, ratio:float',
    },
    gives: 'float list',
    draw: (random) => {
      const firstDay = random.integer(0, 9_000)
      const sym = (): string => random.pick(['fig', 'pear'])
      const date = (): string => dateText(firstDay + random.integer(0, 7))
      return [
        repeating(
          random,
          items(random, [3, 8], () => ({ date: date(), sym: sym(), price: cents(random, 1, 40) })),
        ),
        items(random, [1, 6], () => ({
          date: date(),
          sym: sym(),
          ratio: random.pick([2, 4, 0.5, 1.25]),
        })),
      ]
    },
    edges: [
      [
        [
          { date: '2024.01.02', sym: 'fig', price: 8 },
          { date: '2024.01.01', sym: 'fig', price: 8 },
          { date: '2024.01.01', sym: 'pear', price: 8 },
        ],
        [
          { date: '2024.01.02', sym: 'fig', ratio: 2 },
          { date: '2024.01.02', sym: 'fig', ratio: 4 },
        ],
      ],
    ],
    reference: (prices, splits) =>
      prices.map(({ date, sym, price }) =>
        splits
          .filter((split) => split.sym === sym && split.date > date)
          .reduce((adjusted, { ratio }) => adjusted / ratio, price),
      ),
    solution:
      'solve:{[prices;splits]\n' +
      '  {[s;x] x[`price]%exec prd ratio from s where sym=x`sym,date>x`date}[splits]each prices}',
    wrong:
      'solve:{[prices;splits]\n' +
      '  {[s;x] x[`price]%exec prd ratio from s where sym=x`sym,date>=x`date}[splits]each prices}',
  }),
])
