import { cents, items, name, repeating } from '../draws.ts'
import { last, QUOTES, quotes, secondNumber, TICKS, TWO, ticks, times } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'

export const MARKET_QUOTES = topic('market-data', [
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
      'solve:{[book] (exec max price from book where side=`bid;exec min price from ' +
      'book where side=`ask)}',
    wrong:
      'solve:{[book] (exec first price from book where side=`bid;exec first price from ' +
      'book where side=`ask)}',
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
    id: 'last-state-at-times',
    level: 2,
    statement:
      'A state is known from the times at which it changed, in order. Give the state at each of ' +
      'the asked times, the null symbol before the first change.',
    takes: { changes: 'table time:second, state:symbol', asked: 'second list' },
    gives: 'symbol list',
    draw: (random) => [
      times(random, random.integer(2, 5)).map((time) => ({ time, state: name(random) })),
      repeating(random, times(random, random.integer(2, 6))).sort(),
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
