import { date, dateText, dayNumber, items } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const weekday = (days: number): number => ((days % 7) + 7) % 7

/** 2000.01.01 was a Saturday. */
const isWorkday = (days: number): boolean => weekday(days) > 1

const sortedEntries = <Item>(all: ReadonlyMap<string, Item>): [string, Item][] =>
  [...all].sort(([x], [y]) => (x < y ? -1 : 1))

export const CALENDARS = topic('records', [
  problem({
    id: 'changes-of-a-table',
    level: 3,
    statement:
      'Two tables keyed by id, in its order, hold a list before and after. Give the ' +
      'ids, in order, that were added, ' +
      'removed and changed, as a dictionary with these three keys.',
    takes: { before: 'table id:long | v:long', after: 'table id:long | v:long' },
    gives: 'symbol -> long list',
    draw: (random) => {
      const side = () =>
        [1, 2, 3, 4, 5, 6]
          .filter(() => random.integer(0, 2) > 0)
          .map((id) => ({ id, v: random.integer(1, 2) }))
      return [side(), side()]
    },
    edges: [
      [
        [
          { id: 1, v: 1 },
          { id: 2, v: 1 },
        ],
        [
          { id: 2, v: 2 },
          { id: 3, v: 1 },
        ],
      ],
    ],
    reference: (before, after) => {
      const old = new Map(before.map(({ id, v }) => [id, v]))
      const fresh = new Map(after.map(({ id, v }) => [id, v]))
      return {
        added: [...fresh.keys()].filter((id) => !old.has(id)),
        removed: [...old.keys()].filter((id) => !fresh.has(id)),
        changed: [...fresh].filter(([id, v]) => old.has(id) && old.get(id) !== v).map(([id]) => id),
      }
    },
    solution:
      'solve:{[before;after] b:exec id from before;a:exec id from after;c:b inter a;\n' +
      ' f:{[t;k] exec v from t where id in k};\n' +
      ' `added`removed`changed!(a except b;b except a;c where not f[before;c]=f[after;c])}',
    wrong:
      'solve:{[before;after] b:exec id from before;a:exec id from after;\n' +
      ' `added`removed`changed!(a except b;b except a;b inter a)}',
  }),
  problem({
    id: 'business-days-between',
    level: 2,
    statement:
      'Count the business days from the first date to the second, both included: days ' +
      'from Monday ' +
      'to Friday that are no holidays. The first date is not after the second.',
    takes: { start: 'date', end: 'date', holidays: 'date list' },
    gives: 'long',
    draw: (random) => {
      const start = dayNumber(date(random))
      const length = random.integer(5, 40)
      const holidays = items(random, [1, 3], () => dateText(start + random.integer(0, length)))
      return [dateText(start), dateText(start + length), holidays]
    },
    edges: [
      ['2024.01.01', '2024.01.07', ['2024.01.01', '2024.01.06']],
      ['2024.01.06', '2024.01.06', []],
    ],
    reference: (from, to, holidays) => {
      let count = 0
      for (let day = dayNumber(from); day <= dayNumber(to); day++) {
        if (isWorkday(day) && !holidays.includes(dateText(day))) count++
      }
      return count
    },
    solution:
      'solve:{[start;end;holidays] d:(start+til 1+end-start)except holidays;count where ' +
      '1<(`long$d)mod 7}',
    wrong:
      'solve:{[start;end;holidays] d:(start+til end-start)except holidays;count where ' +
      '1<(`long$d)mod 7}',
  }),
  problem({
    id: 'settlement-date',
    level: 2,
    statement:
      'A trade is settled so many business days after its date: days from Monday to Friday that ' +
      'are no holidays. Give the date.',
    takes: { date: 'date', days: 'long', holidays: 'date list' },
    gives: 'date',
    draw: (random) => {
      const start = dayNumber(date(random))
      const holidays = items(random, [1, 3], () => dateText(start + random.integer(1, 6)))
      return [dateText(start), random.integer(1, 4), holidays]
    },
    edges: [
      ['2024.01.05', 2, ['2024.01.08']],
      ['2024.01.06', 1, []],
    ],
    reference: (from, count, holidays) => {
      let [day, left] = [dayNumber(from), count]
      while (left > 0) {
        day++
        if (isWorkday(day) && !holidays.includes(dateText(day))) left--
      }
      return dateText(day)
    },
    solution:
      'solve:{[date;days;holidays] d:(date+1+til 14+2*days)except holidays;' +
      '(d where 1<(`long$d)mod 7)days-1}',
    wrong: 'solve:{[date;days;holidays] d:date+1+til 14+2*days;(d where 1<(`long$d)mod 7)days-1}',
  }),
  problem({
    id: 'last-business-day',
    level: 2,
    statement: 'Give the last day from Monday to Friday of the month of each date.',
    takes: { dates: 'date list' },
    gives: 'date list',
    draw: (random) => [items(random, [2, 6], () => date(random))],
    edges: [[['2024.03.01', '2024.03.31', '2023.12.25', '2024.03.31']]],
    reference: (dates) =>
      dates.map((text) => {
        let day = dayNumber(text)
        while (dateText(day + 1).slice(0, 7) === text.slice(0, 7)) day++
        while (!isWorkday(day)) day--
        return dateText(day)
      }),
    solution:
      'solve:{[dates] e:-1+`date$1+`month$dates;e-0|1+neg(`long$e-1)mod 7;' +
      '{x-(1 2 0 0 0 0 0)(`long$x)mod 7}e}',
    wrong: 'solve:{[dates] -1+`date$1+`month$dates}',
  }),
  problem({
    id: 'accrued-interest',
    level: 1,
    statement:
      'Interest accrues on a notional at a yearly rate, on the days from one date to another out ' +
      'of 360. Give the amount.',
    takes: { notional: 'float', rate: 'float', start: 'date', end: 'date' },
    gives: 'float',
    draw: (random) => {
      const start = dayNumber(date(random))
      const notional = random.integer(1, 50) * 1000
      return [
        notional,
        random.integer(1, 32) / 64,
        dateText(start),
        dateText(start + random.integer(1, 400)),
      ]
    },
    edges: [[1000, 0.25, '2024.01.01', '2024.12.26']],
    reference: (notional, rate, from, to) =>
      (notional * rate * (dayNumber(to) - dayNumber(from))) / 360,
    solution: 'solve:{[notional;rate;start;end] notional*rate*(end-start)%360}',
    wrong: 'solve:{[notional;rate;start;end] notional*rate*(end-start)%365}',
  }),
  problem({
    id: 'moving-sum-by-user',
    level: 2,
    statement:
      'Add a column total: the sum of the amounts of the same user in this row and the two rows ' +
      'of that user before it.',
    takes: { rows: 'table user:symbol, amount:long' },
    gives: 'table user:symbol, amount:long, total:long',
    draw: (random) => [
      items(random, [4, 10], () => ({
        user: random.pick(['ann', 'bob']),
        amount: random.integer(1, 20),
      })),
    ],
    edges: [
      [
        [
          { user: 'ann', amount: 1 },
          { user: 'ann', amount: 2 },
          { user: 'bob', amount: 9 },
          { user: 'ann', amount: 3 },
          { user: 'ann', amount: 4 },
        ],
      ],
    ],
    reference: (rows) =>
      rows.map((row, i) => {
        const own = rows.slice(0, i + 1).filter(({ user }) => user === row.user)
        return { ...row, total: own.slice(-3).reduce((all, { amount }) => all + amount, 0) }
      }),
    solution: 'solve:{[rows] update total:3 msum amount by user from rows}',
    wrong: 'solve:{[rows] update total:3 msum amount from rows}',
  }),
  problem({
    id: 'text-of-initials',
    level: 1,
    statement:
      'Give the initials of each name, in capitals and without blanks: "ann lee" is "AL". Names ' +
      'have single blanks between their words.',
    takes: { names: 'string list' },
    gives: 'string list',
    draw: (random) => [
      items(random, [2, 5], () =>
        items(random, [2, 3], () => random.pick(['ann', 'bob', 'cy', 'dee', 'ed'])).join(' '),
      ),
    ],
    edges: [[['ann lee', 'ed van bo']]],
    reference: (names) =>
      names.map((text) =>
        text
          .split(' ')
          .map((part) => part.charAt(0).toUpperCase())
          .join(''),
      ),
    solution: 'solve:{[names] upper first each/:" "vs/:names}',
    wrong: 'solve:{[names] first each/:" "vs/:names}',
  }),
  problem({
    id: 'pivot-of-counts',
    level: 3,
    statement:
      'Count the rows by user and kind. Give a dictionary from user, sorted, to the ' +
      'list of counts ' +
      'of the kinds `a, `b and `c in this order, 0 where there is none.',
    takes: { rows: 'table user:symbol, kind:symbol' },
    gives: 'symbol -> long list',
    draw: (random) => [
      items(random, [3, 10], () => ({
        user: random.pick(['ann', 'bob', 'cy']),
        kind: random.pick(['a', 'b', 'c']),
      })),
    ],
    edges: [[[{ user: 'bob', kind: 'c' }]]],
    reference: (rows) => {
      const counts = new Map<string, number[]>()
      for (const { user, kind } of rows) {
        const own = counts.get(user) ?? [0, 0, 0]
        own['abc'.indexOf(kind)] = (own['abc'.indexOf(kind)] ?? 0) + 1
        counts.set(user, own)
      }
      return Object.fromEntries(sortedEntries(counts))
    },
    solution: 'solve:{[rows] exec `long$sum each `a`b`c=\\:kind by user from rows}',
    wrong: 'solve:{[rows] exec count each group kind by user from rows}',
  }),
])
