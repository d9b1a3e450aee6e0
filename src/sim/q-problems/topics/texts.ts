import type { RandomStream } from '../../random.ts'
import {
  cents,
  civil,
  dateText,
  dayNumber,
  items,
  longs,
  name,
  repeating,
  sentence,
  two,
} from '../draws.ts'
import { problem, topic } from '../problem.ts'

const DAYS = [7700, 8600] as const

const someDay = (random: RandomStream): number => random.integer(...DAYS)

/** Saturday is 0, like the remainder of q's day numbers by 7. */
const weekdayOf = (day: number): number => ((day % 7) + 7) % 7

const monthOf = (day: number): string => dateText(day).slice(0, 7)

const versionOf = (text: string): number[] => text.split('.').map(Number)

export const TEXTS = topic('records', [
  problem({
    id: 'total-of-a-sheet',
    level: 1,
    statement:
      'The lines are a table with commas, the first one with the names name, qty and price. ' +
      'Give the sum of qty times price.',
    takes: { lines: 'string list' },
    gives: 'float',
    draw: (random) => [
      [
        'name,qty,price',
        ...items(
          random,
          [2, 6],
          () => `${name(random)},${random.integer(1, 9)},${cents(random, 1, 20)}`,
        ),
      ],
    ],
    edges: [[['name,qty,price']], [['name,qty,price', 'fig,3,1.5']]],
    reference: (lines) =>
      lines.slice(1).reduce((total, line) => {
        const [, quantity, price] = line.split(',').map(Number)
        return total + (quantity as number) * (price as number)
      }, 0),
    solution: 'solve:{[lines] exec sum qty*price from ("SJF";enlist",")0:lines}',
    wrong: 'solve:{[lines] exec sum[qty]*avg price from ("SJF";enlist",")0:lines}',
  }),
  problem({
    id: 'fixed-columns',
    level: 2,
    statement:
      'Each line has a name in its first 6 characters, filled up with blanks, and a quantity in ' +
      'the next 4, blanks before it. Make a table of name and qty.',
    takes: { lines: 'string list' },
    gives: 'table name:symbol, qty:long',
    draw: (random) => [
      items(
        random,
        [2, 6],
        () => name(random).padEnd(6) + String(random.integer(1, 9999)).padStart(4),
      ),
    ],
    edges: [[['fig      7', 'orange1234']]],
    reference: (lines) =>
      lines.map((line) => ({ name: line.slice(0, 6).trim(), qty: Number(line.slice(6)) })),
    solution: 'solve:{[lines] flip`name`qty!("SJ";6 4)0:lines}',
    wrong: 'solve:{[lines] flip`name`qty!("SJ";7 3)0:lines}',
  }),
  problem({
    id: 'most-frequent-words',
    level: 2,
    statement:
      'Words are separated by single blanks; small and capital letters are the same. Give the k ' +
      'words that occur most often, in small letters, the more frequent first and equally ' +
      'frequent ones by the alphabet; all words if there are fewer.',
    takes: { k: 'long', text: 'string' },
    gives: 'symbol list',
    draw: (random) => [
      random.integer(2, 3),
      items(random, [6, 14], () => random.pick(['the', 'The', 'a', 'an', 'of', 'sea'])).join(' '),
    ],
    edges: [
      [2, 'b a B c a'],
      [3, 'z y x w'],
      [5, 'one'],
    ],
    reference: (k, text) => {
      const counts = new Map<string, number>()
      for (const one of text.toLowerCase().split(' ')) counts.set(one, (counts.get(one) ?? 0) + 1)
      const byCount = [...counts].sort(([x, many], [y, more]) => more - many || (x < y ? -1 : 1))
      return byCount.slice(0, k).map(([one]) => one)
    },
    solution: 'solve:{[k;text] k sublist key desc count each group asc`$" "vs lower text}',
    wrong: 'solve:{[k;text] k sublist key desc count each group`$" "vs lower text}',
  }),
  problem({
    id: 'query-of-an-address',
    level: 2,
    statement:
      'An address such as "/find?q=tea&page=2" has names and values behind its question mark. ' +
      'Give them as a dictionary from name to value, a string; they are in the order of the text.',
    takes: { address: 'string' },
    gives: 'symbol -> string',
    draw: (random) => [
      `/${random.pick(['find', 'list', 'a/b'])}?${['q', 'page', 'sort', 'by']
        .slice(random.integer(0, 2))
        .map((one) => `${one}=${random.pick(['', 'tea', 'x'])}${random.integer(1, 999)}`)
        .join('&')}`,
    ],
    edges: [['/?a=1'], ['/b?one=1&two=22']],
    reference: (address) =>
      Object.fromEntries(
        (address.split('?')[1] ?? '').split('&').map((pair) => pair.split('=') as [string, string]),
      ),
    solution: 'solve:{[address] (!/)"S=&"0:last"?"vs address}',
    wrong: 'solve:{[address] (!/)"S=&"0:address}',
  }),
  problem({
    id: 'wrapped-lines',
    level: 3,
    statement:
      'Break a text of words with single blanks into lines of at most width characters: each ' +
      'line takes as many words as fit, with single blanks between them. No word is longer than ' +
      'a line.',
    takes: { width: 'long', text: 'string' },
    gives: 'string list',
    draw: (random) => [random.integer(6, 14), sentence(random, [4, 10])],
    edges: [
      [6, 'abc de f ghijkl'],
      [7, 'one'],
    ],
    reference: (width, text) => {
      const lines: string[] = []
      for (const one of text.split(' ')) {
        const longer = `${lines.at(-1)} ${one}`
        if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
        else lines.push(one)
      }
      return lines
    },
    solution:
      'solve:{[width;text] w:" "vs text;{[n;l;x] j:last[l]," ",x;' +
      '$[n>=count j;(-1_l),enlist j;l,enlist x]}[width]/[1#w;1_w]}',
    wrong:
      'solve:{[width;text] w:" "vs text;{[n;l;x] j:last[l]," ",x;' +
      '$[n>count j;(-1_l),enlist j;l,enlist x]}[width]/[1#w;1_w]}',
  }),
  problem({
    id: 'masked-digits',
    level: 1,
    statement: 'Replace every digit of a text by #, except among its last four characters.',
    takes: { text: 'string' },
    gives: 'string',
    draw: (random) => [
      items(random, [2, 4], () => String(random.integer(10, 9999))).join(random.pick(['-', ' '])),
    ],
    edges: [['12'], ['no 77 here'], ['1234-5678-90ab']],
    reference: (text) =>
      [...text]
        .map((letter, i) => (/\d/.test(letter) && i < text.length - 4 ? '#' : letter))
        .join(''),
    solution: 'solve:{[text] @[text;where(text in .Q.n)&(til count text)<count[text]-4;:;"#"]}',
    wrong: 'solve:{[text] @[text;where text in .Q.n;:;"#"]}',
  }),
  problem({
    id: 'versions-in-order',
    level: 2,
    statement:
      'Sort version numbers such as "1.10.2", each of three numbers below 1000, from the oldest ' +
      'to the newest.',
    takes: { versions: 'string list' },
    gives: 'string list',
    draw: (random) => [
      repeating(
        random,
        items(random, [3, 6], () => longs(random, [3, 3], [0, 12]).join('.')),
      ),
    ],
    edges: [[['1.10.0', '1.9.0', '1.2.11']], [['0.0.10', '0.0.9']]],
    reference: (versions) =>
      versions.toSorted((x, y) => {
        const [left, right] = [versionOf(x), versionOf(y)]
        const at = left.findIndex((part, i) => part !== right[i])
        return at < 0 ? 0 : (left[at] as number) - (right[at] as number)
      }),
    solution: 'solve:{[versions] versions iasc 1000 sv/:"J"$"."vs/:versions}',
    wrong: 'solve:{[versions] asc versions}',
  }),
  problem({
    id: 'third-fridays',
    level: 2,
    statement: 'Give the third Friday of each month.',
    takes: { months: 'month list' },
    gives: 'date list',
    draw: (random) => [items(random, [2, 5], () => `${monthOf(someDay(random))}m`)],
    edges: [[['2024.03m', '2024.11m', '2000.01m']]],
    reference: (months) =>
      months.map((month) => {
        const first = dayNumber(`${month.slice(0, 7)}.01`)
        const fridays = Array.from({ length: 28 }, (_, i) => first + i).filter(
          (day) => weekdayOf(day) === 6,
        )
        return dateText(fridays[2] as number)
      }),
    solution: 'solve:{[months] d:"d"$months;d+14+(6-"j"$d)mod 7}',
    wrong: 'solve:{[months] d:"d"$months;d+15+(5-"j"$d)mod 7}',
  }),
  problem({
    id: 'days-of-thirty',
    level: 3,
    statement:
      'Bonds count days as if every month had 30: 360 for each year between the two dates, 30 ' +
      'for each month, and the days. A first day of 31 counts as 30; then a second day of 31 ' +
      'counts as 30, too, if the first is 30 or 31.',
    takes: { start: 'date', end: 'date' },
    gives: 'long',
    draw: (random) => {
      const day = someDay(random)
      return [dateText(day), dateText(day + random.integer(1, 400))]
    },
    edges: [
      ['2021.01.31', '2021.03.31'],
      ['2021.01.30', '2021.05.31'],
      ['2021.01.15', '2021.03.31'],
      ['2020.12.31', '2021.02.28'],
    ],
    reference: (start, end) => {
      const [[year, month, day], [toYear, toMonth, toDay]] = [
        civil(dayNumber(start)),
        civil(dayNumber(end)),
      ]
      const from = Math.min(day, 30)
      const to = from === 30 ? Math.min(toDay, 30) : toDay
      return 360 * (toYear - year) + 30 * (toMonth - month) + to - from
    },
    solution:
      'solve:{[start;end] d:30&`dd$start;e:`dd$end;e:$[d=30;30&e;e];' +
      '"j"$(360*(`year$end)-`year$start)+(30*(`mm$end)-`mm$start)+e-d}',
    wrong:
      'solve:{[start;end] d:30&`dd$start;e:30&`dd$end;' +
      '"j"$(360*(`year$end)-`year$start)+(30*(`mm$end)-`mm$start)+e-d}',
  }),
  problem({
    id: 'rolled-payments',
    level: 3,
    statement:
      'Payments due on a Saturday, a Sunday or a holiday are made on the next day that is none ' +
      'of these; if that is in another month, on the last such day before. Give the days of ' +
      'payment.',
    takes: { holidays: 'date list', due: 'date list' },
    gives: 'date list',
    draw: (random) => {
      const days = repeating(random, items(random, [3, 6], someDay.bind(null, random)))
      const holidays = days.flatMap((day) => {
        const length = random.integer(0, 8)
        const start = day - random.integer(0, length)
        return Array.from({ length }, (_, at) => start + at)
      })
      return [[...new Set(holidays)].sort((x, y) => x - y).map(dateText), days.map(dateText)]
    },
    edges: [
      [
        ['2024.12.25', '2024.12.26'],
        ['2024.12.25', '2024.11.30', '2024.06.29'],
      ],
      [['2024.05.31'], ['2024.05.31', '2024.06.01']],
      [[6, 7, 8, 9].map((day) => `2024.05.0${day}`), ['2024.05.06']],
    ],
    reference: (holidays, due) => {
      const closed = (day: number): boolean =>
        weekdayOf(day) < 2 || holidays.includes(dateText(day))
      return due.map((text) => {
        const day = dayNumber(text)
        let [next, before] = [day, day]
        while (closed(next)) next++
        while (closed(before)) before--
        return dateText(monthOf(next) === monthOf(day) ? next : before)
      })
    },
    solution:
      'solve:{[holidays;due] c:{[h;d] (2>("j"$d)mod 7)|d in h}[holidays];' +
      'n:{[c;d] d+c d}[c]/[due];b:{[c;d] d-c d}[c]/[due];?[("m"$n)="m"$due;n;b]}',
    wrong: 'solve:{[holidays;due] {[h;d] d+(2>("j"$d)mod 7)|d in h}[holidays]/[due]}',
  }),
  problem({
    id: 'latency-percentile',
    level: 2,
    statement: 'Give the smallest of the times that at least percent % of all times do not exceed.',
    takes: { percent: 'long', times: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(1, 100), longs(random, [4, 20], [1, random.pick([15, 500])])],
    edges: [
      [50, [4, 1, 3, 2]],
      [100, [7, 9]],
      [1, [5]],
      [1, [3, 2]],
    ],
    reference: (percent, times) =>
      Math.min(
        ...times.filter(
          (one) => times.filter((other) => other <= one).length * 100 >= percent * times.length,
        ),
      ),
    solution: 'solve:{[percent;times] asc[times]@-1+(99+percent*count times)div 100}',
    wrong: 'solve:{[percent;times] asc[times]@(percent*count times)div 100}',
  }),
  problem({
    id: 'most-at-once',
    level: 2,
    statement:
      'Meetings have starts and ends. Give the largest number that are going on at one time; ' +
      'one that ends when another starts is over.',
    takes: { starts: 'minute list', ends: 'minute list' },
    gives: 'long',
    draw: (random) => {
      const starts = longs(random, [3, 8], [96, 108]).map((one) => one * 5)
      const clock = (minutes: number): string =>
        `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
      return [starts.map(clock), starts.map((one) => clock(one + random.integer(1, 6) * 5))]
    },
    edges: [
      [
        ['09:00', '09:30'],
        ['09:30', '10:00'],
      ],
      [['09:00'], ['09:30']],
      [
        ['09:00', '09:10', '09:20'],
        ['10:00', '09:20', '09:30'],
      ],
    ],
    reference: (starts, ends) =>
      Math.max(
        ...starts.map(
          (at) => starts.filter((start, i) => start <= at && at < (ends[i] as string)).length,
        ),
      ),
    solution:
      'solve:{[starts;ends] d:(count[ends]#-1),count[starts]#1;max sums d iasc ends,starts}',
    wrong: 'solve:{[starts;ends] d:(count[starts]#1),count[ends]#-1;max sums d iasc starts,ends}',
  }),
])
