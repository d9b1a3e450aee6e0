import type { RandomStream } from '../../random.ts'
import { cents, dateText, items, longs } from '../draws.ts'
import { summed } from '../long-draws.ts'
import { secondText } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'
import {
  adjustedCloses,
  type Close,
  type CorporateAction,
  legsOf,
  type MonthAmount,
  type SessionPrint,
  sessionVwap,
  tieredFees,
} from '../references/desk.ts'

const OPEN = 34_200
const CLOSE = 57_600

function sessionPrints(random: RandomStream): SessionPrint[] {
  return items(random, [6, 14], (at) => {
    const kind = at < 3 ? 'trade' : random.pick(['trade', 'trade', 'auction', 'fix', 'fix', 'bust'])
    const isNew = kind === 'trade' || kind === 'auction'
    const border = random.pick([OPEN, CLOSE, OPEN - 1, CLOSE + 1])
    return {
      time: secondText(random.chance(0.4) ? border : random.integer(OPEN - 600, CLOSE + 600)),
      id: isNew ? at + 1 : random.integer(1, at + 2),
      kind,
      price: cents(random, 10, 12),
      size: random.integer(1, 9) * 10,
    }
  })
}

const print = (text: string): SessionPrint => {
  const [time = '', id, kind = '', price, size] = text.split(' ')
  return { time, id: Number(id), kind, price: Number(price), size: Number(size) }
}

/** Dates around the end of a month, so that some months have several rows. */
const monthAmounts = (random: RandomStream): MonthAmount[] => {
  const first = random.integer(8_700, 9_400)
  return items(random, [4, 9], () => ({
    date: dateText(first + random.integer(0, random.pick([12, 40])) + random.pick([0, 0, 366])),
    amount: random.integer(1, 60),
  }))
}

function legMessage(random: RandomStream): string {
  const leg = (): string[] => {
    const fields = [`623=${random.integer(1, 4)}`, `624=${random.integer(1, 2)}`]
    const kept = fields.filter(() => random.chance(0.7))
    return [
      `600=${random.pick(['fig', 'kiwi', 'plum'])}`,
      ...(random.chance(0.5) ? kept : kept.toReversed()),
    ]
  }
  const legs = items(random, [1, 4], leg)
  const count = legs.length - (random.chance(0.3) ? random.integer(0, legs.length) : 0)
  const side = `54=${random.integer(1, 2)}`
  const group = [`555=${count}`, ...legs.flat()]
  const after = random.pick([[], ['623=9'], ['600=lime', '623=7'], ['624=1']])
  const [head, tail] = random.chance(0.5) ? [[side], []] : [[], [side]]
  const fields = ['35=AB', ...head, '55=fig', ...group, '44=5', ...tail, ...after]
  return fields.map((field) => `${field}|`).join('')
}

const closes = (random: RandomStream, first: number): Close[] => {
  const days = random.sample(
    Array.from({ length: 16 }, (_, at) => first + at),
    random.integer(4, 9),
  )
  const isSorted = random.chance(0.5)
  const order = isSorted ? days.sort((one, other) => one - other) : days
  return order.map((day) => ({ date: dateText(day), close: random.integer(80, 480) / 4 }))
}

const actions = (random: RandomStream, first: number): CorporateAction[] =>
  items(random, [1, 5], () => {
    const date = dateText(first + random.integer(-1, random.pick([4, 17])))
    return random.chance(0.4)
      ? { date, kind: 'split', amount: random.pick([0.5, 2, 4]) }
      : { date, kind: 'dividend', amount: random.integer(1, 12) / 4 }
  })

const adjusted = (before: string): string =>
  'one:{[c;e;d] x:select from e where date=d;\n' +
  `  p:exec close from \`date xasc select from c where date<d;p:${before};\n` +
  '  f:$[null p;1f;1-(sum x[`amount]where x[`kind]=`dividend)%p];\n' +
  '  f%prd x[`amount]where x[`kind]=`split}\n' +
  'solve:{[closes;actions] d:distinct actions`date;f:one[closes;actions]each d;\n' +
  '  closes[`close]*{[d;f;x] prd f where d>x}[d;f]each closes`date}'

export const WORK_VWAPS = topic('work', [
  problem({
    id: 'vwap-of-a-session',
    level: 4,
    statement:
      'Rows of prints arrive in their order. A row of the kind trade or auction is a new print ' +
      'with its own id. A fix gives the print with its id the price and the size of the fix; ' +
      'the time and the kind stay those of the print. A bust takes the print with its id away ' +
      'for good. Fixes and busts of an id that has not arrived before them, or was busted, do ' +
      'nothing; their own times mean nothing, so they may come after the close. Give the ' +
      'average price of the trades that are left, weighted with their sizes: of those whose ' +
      'time is from open to close, both included. Auctions do not count. Without such a trade, ' +
      'the result is null.',
    takes: {
      open: 'second',
      close: 'second',
      prints: 'table time:second, id:long, kind:symbol, price:float, size:long',
    },
    gives: 'float',
    draw: (random): [string, string, SessionPrint[]] => [
      secondText(OPEN),
      secondText(CLOSE),
      sessionPrints(random),
    ],
    edges: [
      [
        '09:30:00',
        '16:00:00',
        [
          '09:30:00 1 trade 10 20',
          '16:00:00 2 trade 11 10',
          '16:00:01 3 trade 12 10',
          '16:00:02 1 fix 10.5 40',
          '15:00:00 3 fix 11 50',
          '16:05:00 9 bust 0 0',
        ].map(print),
      ],
      [
        '09:30:00',
        '16:00:00',
        ['10:00:00 1 trade 10 20', '10:00:01 1 bust 10 20', '10:00:01 1 fix 10 20'].map(print),
      ],
    ],
    reference: (open, close, prints) => sessionVwap(open, close, prints),
    solution:
      'solve:{[open;close;prints] t:0#prints;i:0;\n' +
      '  while[i<count prints;r:prints i;j:t[`id]?r`id;k:r`kind;\n' +
      '    $[k in`trade`auction;t,:r;j=count t;::;k=`bust;t:delete from t where i=j;\n' +
      '      t:update price:r`price,size:r`size from t where i=j];i+:1];\n' +
      '  exec size wavg price from t where kind=`trade,time within(open;close)}',
    wrong:
      'solve:{[open;close;prints] t:select last time,last kind,last price,last size by id from ' +
      'prints;\n' +
      '  exec size wavg price from t where kind in`trade`fix,time within(open;close)}',
  }),
])

export const WORK_LEGS = topic('work', [
  problem({
    id: 'legs-of-a-message',
    level: 4,
    statement:
      'A message has fields, each a tag, an equals sign, a value and a bar. The legs of an ' +
      'order follow directly after the field of tag 555, which says how many legs there are. A ' +
      'leg begins with tag 600, its name. After that it may have tag 624 (its side, 1 or 2) and ' +
      'tag 623 (its ratio), in any order. The legs end before the first field of another tag ' +
      'than these three, whatever comes after it; if the message has more legs than tag 555 ' +
      'says, only the first so many count. A leg without side has that of the order, tag 54 ' +
      '(which may be before or after the legs); one without ratio has 1. Give a table of the ' +
      'legs in their order, with the columns name, side and ratio. There may be none. All ' +
      'fields have values, and tag 555 and 54 come once.',
    takes: { message: 'string' },
    gives: 'table name:symbol, side:long, ratio:long',
    draw: (random) => [legMessage(random)],
    edges: [
      ['35=AB|54=2|55=fig|555=2|600=fig|600=kiwi|624=1|623=3|44=5|600=plum|623=2|'],
      ['35=AB|555=1|600=fig|623=2|600=kiwi|623=4|54=1|'],
      ['35=AB|54=1|555=0|44=5|600=fig|'],
    ],
    reference: (message) => legsOf(message),
    solution:
      'val:{[f;g] i:where g~/:f[;0];$[count i;"J"$f[first i;1];0N]}\n' +
      'solve:{[message] f:"="vs/:-1_"|"vs message;g:f[;0];\n' +
      '  n:val[f;"555"];s:val[f;"54"];f:(1+g?"555")_f;\n' +
      '  l:(sum mins f[;0]in("600";"623";"624"))#f;\n' +
      '  p:(where l[;0]~\\:"600")cut l;p:(n&count p)#p;\n' +
      '  ([]name:`$p[;0;1];side:s^val[;"624"]each p;ratio:1^val[;"623"]each p)}',
    wrong:
      'val:{[f;g] i:where g~/:f[;0];$[count i;"J"$f[first i;1];0N]}\n' +
      'solve:{[message] f:"="vs/:-1_"|"vs message;\n' +
      '  s:val[f;"54"];p:(where f[;0]~\\:"600")cut f;\n' +
      '  ([]name:`$p[;0;1];side:s^val[;"624"]each p;ratio:1^val[;"623"]each p)}',
  }),
])

export const WORK_CLOSES = topic('work', [
  problem({
    id: 'closes-without-dividends',
    level: 4,
    statement:
      'closes has the closing price of a share on some dates, each date once, in no order. ' +
      'actions has splits and dividends with their dates: from its date on, a price is without ' +
      'the dividend, or one of the shares after the split. Give the list of closes, in the ' +
      'order of the table, as if all of these had happened before: each close is multiplied ' +
      'with a factor for each date of actions that is after its own date. The factor of a date ' +
      'is 1 less d%p, divided by the amounts of all splits of the date (a split of 2 makes two ' +
      'shares of one). Here, d is the sum of the dividends of the date, and p the close of the ' +
      'last date in closes before it, as it is given in closes. If there is no such close, the ' +
      'dividends of the date change nothing. The rows of actions are in no order.',
    takes: {
      closes: 'table date:date, close:float',
      actions: 'table date:date, kind:symbol, amount:float',
    },
    gives: 'float list',
    draw: (random): [Close[], CorporateAction[]] => {
      const first = random.integer(8_700, 9_400)
      return [closes(random, first), actions(random, first)]
    },
    edges: [
      [
        [
          { date: '2024.03.05', close: 50 },
          { date: '2024.03.01', close: 80 },
          { date: '2024.03.04', close: 100 },
        ],
        [
          { date: '2024.03.05', kind: 'dividend', amount: 10 },
          { date: '2024.03.05', kind: 'split', amount: 2 },
          { date: '2024.03.05', kind: 'dividend', amount: 10 },
          { date: '2024.03.01', kind: 'dividend', amount: 5 },
          { date: '2024.03.08', kind: 'dividend', amount: 5 },
        ],
      ],
    ],
    reference: (rows, events) => adjustedCloses(rows, events),
    solution: adjusted('last p'),
    wrong: adjusted('first p'),
  }),
])

export const WORK_TIERS = topic('work', [
  problem({
    id: 'fees-of-months',
    level: 4,
    statement:
      'rows has the amounts that were traded, with their dates, in no order. bounds has the ' +
      'lower bounds of tiers, ascending from 0, and rates the rate of each tier in percent. In ' +
      'each calendar month, the amounts are taken in order of date, and those of one date in ' +
      'the order of the table. The first units of a month are in the first tier. A unit is in ' +
      'the last tier whose bound is not above the number of units before it in the month, so ' +
      'that an amount may be in several tiers. Each unit costs the rate of its tier. Give the ' +
      'fee of each row, in the order of the table: the sum of the costs of its units, rounded ' +
      'down.',
    takes: {
      bounds: 'long list',
      rates: 'long list',
      rows: 'table date:date, amount:long',
    },
    gives: 'long list',
    draw: (random): [number[], number[], MonthAmount[]] => {
      const steps = longs(random, [1, 3], [10, 60])
      const bounds = [0, ...summed(steps)]
      return [bounds, bounds.map(() => random.integer(1, 90)), monthAmounts(random)]
    },
    edges: [
      [
        [0, 10],
        [30, 10],
        [
          { date: '2024.03.01', amount: 5 },
          { date: '2024.02.29', amount: 10 },
          { date: '2023.02.28', amount: 7 },
          { date: '2024.02.29', amount: 15 },
          { date: '2024.02.01', amount: 4 },
        ],
      ],
      [[0], [7], [{ date: '2024.03.01', amount: 15 }]],
    ],
    reference: (bounds, rates, rows) => tieredFees(bounds, rates, rows),
    solution:
      'cost:{[x;r;v] j:x bin v;c:0,sums(-1_r)*1_deltas x;c[j]+r[j]*v-x j}\n' +
      'solve:{[bounds;rates;rows] o:iasc rows`date;t:rows o;m:`month$t`date;\n' +
      '  v:raze sums each(where differ m)cut t`amount;\n' +
      '  (cost[bounds;rates;v]-cost[bounds;rates;v-t`amount])[iasc o]div 100}',
    wrong:
      'solve:{[bounds;rates;rows] o:iasc rows`date;t:rows o;m:`month$t`date;\n' +
      '  v:raze sums each(where differ m)cut t`amount;\n' +
      '  (t[`amount]*rates bounds bin v-t`amount)[iasc o]div 100}',
  }),
])
