import type { RandomStream } from '../../random.ts'
import { cents, items, longs, two } from '../draws.ts'
import { last, secondNumber, TICKS, TWO, ticks, total } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'

const prices = (random: RandomStream): number[] => items(random, [5, 12], () => cents(random, 1, 9))

/** Integers with some missing. */
const gappy = (random: RandomStream): (number | null)[] =>
  items(random, [6, 14], () => (random.integer(0, 1) === 0 ? null : random.integer(1, 99)))

const mean = (numbers: readonly number[]): number => total(numbers) / numbers.length

/** The last k items at each position. */
const windows = (k: number, all: readonly number[]): number[][] =>
  all.map((_, i) => all.slice(Math.max(0, i - k + 1), i + 1))

const minuteText = (total: number): string => `${two(Math.floor(total / 60))}:${two(total % 60)}`

const minuteNumber = (text: string): number => secondNumber(text)

interface Reading extends Readonly<Record<string, string | number>> {
  readonly time: string
  readonly level: number
}

function readings(random: RandomStream): Reading[] {
  const starts = items(random, [3, 8], () => random.integer(480, 600)).sort((x, y) => x - y)
  return starts.map((start) => ({ time: minuteText(start), level: cents(random, 1, 20) }))
}

export const SERIES = topic('market-data', [
  problem({
    id: 'new-highs',
    level: 1,
    statement: 'Tell for each price whether none of the k-1 prices before it is higher.',
    takes: { k: 'long', prices: 'float list' },
    gives: 'boolean list',
    draw: (random) => [random.integer(2, 4), prices(random)],
    edges: [
      [2, [3, 2, 1, 1]],
      [3, [9, 1, 2, 3, 2]],
    ],
    reference: (k, all) => windows(k, all).map((own) => last(own) === Math.max(...own)),
    solution: 'solve:{[k;prices] prices=k mmax prices}',
    wrong: 'solve:{[k;prices] prices=maxs prices}',
  }),
  problem({
    id: 'rolling-range',
    level: 1,
    statement:
      'Give for each price the highest less the lowest of the last k prices, itself included; ' +
      'at the beginning of as many as there are.',
    takes: { k: 'long', prices: 'float list' },
    gives: 'float list',
    draw: (random) => [random.integer(2, 4), prices(random)],
    edges: [[3, [5]]],
    reference: (k, all) => windows(k, all).map((own) => Math.max(...own) - Math.min(...own)),
    solution: 'solve:{[k;prices] (k mmax prices)-k mmin prices}',
    wrong: 'solve:{[k;prices] (k mmax prices)-min prices}',
  }),
  problem({
    id: 'returns-in-percent',
    level: 1,
    statement: 'Give the change of each price from the one before it in percent, 0 for the first.',
    takes: { prices: 'float list' },
    gives: 'float list',
    draw: (random) => [prices(random)],
    edges: [[[4]], [[4, 5, 5]]],
    reference: (all) => all.map((one, i) => (i === 0 ? 0 : 100 * (one / (all[i - 1] ?? 1) - 1))),
    solution: 'solve:{[prices] 100*0f^-1+prices%prev prices}',
    wrong: 'solve:{[prices] 100*0f^-1+prices%next prices}',
  }),
  problem({
    id: 'exponential-mean',
    level: 2,
    statement:
      'Give the exponential moving mean: the first item is the first price, each later one is ' +
      'weight times the price plus 1-weight times the item before.',
    takes: { weight: 'float', prices: 'float list' },
    gives: 'float list',
    draw: (random) => [random.pick([0.25, 0.5]), longs(random, [5, 10], [1, 40])],
    edges: [[0.25, [4]]],
    reference: (weight, all) => {
      let level = all[0] as number
      return all.map((one) => {
        level = weight * one + (1 - weight) * level
        return level
      })
    },
    solution: 'solve:{[weight;prices] ema[weight;prices]}',
    wrong: 'solve:{[weight;prices] ema[1-weight;prices]}',
  }),
  problem({
    id: 'fills-at-most',
    level: 2,
    statement:
      'Replace each null by the last value before it, if that is at most k places back; other ' +
      'nulls stay.',
    takes: { k: 'long', values: 'long list' },
    gives: 'long list',
    draw: (random) => [random.integer(1, 3), gappy(random)],
    edges: [
      [1, [null, 5, null, null, null, 6]],
      [2, [7, null, null, null, null, 8, null]],
    ],
    reference: (k, all) =>
      all.map((_, i) => {
        const near = all.slice(Math.max(0, i - k), i + 1).filter((one) => one !== null)
        return near.length === 0 ? null : last(near)
      }),
    solution:
      'solve:{[k;values] i:til count values;l:fills ?[null values;0N;i];' +
      '?[k>=i-l;values l;values]}',
    wrong: 'solve:{[k;values] fills values}',
  }),
  problem({
    id: 'interpolated-gaps',
    level: 3,
    statement:
      'Replace nulls between two known values by points on the straight line between these. ' +
      'Nulls before the first and after the last known value stay.',
    takes: { values: 'float list' },
    gives: 'float list',
    draw: (random) => [gappy(random)],
    edges: [[[null, 2, null, null, 5, null]], [[null, 3, null]], [[1, null, null, null, 2]]],
    reference: (all) =>
      all.map((one, i) => {
        const before = all.findLastIndex((value, k) => k <= i && value !== null)
        const after = all.findIndex((value, k) => k >= i && value !== null)
        if (one !== null || before < 0 || after < 0) return one
        const [low, high] = [all[before] as number, all[after] as number]
        return low + ((high - low) * (i - before)) / (after - before)
      }),
    solution:
      'solve:{[values] w:where not null values;if[2>count w;:values];v:values w;' +
      'i:til count values;j:0|(-2+count w)&w bin i;' +
      'y:v[j]+((i-w j)*v[j+1]-v j)%w[j+1]-w j;@[y;where(i<first w)|i>last w;:;0n]}',
    wrong: 'solve:{[values] (fills[values]+reverse fills reverse values)%2}',
  }),
  problem({
    id: 'standard-scores',
    level: 1,
    statement:
      'Give for each value how far it is above the mean, in standard deviations of the list ' +
      '(divided by its count, not by one less).',
    takes: { values: 'long list' },
    gives: 'float list',
    draw: (random) => [[0, 100, ...longs(random, [3, 8], [0, 99])]],
    edges: [[[1, 2]], [[5, 5, 8, 1]]],
    reference: (all) => {
      const middle = mean(all)
      const spread = Math.sqrt(mean(all.map((one) => (one - middle) ** 2)))
      return all.map((one) => (one - middle) / spread)
    },
    solution: 'solve:{[values] (values-avg values)%dev values}',
    wrong: 'solve:{[values] (values-avg values)%sdev values}',
  }),
  problem({
    id: 'levels-at-steps',
    level: 3,
    statement:
      'Readings are in order of time. Give the level at the end of each bar of so many minutes ' +
      '(the last reading in it or before it), for all bars from that of the first reading to ' +
      'that of the last; time is the start of the bar.',
    takes: { minutes: 'long', readings: 'table time:minute, level:float' },
    gives: 'table time:minute, level:float',
    draw: (random) => [random.pick([10, 15, 20]), readings(random)],
    edges: [
      [10, [{ time: '09:05', level: 1.5 }]],
      [
        10,
        [
          { time: '09:05', level: 1.5 },
          { time: '09:09', level: 2.5 },
          { time: '09:45', level: 3.5 },
        ],
      ],
    ],
    reference: (minutes, rows) => {
      const barOf = (row: Reading): number => Math.floor(minuteNumber(row.time) / minutes)
      const [from, to] = [barOf(rows[0] as Reading), barOf(last(rows))]
      return Array.from({ length: to - from + 1 }, (_, i) => {
        const known = rows.filter((row) => barOf(row) <= from + i)
        return { time: minuteText((from + i) * minutes), level: last(known).level }
      })
    },
    solution:
      'solve:{[minutes;readings] m:minutes xbar readings`time;' +
      'g:first[m]+minutes*til 1+("j"$last[m]-first m)div minutes;' +
      '([]time:g;level:readings[`level]m bin g)}',
    wrong: 'solve:{[minutes;readings] 0!select last level by minutes xbar time from readings}',
  }),
  problem({
    id: 'time-weighted-price',
    level: 2,
    statement:
      'A price holds from its time until that of the next row, the last one until end. Give the ' +
      'mean price weighted by the time that each holds. Rows are in order of time.',
    takes: { end: 'second', ticks: TICKS },
    gives: 'float',
    draw: (random) => [random.pick(['09:50:00', '10:00:00', '16:00:00']), ticks(random)],
    edges: [['10:00:00', TWO]],
    reference: (end, rows) => {
      const starts = [...rows.map(({ time }) => time), end].map(secondNumber)
      const held = rows.map((_, i) => (starts[i + 1] as number) - (starts[i] as number))
      return total(rows.map(({ price }, i) => price * (held[i] as number))) / total(held)
    },
    solution: 'solve:{[end;ticks] (1_deltas"j"$ticks[`time],end)wavg ticks`price}',
    wrong: 'solve:{[end;ticks] avg ticks`price}',
  }),
  problem({
    id: 'means-that-cross',
    level: 2,
    statement:
      'Give the positions, from 0, at which the mean of the last 2 prices is above the mean of ' +
      'the last 4 and was not at the position before; at the beginning means are of as many ' +
      'prices as there are.',
    takes: { prices: 'long list' },
    gives: 'long list',
    draw: (random) => [longs(random, [8, 16], [1, 9])],
    edges: [[[3]], [[1, 2, 3, 4, 3, 2, 1, 2, 5]]],
    reference: (all) => {
      const fast = windows(2, all).map(mean)
      const above = windows(4, all).map((own, i) => (fast[i] as number) > mean(own))
      return above.flatMap((now, i) => (now && above[i - 1] !== true ? [i] : []))
    },
    solution: 'solve:{[prices] where differ[b]&b:(2 mavg prices)>4 mavg prices}',
    wrong: 'solve:{[prices] where(2 mavg prices)>4 mavg prices}',
  }),
])
