import type { RandomStream } from '../../random.ts'
import { cents, items, name, repeating } from '../draws.ts'
import { last, QUOTES, quotes, secondNumber, secondText, times } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'

/** Minutes of a day in q's notation. */
const minuteText = (minutes: number): string => secondText(minutes * 60).slice(0, 5)
const minuteNumber = (text: string): number => secondNumber(`${text}:00`) / 60

interface Reading {
  readonly [name: string]: string | number
  readonly time: string
  readonly id: string
  readonly reading: number
}

const READINGS = 'table time:second, id:symbol, reading:float'

const readings = (random: RandomStream): Reading[] =>
  repeating(random, times(random, random.integer(5, 12)))
    .sort()
    .map((time) => ({ time, id: random.pick(['fig', 'pear']), reading: cents(random, 1, 9) }))

/** The fields of a message such as `35=D|55=fig`; the last one of a repeated tag. */
const fieldsOf = (message: string): Map<string, string> =>
  new Map(message.split('|').map((field) => field.split('=') as [string, string]))

function message(random: RandomStream): string {
  const fields = [
    `55=${name(random)}`,
    `54=${random.integer(1, 2)}`,
    `38=${random.integer(1, 90)}`,
    ...(random.chance(0.7) ? [`44=${cents(random, 1, 40)}`] : []),
    ...(random.chance(0.3) ? [`38=${random.integer(1, 90)}`] : []),
    ...(random.chance(0.3) ? [`58=${random.pick(['D', '35', 'rush'])}`] : []),
  ]
  return [`35=${random.pick(['D', 'D', 'D', '8', 'F'])}`, ...fields].join('|')
}

export const WORK = topic('work', [
  problem({
    id: 'fresh-quote-for-trade',
    level: 3,
    statement:
      'Trades and quotes are in order of time. For each trade give the bid of the last quote of ' +
      'the same name whose time is not later than that of the trade. Of several quotes with ' +
      'that time, the last row counts. A quote that is more than age seconds older than the ' +
      'trade is too old, and the bid is null; one that is exactly age seconds older is not. If ' +
      'there is no quote, the bid is null.',
    takes: { age: 'long', trades: 'table time:second, sym:symbol', quotes: QUOTES },
    gives: 'float list',
    draw: (random) => [
      random.integer(20, 400),
      repeating(
        random,
        times(random, random.integer(4, 8)).map((time) => ({ time, sym: name(random) })),
      ).sort((x, y) => (x.time < y.time ? -1 : 1)),
      quotes(random).map((one, at) => (at % 2 === 0 ? one : { ...one, sym: 'fig' })),
    ],
    edges: [
      [
        60,
        [
          { time: '09:30:00', sym: 'fig' },
          { time: '09:31:10', sym: 'fig' },
          { time: '09:31:11', sym: 'fig' },
          { time: '09:31:11', sym: 'pear' },
        ],
        [
          { time: '09:30:10', sym: 'fig', bid: 1.5, ask: 2 },
          { time: '09:30:10', sym: 'fig', bid: 2.5, ask: 3 },
        ],
      ],
    ],
    reference: (age, trades, all) =>
      trades.map(({ time, sym }) => {
        const own = all.filter((one) => one.sym === sym && one.time <= time)
        if (own.length === 0) return null
        const { time: quoted, bid } = last(own)
        return secondNumber(time) - secondNumber(quoted) > age ? null : bid
      }),
    solution:
      'solve:{[age;trades;quotes]\n' +
      '  r:aj[`sym`time;trades;select sym,time,bid,quoted:time from quotes];\n' +
      '  ?[age<`long$r[`time]-r`quoted;0n;r`bid]}',
    wrong: 'solve:{[age;trades;quotes] exec bid from aj[`sym`time;trades;quotes]}',
  }),
  problem({
    id: 'grid-of-readings',
    level: 3,
    statement:
      'Readings of one meter are in order of their minutes. Make a table with the columns ' +
      'minute and reading. Its rows are at the minute of the first reading and then every step ' +
      'minutes, as long as that is not after the last reading. The column reading ' +
      'has the last reading at or before the minute; of several at the same minute the last row ' +
      'counts. A reading that is more than most minutes old is not used: then it is null.',
    takes: { step: 'long', most: 'long', readings: 'table minute:minute, reading:float' },
    gives: 'table minute:minute, reading:float',
    draw: (random) => {
      let minute = random.integer(480, 600)
      const all = items(random, [3, 8], () => {
        minute += random.pick([0, 1, 2, 5, 9, 14])
        return { minute: minuteText(minute), reading: cents(random, 1, 9) }
      })
      return [random.integer(2, 6), random.integer(2, 9), all]
    },
    edges: [
      [
        5,
        4,
        [
          { minute: '09:00', reading: 1.5 },
          { minute: '09:00', reading: 2.5 },
          { minute: '09:11', reading: 3.5 },
        ],
      ],
      [3, 9, [{ minute: '10:00', reading: 4.5 }]],
    ],
    reference: (step, most, all) => {
      const minutes = all.map((one) => minuteNumber(one.minute))
      const [first = 0, end = 0] = [minutes[0], minutes.at(-1)]
      const count = Math.floor((end - first) / step) + 1
      return Array.from({ length: count }, (_, at) => {
        const now = first + at * step
        const place = minutes.findLastIndex((minute) => minute <= now)
        const isFresh = now - (minutes[place] ?? 0) <= most
        return { minute: minuteText(now), reading: isFresh ? (all[place]?.reading ?? null) : null }
      })
    },
    solution:
      'solve:{[step;most;readings] m:`long$readings`minute;\n' +
      '  g:first[m]+step*til 1+(last[m]-first m)div step;i:m bin g;\n' +
      '  ([]minute:`minute$g;reading:?[most<g-m i;0n;readings[`reading]i])}',
    wrong:
      'solve:{[step;most;readings] m:`long$readings`minute;\n' +
      '  g:first[m]+step*til 1+(last[m]-first m)div step;\n' +
      '  ([]minute:`minute$g;reading:readings[`reading]m bin g)}',
  }),
  problem({
    id: 'highest-of-last-seconds',
    level: 3,
    statement:
      'Readings are in order of time. For each row give the highest reading among the rows ' +
      'of the ' +
      'same id whose time is at most that of the row and later than it less so many seconds. ' +
      'The row itself counts, and so do rows with the same time below it.',
    takes: { seconds: 'long', readings: READINGS },
    gives: 'float list',
    draw: (random) => [random.integer(60, 500), readings(random)],
    edges: [
      [
        60,
        [
          { time: '09:30:00', id: 'fig', reading: 9.5 },
          { time: '09:30:59', id: 'fig', reading: 1.5 },
          { time: '09:31:00', id: 'fig', reading: 2.5 },
          { time: '09:31:00', id: 'fig', reading: 3.5 },
          { time: '09:31:00', id: 'pear', reading: 8.5 },
        ],
      ],
    ],
    reference: (seconds, all) =>
      all.map(({ time, id }) => {
        const now = secondNumber(time)
        const own = all.filter((one) => {
          const then = secondNumber(one.time)
          return one.id === id && then <= now && then > now - seconds
        })
        return Math.max(...own.map(({ reading }) => reading))
      }),
    solution:
      'high:{[w;r;x] exec max reading from r where id=x`id,time<=x`time,time>(x`time)-w}\n' +
      'solve:{[seconds;readings] high[seconds;readings]each readings}',
    wrong:
      'high:{[w;r;x] exec max reading from r where id=x`id,time<=x`time,time>=(x`time)-w}\n' +
      'solve:{[seconds;readings] high[seconds;readings]each readings}',
  }),
  problem({
    id: 'orders-from-messages',
    level: 3,
    statement:
      'A message has fields such as 55=fig with | between them. Tag 35 is the kind of message, ' +
      '55 the name, 54 the side (1 buys, 2 sells), 38 the quantity and 44 the price. Make a ' +
      'table of the messages of kind D, in their order: sym, qty and price. The quantity of a ' +
      'sale is negative. A message without tag 44 has a null price. If a tag is repeated, its ' +
      'last field counts. Other tags mean nothing. At least one message is of kind D.',
    takes: { messages: 'string list' },
    gives: 'table sym:symbol, qty:long, price:float',
    draw: (random) => [
      random.shuffle([
        `35=D|55=${name(random)}|54=2|38=${random.integer(1, 9)}`,
        ...items(random, [2, 5], () => message(random)),
      ]),
    ],
    edges: [
      [['35=D|55=fig|54=1|38=10|44=2.5|38=20', '35=8|55=fig|54=1|38=5']],
      [['35=D|38=7|54=2|55=pear|58=35']],
    ],
    reference: (messages) =>
      messages
        .map(fieldsOf)
        .filter((fields) => fields.get('35') === 'D')
        .map((fields) => {
          const price = fields.get('44')
          return {
            sym: fields.get('55') ?? '',
            qty: Number(fields.get('38')) * (fields.get('54') === '2' ? -1 : 1),
            price: price === undefined ? null : Number(price),
          }
        }),
    solution:
      'read:{(!). reverse each flip"="vs/:"|"vs x}\n' +
      'solve:{[messages] d:read each messages;d:d where{x["35"]~enlist"D"}each d;\n' +
      '  ([]sym:`$d@\\:"55";qty:("J"$d@\\:"38")*1-2*(d@\\:"54")~\\:enlist"2";\n' +
      '    price:{$["44"in key x;"F"$x"44";0n]}each d)}',
    wrong:
      'read:{(!). flip"="vs/:"|"vs x}\n' +
      'solve:{[messages] d:read each messages;d:d where{x["35"]~enlist"D"}each d;\n' +
      '  ([]sym:`$d@\\:"55";qty:("J"$d@\\:"38")*1-2*(d@\\:"54")~\\:enlist"2";\n' +
      '    price:{$["44"in key x;"F"$x"44";0n]}each d)}',
  }),
])
