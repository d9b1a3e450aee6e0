import { cents, items, name, repeating } from '../draws.ts'
import {
  barOf,
  last,
  secondNumber,
  sortedGroups,
  TICKS,
  TWO,
  ticks,
  times,
  total,
} from '../market-draws.ts'
import { problem, topic } from '../problem.ts'

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
        vwap:
          total(own.map(({ price, size }) => price * size)) / total(own.map(({ size }) => size)),
      })),
    solution:
      'solve:{[minutes;ticks] select vwap:size wavg price by minute:minutes xbar ' +
      'time.minute from ticks}',
    wrong:
      'solve:{[minutes;ticks] select vwap:avg price by minute:minutes xbar time.minute from ticks}',
  }),
  problem({
    id: 'sessions-of-clicks',
    level: 2,
    statement:
      'Times of clicks, in order, belong to one session until more than so many seconds pass ' +
      'without a click. Give the number of the session of each click, from 0.',
    takes: { gap: 'long', times: 'second list' },
    gives: 'long list',
    draw: (random) => [
      random.integer(60, 240),
      repeating(random, times(random, random.integer(4, 9))).sort(),
    ],
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
    draw: (random) => {
      const high = random.pick([12, 60])
      return [items(random, [2, 9], () => random.integer(4, high) / 4)]
    },
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
        const mean = total(own) / own.length
        const deviation = Math.sqrt(total(own.map((one) => (one - mean) ** 2)) / own.length)
        return Math.abs(price - mean) > limit * deviation + 1e-9
      }),
    solution:
      'solve:{[window;limit;prices] abs[prices-window mavg prices]>1e-9+limit*window mdev prices}',
    wrong: 'solve:{[window;limit;prices] abs[prices-avg prices]>1e-9+limit*dev prices}',
  }),
])
