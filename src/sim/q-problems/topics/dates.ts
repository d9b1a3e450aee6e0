import type { RandomStream } from '../../random.ts'
import {
  civil,
  date,
  dateText,
  dayNumber,
  daysIn,
  isLeap,
  items,
  repeating,
  two,
} from '../draws.ts'
import { problem, topic } from '../problem.ts'

/** 2000.01.01 was a Saturday, so q's weekday numbers begin with it. */
const weekday = (text: string): number => ((dayNumber(text) % 7) + 7) % 7

const days = (random: RandomStream): string[] => items(random, [3, 7], () => date(random))

const minutes = (random: RandomStream): string =>
  `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}`

const minuteNumber = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const minuteText = (total: number): string => `${two(Math.floor(total / 60))}:${two(total % 60)}`

/** The same day of a later month, or the last day of that month. */
function monthsLater(text: string, count: number): string {
  const [year, month, day] = text.split('.').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 + count
  const [y, m] = [Math.floor(months / 12), (months % 12) + 1]
  return `${y}.${two(m)}.${two(Math.min(day, daysIn(y, m)))}`
}

export const DATES = topic('dates', [
  problem({
    id: 'days-between',
    level: 1,
    statement:
      'Give the number of days from one date to another; negative if the other is earlier.',
    takes: { start: 'date', end: 'date' },
    gives: 'long',
    draw: (random) => [date(random), date(random)],
    edges: [
      ['2024.02.28', '2024.03.01'],
      ['2024.01.01', '2024.01.01'],
    ],
    reference: (from, to) => dayNumber(to) - dayNumber(from),
    solution: 'solve:{[start;end] `long$end-start}',
    wrong: 'solve:{[start;end] abs `long$end-start}',
  }),
  problem({
    id: 'is-weekend',
    level: 1,
    statement: 'Tell for each date whether it is a Saturday or a Sunday.',
    takes: { dates: 'date list' },
    gives: 'boolean list',
    draw: (random) => [repeating(random, days(random))],
    edges: [[['2024.01.05', '2024.01.06', '2024.01.07', '2024.01.08']]],
    reference: (dates) => dates.map((one) => weekday(one) < 2),
    solution: 'solve:{[dates] 2>(`long$dates)mod 7}',
    wrong: 'solve:{[dates] 4<(`long$dates)mod 7}',
  }),
  problem({
    id: 'leap-years',
    level: 1,
    statement: 'Tell for each year whether it has a 29 February.',
    takes: { years: 'long list' },
    gives: 'boolean list',
    draw: (random) => [items(random, [3, 7], () => random.integer(1890, 2110))],
    edges: [[[1900, 2000, 2023, 2024, 2100]]],
    reference: (years) => years.map(isLeap),
    solution: 'solve:{[years] (0=years mod 400)or(0=years mod 4)and 0<years mod 100}',
    wrong: 'solve:{[years] 0=years mod 4}',
  }),
  problem({
    id: 'last-of-month',
    level: 2,
    statement: 'Give the last day of the month of a date.',
    takes: { day: 'date' },
    gives: 'date',
    draw: (random) => [date(random)],
    edges: [['2024.02.10'], ['2023.02.28'], ['2023.12.31']],
    reference: (day) => {
      const [year, month] = civil(dayNumber(day))
      return `${year}.${two(month)}.${two(daysIn(year, month))}`
    },
    solution: 'solve:{[day] -1+`date$1+`month$day}',
    wrong: 'solve:{[day] 29+`date$`month$day}',
  }),
  problem({
    id: 'days-per-month',
    level: 2,
    statement: 'Give how many of the dates fall into each month, as a dictionary sorted by month.',
    takes: { dates: 'date list' },
    gives: 'month -> long',
    draw: (random) => {
      const start = random.integer(0, 9_000)
      return [items(random, [4, 9], () => dateText(start + random.integer(0, 90)))]
    },
    edges: [[['2024.02.01', '2024.01.31', '2024.02.29']]],
    reference: (dates) => {
      const months = dates.map((one) => one.slice(0, 7))
      return [...new Set(months)]
        .sort()
        .map((month) => [`${month}m`, months.filter((one) => one === month).length])
    },
    solution: 'solve:{[dates] m:`month$dates;u:u iasc u:distinct m;u!{count where x=y}[m]each u}',
    wrong: 'solve:{[dates] count each group `month$dates}',
  }),
  problem({
    id: 'add-months',
    level: 3,
    statement:
      'Give the same day of the month some months later; where that month is too short, its last ' +
      'day.',
    takes: { day: 'date', months: 'long' },
    gives: 'date',
    draw: (random) => [
      random.pick([date(random), '2024.01.31', '2023.10.31']),
      random.integer(1, 30),
    ],
    edges: [
      ['2024.01.31', 1],
      ['2023.01.31', 1],
      ['2024.05.15', 12],
      ['2023.12.31', 2],
    ],
    reference: (day, months) => monthsLater(day, months),
    solution:
      'solve:{[day;months] m:`month$day;t:months+m;\n' + '  ((`date$t)+day-`date$m)&-1+`date$t+1}',
    wrong: 'solve:{[day;months] m:`month$day;(`date$months+m)+day-`date$m}',
  }),
  problem({
    id: 'working-days',
    level: 2,
    statement: 'Give how many days from the first to the last date, both included, are no weekend.',
    takes: { start: 'date', end: 'date' },
    gives: 'long',
    draw: (random) => {
      const start = random.integer(0, 9_000)
      return [dateText(start), dateText(start + random.integer(0, 60))]
    },
    edges: [
      ['2024.01.06', '2024.01.07'],
      ['2024.01.01', '2024.01.05'],
      ['2024.01.05', '2024.01.08'],
    ],
    reference: (first, last) => {
      const [from, to] = [dayNumber(first), dayNumber(last)]
      const all = Array.from({ length: to - from + 1 }, (_, at) => dateText(from + at))
      return all.filter((one) => weekday(one) > 1).length
    },
    solution: 'solve:{[start;end] d:(`long$start)+til 1+`long$end-start;count where 1<d mod 7}',
    wrong: 'solve:{[start;end] d:(`long$start)+til `long$end-start;count where 1<d mod 7}',
  }),
  problem({
    id: 'clock-difference',
    level: 1,
    statement:
      'Give the minutes from one time of day to the next time that the clock shows the other; ' +
      '0 if ' +
      'they are equal.',
    takes: { start: 'minute', end: 'minute' },
    gives: 'long',
    draw: (random) => [minutes(random), minutes(random)],
    edges: [
      ['23:50', '00:10'],
      ['08:00', '08:00'],
      ['08:00', '09:30'],
    ],
    reference: (from, to) => (minuteNumber(to) - minuteNumber(from) + 1440) % 1440,
    solution: 'solve:{[start;end] (`long$end-start)mod 1440}',
    wrong: 'solve:{[start;end] abs `long$end-start}',
  }),
  problem({
    id: 'weekday-name',
    level: 1,
    statement: 'Give the day of the week of a date as `Mon, `Tue, `Wed, `Thu, `Fri, `Sat or `Sun.',
    takes: { day: 'date' },
    gives: 'symbol',
    draw: (random) => [date(random)],
    edges: [['2000.01.01'], ['2024.02.29'], ['1999.12.31']],
    reference: (day) => ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'][weekday(day)] ?? '',
    solution: 'solve:{[day] `Sat`Sun`Mon`Tue`Wed`Thu`Fri(`long$day)mod 7}',
    wrong: 'solve:{[day] `Sun`Mon`Tue`Wed`Thu`Fri`Sat(`long$day)mod 7}',
  }),
  problem({
    id: 'quarter-of',
    level: 1,
    statement: 'Give the quarter of each date, from 1 to 4.',
    takes: { dates: 'date list' },
    gives: 'long list',
    draw: (random) => [repeating(random, days(random))],
    edges: [[['2024.03.31', '2024.04.01', '2024.12.31', '1999.01.01']]],
    reference: (dates) => dates.map((one) => Math.ceil(Number(one.slice(5, 7)) / 3)),
    solution: 'solve:{[dates] 1+((`long$`month$dates)mod 12)div 3}',
    wrong: 'solve:{[dates] 1+((`long$`month$dates)mod 12)div 4}',
  }),
  problem({
    id: 'age-in-years',
    level: 2,
    statement:
      'Give the age in whole years on a day of somebody born on another, which is earlier.',
    takes: { born: 'date', day: 'date' },
    gives: 'long',
    draw: (random) => {
      const born = random.integer(-300, 6_000)
      return [dateText(born), dateText(born + random.integer(1, 5_000))]
    },
    edges: [
      ['2000.06.15', '2024.06.14'],
      ['2000.06.15', '2024.06.15'],
    ],
    reference: (born, day) =>
      Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0),
    solution:
      'solve:{[born;day] a:`month$born;b:`month$day;\n' +
      '  m:(`long$b-a)-(day-`date$b)<born-`date$a;m div 12}',
    wrong: 'solve:{[born;day] (`long$(`month$day)-`month$born)div 12}',
  }),
  problem({
    id: 'missing-days',
    level: 1,
    statement: 'Give the days between the first and the last of the dates that are not among them.',
    takes: { dates: 'date list' },
    gives: 'date list',
    draw: (random) => {
      const start = random.integer(0, 9_000)
      return [items(random, [3, 6], () => dateText(start + random.integer(0, 12)))]
    },
    edges: [[['2024.03.01', '2024.02.27']], [['2024.01.01']]],
    reference: (dates) => {
      const numbers = dates.map(dayNumber)
      const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
      const all = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      return all.filter((one) => !numbers.includes(one)).map(dateText)
    },
    solution:
      'solve:{[dates] a:(min dates)+til 1+`long$(max dates)-min dates;a where not a in dates}',
    wrong:
      'solve:{[dates] a:(first dates)+til 1+`long$(last dates)-first dates;a where not a in dates}',
  }),
  problem({
    id: 'round-to-quarter-hour',
    level: 1,
    statement: 'Round each time of day down to the quarter of an hour.',
    takes: { times: 'minute list' },
    gives: 'minute list',
    draw: (random) => [
      repeating(
        random,
        items(random, [2, 6], () => minutes(random)),
      ),
    ],
    edges: [[['00:00', '00:14', '00:15', '23:59']]],
    reference: (times) =>
      times.map((one) => minuteText(minuteNumber(one) - (minuteNumber(one) % 15))),
    solution: 'solve:{[times] times-(`long$times)mod 15}',
    wrong: 'solve:{[times] times-(`long$times)mod 30}',
  }),
  problem({
    id: 'next-friday-13',
    level: 3,
    statement: 'Give the first Friday on or after a date that is the 13th of its month.',
    takes: { day: 'date' },
    gives: 'date',
    draw: (random) => [date(random)],
    edges: [['2024.09.13'], ['2024.09.14']],
    reference: (day) => {
      let number = dayNumber(day)
      while (!dateText(number).endsWith('.13') || weekday(dateText(number)) !== 6) number++
      return dateText(number)
    },
    solution:
      'solve:{[day] d:day;\n' +
      '  while[not(6=(`long$d)mod 7)and 12=`long$d-`date$`month$d;d+:1];d}',
    wrong: 'solve:{[day] d:day;while[not 12=`long$d-`date$`month$d;d+:1];d}',
  }),
  problem({
    id: 'hours-worked',
    level: 2,
    statement:
      'Shifts begin and end at times of the same day. Give the total in hours, less a pause of ' +
      '30 ' +
      'minutes for every shift longer than 6 hours.',
    takes: { starts: 'minute list', ends: 'minute list' },
    gives: 'float',
    draw: (random) => {
      const step = random.pick([1, 30])
      const length = (): number => step * random.integer(Math.ceil(60 / step), 600 / step)
      const begins = repeating(
        random,
        items(random, [2, 5], () => step * random.integer(300 / step, Math.floor(800 / step))),
      )
      return [begins.map(minuteText), begins.map((one) => minuteText(one + length()))]
    },
    edges: [
      [['08:00'], ['14:00']],
      [
        ['08:00', '09:00'],
        ['14:01', '10:30'],
      ],
    ],
    reference: (starts, ends) =>
      starts.reduce((sum, start, at) => {
        const worked = minuteNumber(ends[at] ?? start) - minuteNumber(start)
        return sum + worked - (worked > 360 ? 30 : 0)
      }, 0) / 60,
    solution: 'solve:{[starts;ends] d:`long$ends-starts;(sum d-30*d>360)%60}',
    wrong: 'solve:{[starts;ends] d:`long$ends-starts;(sum d-30*d>=360)%60}',
  }),
])
