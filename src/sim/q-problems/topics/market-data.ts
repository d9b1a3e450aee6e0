import type { RandomStream } from '../../random.ts'
import { cents, items, name, two } from '../draws.ts'
import type { Row } from '../literal.ts'
import { problem, topic } from '../problem.ts'

const secondText = (total: number): string =>
  [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map(two).join(':')

const secondNumber = (text: string): number =>
  text.split(':').reduce((total, part) => total * 60 + Number(part), 0)

interface Tick extends Row {
  readonly time: string
  readonly sym: string
  readonly price: number
  readonly size: number
}

interface Quote extends Row {
  readonly time: string
  readonly sym: string
  readonly bid: number
  readonly ask: number
}

const TICKS = 'table time:second, sym:symbol, price:float, size:long'
const QUOTES = 'table time:second, sym:symbol, bid:float, ask:float'

const times = (random: RandomStream, count: number): string[] =>
  Array.from({ length: count }, () => random.integer(34_200, 35_400))
    .sort((x, y) => x - y)
    .map(secondText)

const ticks = (random: RandomStream, most = 9): Tick[] =>
  times(random, random.integer(4, most)).map((time) => ({
    time,
    sym: name(random),
    price: cents(random, 1, 40),
    size: random.integer(1, 12) * 10,
  }))

const quotes = (random: RandomStream): Quote[] =>
  times(random, random.integer(5, 10)).map((time) => {
    const bid = cents(random, 1, 40)
    return { time, sym: name(random), bid, ask: bid + random.integer(1, 8) / 4 }
  })

const TWO: Tick[] = [
  { time: '09:30:01', sym: 'fig', price: 2.5, size: 10 },
  { time: '09:36:00', sym: 'fig', price: 3.5, size: 30 },
  { time: '09:36:00', sym: 'pear', price: 8, size: 20 },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const groupsOf = <Item>(all: readonly Item[], key: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of all) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const sortedGroups = <Item>(all: readonly Item[], key: (item: Item) => string) =>
  [...groupsOf(all, key)].sort(([x], [y]) => (x < y ? -1 : 1))

const last = <Item>(all: readonly Item[]): Item => all[all.length - 1] as Item

/** The start of the bar of so many minutes in which a time lies. */
const barOf = (minutes: number, time: string): string =>
  secondText(secondNumber(time) - (secondNumber(time) % (minutes * 60))).slice(0, 5)

export const MARKET_DATA = topic('market-data', [
  problem({
    id: 'bars-of-minutes',
    level: 2,
    statement:
      'Make bars of so many minutes: a table keyed by sym and minute, the start of the bar, with ' +
      'the first, highest, lowest and last price as open, high, low and close. Rows are in order ' +
      'of time.',
    takes: { minutes: 'long', ticks: TICKS },
    gives: 'table sym:symbol, minute:minute | open:float, high:float, low:float, close:float',
    draw: (random) => [random.pick([1, 5, 10]), ticks(random)],
    edges: [[5, TWO]],
    reference: (minutes, rows) =>
      sortedGroups(rows, ({ sym, time }) => `${sym} ${barOf(minutes, time)}`).map(([key, own]) => {
        const [sym = '', minute = ''] = key.split(' ')
        const prices = own.map(({ price }) => price)
        const [high, low] = [Math.max(...prices), Math.min(...prices)]
        return { sym, minute, open: prices[0] as number, high, low, close: last(prices) }
      }),
    solution:
      'solve:{[minutes;ticks] select open:first price,high:max price,low:min price,' +
      'close:last price by sym,minute:minutes xbar time.minute from ticks}',
    wrong:
      'solve:{[minutes;ticks] select open:first price,high:max price,low:min price,' +
      'close:max price by sym,minute:minutes xbar time.minute from ticks}',
  }),
  problem({
    id: 'vwap-of-bars',
    level: 2,
    statement:
      'Give the mean price weighted by size in bars of so many minutes, over all names, as a ' +
      'table keyed by minute, the start of the bar, with a column vwap.',
    takes: { minutes: 'long', ticks: TICKS },
    gives: 'table minute:minute | vwap:float',
    draw: (random) => [random.pick([2, 5, 10]), ticks(random)],
    edges: [[5, TWO]],
    reference: (minutes, rows) =>
      sortedGroups(rows, ({ time }) => barOf(minutes, time)).map(([minute, own]) => ({
        minute,
        vwap: sum(own.map(({ price, size }) => price * size)) / sum(own.map(({ size }) => size)),
      })),
    solution:
      'solve:{[minutes;ticks] select vwap:size wavg price by minute:minutes xbar time.minute from ticks}',
    wrong:
      'solve:{[minutes;ticks] select vwap:avg price by minute:minutes xbar time.minute from ticks}',
  }),
  problem({
    id: 'prevailing-quote',
    level: 2,
    statement:
      'Put beside each trade the bid and ask of its name as they stood at its time: those of the ' +
      'last quote not after it, nulls where there was none. Both tables are in order of time.',
    takes: { ticks: TICKS, quotes: QUOTES },
    gives: `${TICKS}, bid:float, ask:float`,
    draw: (random) => [ticks(random), quotes(random)],
    edges: [[TWO, [{ time: '09:36:00', sym: 'fig', bid: 3, ask: 4 }]]],
    reference: (rows, all) =>
      rows.map((row) => {
        const known = all.filter(({ sym, time }) => sym === row.sym && time <= row.time)
        const found = known.length === 0 ? undefined : last(known)
        return { ...row, bid: found?.bid ?? null, ask: found?.ask ?? null }
      }),
    solution: 'solve:{[ticks;quotes] aj[`sym`time;ticks;quotes]}',
    wrong: 'solve:{[ticks;quotes] aj[enlist`time;ticks;delete sym from quotes]}',
  }),
  problem({
    id: 'trade-side',
    level: 3,
    statement:
      'Tell for each trade who began it, judged by the quote of its name at its time (the last ' +
      'not after it): `buy above the middle of bid and ask, `sell below it, the null symbol at ' +
      'the middle or without a quote.',
    takes: { ticks: TICKS, quotes: QUOTES },
    gives: 'symbol list',
    draw: (random) => [ticks(random), quotes(random)],
    edges: [
      [
        TWO,
        [
          { time: '09:30:00', sym: 'fig', bid: 1, ask: 3 },
          { time: '09:35:00', sym: 'fig', bid: 3, ask: 4 },
        ],
      ],
    ],
    reference: (rows, all) =>
      rows.map((row) => {
        const known = all.filter(({ sym, time }) => sym === row.sym && time <= row.time)
        if (known.length === 0) return ''
        const { bid, ask } = last(known)
        const middle = (bid + ask) / 2
        if (row.price === middle) return ''
        return row.price > middle ? 'buy' : 'sell'
      }),
    solution:
      'solve:{[ticks;quotes] exec `sell``buy 1+signum 0^price-0.5*bid+ask ' +
      'from aj[`sym`time;ticks;quotes]}',
    wrong:
      'solve:{[ticks;quotes] exec ?[price>0.5*bid+ask;`buy;`sell] from aj[`sym`time;ticks;quotes]}',
  }),
  problem({
    id: 'best-of-book',
    level: 1,
    statement:
      'An order book has orders with a side (`bid or `ask) and a price. Give the best bid, the ' +
      'highest, and the best ask, the lowest, as a list of two; both sides have orders.',
    takes: { book: 'table side:symbol, price:float, size:long' },
    gives: 'float list',
    draw: (random) => [
      [
        ...items(random, [1, 4], () => ({ side: 'bid', price: cents(random, 1, 9), size: 10 })),
        ...items(random, [1, 4], () => ({ side: 'ask', price: cents(random, 10, 19), size: 10 })),
      ],
    ],
    edges: [
      [
        [
          { side: 'ask', price: 5.5, size: 1 },
          { side: 'bid', price: 5.25, size: 1 },
          { side: 'ask', price: 5.75, size: 1 },
        ],
      ],
    ],
    reference: (book) => {
      const prices = (side: string): number[] =>
        book.filter((order) => order.side === side).map(({ price }) => price)
      return [Math.max(...prices('bid')), Math.min(...prices('ask'))]
    },
    solution:
      'solve:{[book] (exec max price from book where side=`bid;exec min price from book where side=`ask)}',
    wrong:
      'solve:{[book] (exec first price from book where side=`bid;exec first price from book where side=`ask)}',
  }),
  problem({
    id: 'sweep-the-book',
    level: 3,
    statement:
      'A buyer takes a quantity from sell orders, the cheapest first, the earlier row first at ' +
      'the same price. Give the quantity taken from each order, in the order of the rows.',
    takes: { quantity: 'long', asks: 'table price:float, size:long' },
    gives: 'long list',
    draw: (random) => [
      random.integer(1, 20) * 5,
      items(random, [2, 6], () => ({
        price: random.integer(10, 14) / 2,
        size: random.integer(1, 5) * 10,
      })),
    ],
    edges: [
      [
        25,
        [
          { price: 5, size: 10 },
          { price: 4, size: 10 },
          { price: 5, size: 10 },
        ],
      ],
      [0, [{ price: 5, size: 10 }]],
    ],
    reference: (quantity, asks) => {
      const order = asks.map((_, i) => i)
      order.sort((x, y) => (asks[x]?.price ?? 0) - (asks[y]?.price ?? 0) || x - y)
      const taken = asks.map(() => 0)
      let left = quantity
      for (const i of order) {
        taken[i] = Math.min(left, asks[i]?.size ?? 0)
        left -= taken[i] as number
      }
      return taken
    },
    solution:
      'solve:{[quantity;asks] i:iasc asks`price;s:asks[`size]i;\n' +
      ' @[count[asks]#0;i;:;0|s&quantity-0^prev sums s]}',
    wrong: 'solve:{[quantity;asks] s:asks`size;\n 0|s&quantity-0^prev sums s}',
  }),
  problem({
    id: 'book-from-messages',
    level: 3,
    statement:
      'Messages change a book: each sets the size that is offered at a price, and a size of 0 ' +
      'takes the price away. Give what stands after all of them, as a table keyed by price and ' +
      'sorted by it.',
    takes: { messages: 'table price:float, size:long' },
    gives: 'table price:float | size:long',
    draw: (random) => [
      items(random, [3, 9], () => ({
        price: random.integer(10, 14) / 2,
        size: random.pick([0, 10, 20, 30]),
      })),
    ],
    edges: [
      [
        [
          { price: 6, size: 10 },
          { price: 5, size: 20 },
          { price: 6, size: 0 },
        ],
      ],
    ],
    reference: (messages) => {
      const book = new Map<number, number>()
      for (const { price, size } of messages) book.set(price, size)
      return [...book]
        .filter(([, size]) => size > 0)
        .sort(([x], [y]) => x - y)
        .map(([price, size]) => ({ price, size }))
    },
    solution:
      'solve:{[messages] select from (select last size by price from messages) where size>0}',
    wrong: 'solve:{[messages] select last size by price from messages where size>0}',
  }),
  problem({
    id: 'sessions-of-clicks',
    level: 2,
    statement:
      'Times of clicks, in order, belong to one session until more than so many seconds pass ' +
      'without a click. Give the number of the session of each click, from 0.',
    takes: { gap: 'long', times: 'second list' },
    gives: 'long list',
    draw: (random) => [random.integer(60, 240), times(random, random.integer(4, 9))],
    edges: [
      [60, ['09:30:00', '09:31:00', '09:32:01', '09:32:02']],
      [10, ['09:30:00']],
    ],
    reference: (gap, all) => {
      let session = 0
      return all.map((time, i) => {
        const before = all[i - 1]
        if (before !== undefined && secondNumber(time) - secondNumber(before) > gap) session++
        return session
      })
    },
    solution: 'solve:{[gap;times] sums 0,gap<1_deltas`long$times}',
    wrong: 'solve:{[gap;times] sums 0,gap<=1_deltas`long$times}',
  }),
  problem({
    id: 'highest-drawdown',
    level: 2,
    statement:
      'Give the largest fall of a series of prices below its highest price so far; 0 if it never ' +
      'falls.',
    takes: { prices: 'float list' },
    gives: 'float',
    draw: (random) => [items(random, [2, 9], () => random.integer(4, 60) / 4)],
    edges: [[[5, 4, 6, 3, 7]], [[1, 2, 3]], [[2.5]]],
    reference: (prices) => {
      let [top, most] = [Number.NEGATIVE_INFINITY, 0]
      for (const price of prices) {
        top = Math.max(top, price)
        most = Math.max(most, top - price)
      }
      return most
    },
    solution: 'solve:{[prices] max maxs[prices]-prices}',
    wrong: 'solve:{[prices] max[prices]-min prices}',
  }),
  problem({
    id: 'last-state-at-times',
    level: 2,
    statement:
      'A state is known from the times at which it changed, in order. Give the state at each of ' +
      'the asked times, the null symbol before the first change.',
    takes: { changes: 'table time:second, state:symbol', asked: 'second list' },
    gives: 'symbol list',
    draw: (random) => [
      times(random, random.integer(2, 5)).map((time) => ({ time, state: name(random) })),
      times(random, random.integer(2, 6)),
    ],
    edges: [
      [
        [
          { time: '09:30:10', state: 'fig' },
          { time: '09:30:20', state: 'pear' },
        ],
        ['09:30:20', '09:30:19', '09:30:00'],
      ],
    ],
    reference: (changes, asked) =>
      asked.map((time) => changes.filter((change) => change.time <= time).at(-1)?.state ?? ''),
    solution: 'solve:{[changes;asked] changes[`state]changes[`time]bin asked}',
    wrong: 'solve:{[changes;asked] changes[`state]changes[`time]binr asked}',
  }),
  problem({
    id: 'fills-by-name',
    level: 2,
    statement:
      'Prices that are null were not quoted. Put in their place the last price of the same name; ' +
      'those before the first price of a name stay null.',
    takes: { table: 'table sym:symbol, price:float' },
    gives: 'table sym:symbol, price:float',
    draw: (random) => [
      items(random, [4, 10], () => ({
        sym: name(random),
        price: random.integer(0, 2) === 0 ? null : cents(random, 1, 9),
      })),
    ],
    edges: [
      [
        [
          { sym: 'fig', price: 1.5 },
          { sym: 'pear', price: null },
          { sym: 'fig', price: null },
        ],
      ],
    ],
    reference: (rows) => {
      const known = new Map<string, number | null>()
      return rows.map(({ sym, price }) => {
        if (price !== null) known.set(sym, price)
        return { sym, price: known.get(sym) ?? null }
      })
    },
    solution: 'solve:{[table] update fills price by sym from table}',
    wrong: 'solve:{[table] update fills price from table}',
  }),
  problem({
    id: 'repeats-dropped',
    level: 2,
    statement:
      'A feed repeats itself. Keep a row only where its price differs from that of the row of ' +
      'the same name before it.',
    takes: { table: 'table sym:symbol, price:float' },
    gives: 'table sym:symbol, price:float',
    draw: (random) => [
      items(random, [4, 10], () => ({ sym: name(random), price: random.integer(2, 4) / 2 })),
    ],
    edges: [
      [
        [
          { sym: 'fig', price: 1.5 },
          { sym: 'pear', price: 1.5 },
          { sym: 'fig', price: 1.5 },
          { sym: 'fig', price: 2 },
        ],
      ],
    ],
    reference: (rows) => {
      const before = new Map<string, number>()
      return rows.filter(({ sym, price }) => {
        const isNew = before.get(sym) !== price
        before.set(sym, price)
        return isNew
      })
    },
    solution: 'solve:{[table] select from table where (differ;price) fby sym}',
    wrong: 'solve:{[table] select from table where differ price}',
  }),
  problem({
    id: 'rolling-deviation',
    level: 2,
    statement:
      'Tell for each price whether it is more than the given number of standard deviations away ' +
      'from the mean, both of the last so many prices, itself included (fewer at the start).',
    takes: { window: 'long', limit: 'float', prices: 'float list' },
    gives: 'boolean list',
    draw: (random) => [
      random.integer(3, 5),
      1.25,
      items(random, [5, 10], () => random.integer(1, 40)),
    ],
    edges: [
      [3, 1.25, [1, 1, 9, 1]],
      [4, 1.25, [5]],
    ],
    reference: (window, limit, prices) =>
      prices.map((price, i) => {
        const own = prices.slice(Math.max(0, i + 1 - window), i + 1)
        const mean = sum(own) / own.length
        const deviation = Math.sqrt(sum(own.map((one) => (one - mean) ** 2)) / own.length)
        return Math.abs(price - mean) > limit * deviation + 1e-9
      }),
    solution:
      'solve:{[window;limit;prices] abs[prices-window mavg prices]>1e-9+limit*window mdev prices}',
    wrong: 'solve:{[window;limit;prices] abs[prices-avg prices]>1e-9+limit*dev prices}',
  }),
  problem({
    id: 'spread-by-window',
    level: 3,
    statement:
      'Give for each trade the smallest spread (ask less bid) of the quotes of its name in the ' +
      'given number of seconds before it, both ends included; null where there was none.',
    takes: { seconds: 'long', ticks: TICKS, quotes: QUOTES },
    gives: 'float list',
    draw: (random) => [random.integer(60, 600), ticks(random, 6), quotes(random)],
    edges: [
      [
        10,
        TWO,
        [
          { time: '09:35:49', sym: 'fig', bid: 3, ask: 3.25 },
          { time: '09:35:50', sym: 'fig', bid: 3, ask: 4 },
        ],
      ],
    ],
    reference: (seconds, rows, all) =>
      rows.map((row) => {
        const now = secondNumber(row.time)
        const own = all.filter(({ sym, time }) => {
          const at = secondNumber(time)
          return sym === row.sym && at <= now && at >= now - seconds
        })
        return own.length === 0 ? null : Math.min(...own.map(({ bid, ask }) => ask - bid))
      }),
    solution:
      'solve:{[seconds;ticks;quotes] {[s;q;r] m:exec min ask-bid from q where sym=r`sym,' +
      'time within (r[`time]-s;r`time);$[m=0w;0n;m]}[seconds;quotes]each ticks}',
    wrong:
      'solve:{[seconds;ticks;quotes] {[s;q;r] m:exec min ask-bid from q where ' +
      'time within (r[`time]-s;r`time);$[m=0w;0n;m]}[seconds;quotes]each ticks}',
  }),
])
