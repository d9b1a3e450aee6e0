import type { RandomStream } from '../../random.ts'
import { cents, items, name } from '../draws.ts'
import { problem, topic } from '../problem.ts'

/** A trade as used in the tests. */
interface Trade extends Readonly<Record<string, string | number>> {
  readonly sym: string
  readonly price: number
  readonly qty: number
}

const TRADES = 'table sym:symbol, price:float, qty:long'

const trade = (random: RandomStream): Trade => ({
  sym: name(random),
  price: cents(random, 1, 40),
  qty: random.integer(1, 12) * 10,
})

const trades = (random: RandomStream): Trade[] => items(random, [4, 9], () => trade(random))

const ONE: Trade = { sym: 'fig', price: 2.5, qty: 10 }
const SMALL: Trade[] = [
  ONE,
  { sym: 'apple', price: 4, qty: 20 },
  { sym: 'fig', price: 3.5, qty: 30 },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const names = (rows: readonly Trade[]): string[] => [...new Set(rows.map(({ sym }) => sym))].sort()

const of = (rows: readonly Trade[], sym: string): Trade[] => rows.filter((row) => row.sym === sym)

export const TABLES = topic('tables', [
  problem({
    id: 'large-trades',
    level: 1,
    statement: 'Keep the trades with a quantity of at least the limit, in their order.',
    takes: { limit: 'long', trades: TRADES },
    gives: TRADES,
    draw: (random) => [random.integer(3, 9) * 10, [...trades(random), { ...ONE, qty: 90 }]],
    edges: [[20, SMALL]],
    reference: (limit, rows) => rows.filter(({ qty }) => qty >= limit),
    solution: 'solve:{[limit;trades] select from trades where qty>=limit}',
    wrong: 'solve:{[limit;trades] select from trades where qty>limit}',
  }),
  problem({
    id: 'quantity-by-name',
    level: 1,
    statement: 'Give the total quantity of each name, as a table keyed by sym and sorted by it.',
    takes: { trades: TRADES },
    gives: 'table sym:symbol | qty:long',
    draw: (random) => [trades(random)],
    edges: [[SMALL], [[ONE]]],
    reference: (rows) =>
      names(rows).map((sym) => ({ sym, qty: sum(of(rows, sym).map(({ qty }) => qty)) })),
    solution: 'solve:{[trades] select sum qty by sym from trades}',
    wrong: 'solve:{[trades] select last qty by sym from trades}',
  }),
  problem({
    id: 'average-price',
    level: 1,
    statement: 'Give the mean price of all trades of one name, which has at least one.',
    takes: { name: 'symbol', trades: TRADES },
    gives: 'float',
    draw: (random) => {
      const rows = trades(random)
      return [rows[0]?.sym ?? '', rows]
    },
    edges: [['fig', SMALL]],
    reference: (sym, rows) => {
      const own = of(rows, sym)
      return sum(own.map(({ price }) => price)) / own.length
    },
    solution: 'solve:{[name;trades] exec avg price from trades where sym=name}',
    wrong: 'solve:{[name;trades] exec avg price from trades}',
  }),
  problem({
    id: 'volume-weighted-price',
    level: 2,
    statement:
      'Give for each name the mean price weighted by quantity, as a table keyed by sym with a ' +
      'column vwap.',
    takes: { trades: TRADES },
    gives: 'table sym:symbol | vwap:float',
    draw: (random) => [trades(random)],
    edges: [[SMALL]],
    reference: (rows) =>
      names(rows).map((sym) => {
        const own = of(rows, sym)
        const money = sum(own.map(({ price, qty }) => price * qty))
        return { sym, vwap: money / sum(own.map(({ qty }) => qty)) }
      }),
    solution: 'solve:{[trades] select vwap:qty wavg price by sym from trades}',
    wrong: 'solve:{[trades] select vwap:avg price by sym from trades}',
  }),
  problem({
    id: 'with-amount',
    level: 1,
    statement: 'Add a column amount at the end: price times quantity.',
    takes: { trades: TRADES },
    gives: 'table sym:symbol, price:float, qty:long, amount:float',
    draw: (random) => [trades(random)],
    edges: [[SMALL]],
    reference: (rows) => rows.map((row) => ({ ...row, amount: row.price * row.qty })),
    solution: 'solve:{[trades] update amount:price*qty from trades}',
    wrong: 'solve:{[trades] select amount:price*qty from trades}',
  }),
  problem({
    id: 'dearest-per-name',
    level: 2,
    statement:
      'Keep, for each name, the trade with the highest price (of several, the first). The trades ' +
      'keep their order.',
    takes: { trades: TRADES },
    gives: TRADES,
    draw: (random) => [trades(random)],
    edges: [[SMALL], [[ONE, { ...ONE, qty: 50 }]]],
    reference: (rows) =>
      rows.filter((row) => {
        const most = Math.max(...of(rows, row.sym).map(({ price }) => price))
        return row === of(rows, row.sym).find(({ price }) => price === most)
      }),
    solution:
      'solve:{[trades] g:group trades`sym;\n' +
      '  i:{[p;i] i p[i]?max p i}[trades`price]each value g;trades asc i}',
    wrong: 'solve:{[trades] select from trades where price=(max;price)fby sym}',
  }),
  problem({
    id: 'sorted-trades',
    level: 1,
    statement: 'Sort the trades by name, and within a name by price from high to low.',
    takes: { trades: TRADES },
    gives: TRADES,
    draw: (random) => [trades(random)],
    edges: [[SMALL]],
    reference: (rows) =>
      [...rows].sort((a, b) => (a.sym < b.sym ? -1 : a.sym > b.sym ? 1 : b.price - a.price)),
    solution: 'solve:{[trades] `sym xasc `price xdesc trades}',
    wrong: 'solve:{[trades] `sym`price xasc trades}',
  }),
  problem({
    id: 'names-traded',
    level: 1,
    statement: 'Give the different names that were traded, in alphabetical order.',
    takes: { trades: TRADES },
    gives: 'symbol list',
    draw: (random) => [trades(random)],
    edges: [[SMALL], [[ONE]]],
    reference: (rows) => names(rows),
    solution: 'solve:{[trades] d iasc d:exec distinct sym from trades}',
    wrong: 'solve:{[trades] exec distinct sym from trades}',
  }),
  problem({
    id: 'running-quantity',
    level: 2,
    statement: 'Replace qty by the total quantity of the same name up to and including the trade.',
    takes: { trades: TRADES },
    gives: TRADES,
    draw: (random) => [trades(random)],
    edges: [[SMALL]],
    reference: (rows) =>
      rows.map((row, at) => ({
        ...row,
        qty: sum(of(rows.slice(0, at + 1), row.sym).map(({ qty }) => qty)),
      })),
    solution: 'solve:{[trades] update sums qty by sym from trades}',
    wrong: 'solve:{[trades] update sums qty from trades}',
  }),
  problem({
    id: 'stock-value',
    level: 2,
    statement:
      'Join the price of each name to the stock and give the total of price times quantity. A ' +
      'name ' +
      'without a price counts nothing.',
    takes: { stock: 'table sym:symbol, qty:long', prices: 'table sym:symbol | price:float' },
    gives: 'float',
    draw: (random) => {
      const priced = [...new Set(items(random, [2, 5], () => name(random)))]
      return [
        items(random, [2, 6], () => ({ sym: name(random), qty: random.integer(1, 3) })),
        priced.map((sym) => ({ sym, price: cents(random, 1, 20) })),
      ]
    },
    edges: [[[{ sym: 'fig', qty: 2 }], [{ sym: 'plum', price: 1.5 }]]],
    reference: (stock, prices) =>
      sum(stock.map(({ sym, qty }) => qty * (prices.find((row) => row.sym === sym)?.price ?? 0))),
    solution: 'solve:{[stock;prices] t:stock lj prices;sum 0f^t[`qty]*t`price}',
    wrong: 'solve:{[stock;prices] t:stock lj prices;sum[t`qty]*avg t`price}',
  }),
  problem({
    id: 'trade-counts',
    level: 1,
    statement: 'Give how many trades each name has: a table keyed by sym with a column n.',
    takes: { trades: TRADES },
    gives: 'table sym:symbol | n:long',
    draw: (random) => [trades(random)],
    edges: [[SMALL]],
    reference: (rows) => names(rows).map((sym) => ({ sym, n: of(rows, sym).length })),
    solution: 'solve:{[trades] select n:count i by sym from trades}',
    wrong: 'solve:{[trades] select n:sum qty by sym from trades}',
  }),
  problem({
    id: 'above-own-average',
    level: 3,
    statement: 'Keep the trades whose price is above the mean price of their own name.',
    takes: { trades: TRADES },
    gives: TRADES,
    draw: (random) => {
      const rows = trades(random)
      return [[...rows, { ...ONE, price: 1 }, { ...ONE, price: 39 }]]
    },
    edges: [[SMALL]],
    reference: (rows) =>
      rows.filter(({ sym, price }) => {
        const own = of(rows, sym).map((row) => row.price)
        return price > sum(own) / own.length
      }),
    solution: 'solve:{[trades] select from trades where price>(avg;price)fby sym}',
    wrong: 'solve:{[trades] select from trades where price>avg price}',
  }),
  problem({
    id: 'fill-prices',
    level: 2,
    statement: 'Replace each missing price by the last one before it; those at the start become 0.',
    takes: { quotes: 'table time:minute, price:float' },
    gives: 'table time:minute, price:float',
    draw: (random) => [
      items(random, [3, 8], (at) => ({
        time: `09:${30 + at}`,
        price: random.chance(0.5) ? null : cents(random, 1, 9),
      })),
    ],
    edges: [
      [
        [
          { time: '09:00', price: null },
          { time: '09:01', price: 2.5 },
          { time: '09:02', price: null },
        ],
      ],
    ],
    reference: (rows) =>
      rows.map(({ time }, at) => ({
        time,
        price: rows.slice(0, at + 1).findLast(({ price }) => price !== null)?.price ?? 0,
      })),
    solution: 'solve:{[quotes] update price:0f^fills price from quotes}',
    wrong: 'solve:{[quotes] update price:0f^price from quotes}',
  }),
  problem({
    id: 'price-as-of',
    level: 3,
    statement:
      'Quotes are sorted by time. Add to each trade the price of the last quote at or before its ' +
      'time; without one it is missing.',
    takes: { trades: 'table time:minute, qty:long', quotes: 'table time:minute, price:float' },
    gives: 'table time:minute, qty:long, price:float',
    draw: (random) => {
      const clock = (minutes: number): string => `10:${String(minutes).padStart(2, '0')}`
      const times = (): number[] =>
        [...new Set(items(random, [3, 6], () => random.integer(0, 30)))].sort((a, b) => a - b)
      return [
        times().map((minutes) => ({ time: clock(minutes), qty: random.integer(1, 9) })),
        times().map((minutes) => ({ time: clock(minutes), price: cents(random, 1, 9) })),
      ]
    },
    edges: [
      [
        [
          { time: '09:59', qty: 1 },
          { time: '10:00', qty: 2 },
          { time: '10:02', qty: 3 },
        ],
        [
          { time: '10:00', price: 1.5 },
          { time: '10:01', price: 2.5 },
        ],
      ],
    ],
    reference: (rows, quotes) =>
      rows.map((row) => ({
        ...row,
        price: quotes.findLast(({ time }) => time <= row.time)?.price ?? null,
      })),
    solution: 'solve:{[trades;quotes] aj[`time;trades;quotes]}',
    wrong: 'solve:{[trades;quotes] trades lj `time xkey quotes}',
  }),
  problem({
    id: 'top-names',
    level: 2,
    statement:
      'Give the k names with the largest total quantity, largest first; equal totals in ' +
      'alphabetical order. There are at least k names.',
    takes: { k: 'long', trades: TRADES },
    gives: 'symbol list',
    draw: (random) => {
      const rows = [...trades(random), ...SMALL]
      return [random.integer(1, names(rows).length), rows]
    },
    edges: [
      [2, SMALL],
      [2, [{ ...ONE, sym: 'plum' }, { ...ONE, sym: 'apple' }, ONE]],
    ],
    reference: (k, rows) => {
      const total = (sym: string): number => sum(of(rows, sym).map(({ qty }) => qty))
      return names(rows)
        .sort((a, b) => total(b) - total(a))
        .slice(0, k)
    },
    solution:
      'solve:{[k;trades] t:0!select sum qty by sym from trades;\n' + '  k#(t`sym)idesc t`qty}',
    wrong: 'solve:{[k;trades] k#(trades`sym)idesc trades`qty}',
  }),
  problem({
    id: 'pivot-quantities',
    level: 3,
    statement:
      'Give a dictionary from each name, in alphabetical order, to its quantities in the order ' +
      'of ' +
      'the trades.',
    takes: { trades: TRADES },
    gives: 'symbol -> long list',
    draw: (random) => [trades(random)],
    edges: [[SMALL], [[ONE, ONE]]],
    reference: (rows) =>
      Object.fromEntries(names(rows).map((sym) => [sym, of(rows, sym).map(({ qty }) => qty)])),
    solution: 'solve:{[trades] exec qty by sym from trades}',
    wrong: 'solve:{[trades] exec distinct qty by sym from trades}',
  }),
])
