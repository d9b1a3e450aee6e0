import type { RandomStream } from '../../random.ts'
import { ITEMS, noise, numbers, size, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { alarmSum, type RepairRules, type SensorReading } from '../references/repairs.ts'

const STEPS = 320_000

type Rules = [
  ...[max: number, jump: number, line: number, hold: number, faults: number, most: number],
  ...[high: number, low: number, merge: number, short: number],
]

/** Readings of four sensors from 40 to 51, with faults, and spikes of 30 to 62 above that. */
function readingsOf(n: number, seed: number): SensorReading[] {
  const [sensors, times] = [numbers(n, seed, 2, 4), numbers(n, seed, 3, 3 * n)]
  const [restarts, levels] = [numbers(n, seed, 7, 17), numbers(n, seed, 5, 12)]
  const [spikes, faults] = [numbers(n, seed, 11, 160), numbers(n, seed, 13, 10)]
  return times.map((time, at) => {
    const spike = spikes[at] as number
    const value = 40 + (levels[at] as number) + (spike < 33 ? 30 + spike : 0)
    const isFault = (faults[at] as number) < 4
    return {
      ...{ sensor: sensors[at] as number, time, isRestart: restarts[at] === 0 },
      value: isFault ? -1 : value,
    }
  })
}

const valuesText = (n: number, seed: number): string =>
  `{?[x<4;-1;40+y+(z<33)*30+z]}[${[
    ...[noise(n, seed, 13, 10), noise(n, seed, 5, 12), noise(n, seed, 11, 160)],
  ].join(';')}]`

const toRules = ([
  valueMax,
  jumpMax,
  lineMax,
  holdMax,
  faultsMax,
  secondsMax,
  alarmMin,
  calmMin,
  mergeMax,
  alarmSecondsMin,
]: Rules): RepairRules => ({
  ...{ valueMax, jumpMax, lineMax, holdMax, faultsMax, secondsMax },
  ...{ alarmMin, calmMin, mergeMax, alarmSecondsMin },
})

/** High and low values of alarms, and the seconds between them and of them. */
function alarms(random: RandomStream): [number, number, number, number] {
  const high = random.integer(46, random.pick([52, 52, 60]))
  const low = high - random.pick([0, random.integer(1, 7), random.integer(1, 7)])
  return [
    high,
    low,
    random.pick([0, random.integer(5, 50)]),
    random.pick([0, random.integer(5, 60)]),
  ]
}

const SPIKES =
  '  ok&:not(g=g p)and(g=g q)and(a[1]<abs v-x)and(a[1]<abs v-y)and a[1]>=abs x-y;\n' +
  '  p:before[i;ok];q:after[i;ok];x:v p;y:v q;\n'

/** `spikes`: the lines that find spikes, which the plausible mistake leaves out. */
const solution = (spikes: string): string =>
  'before:{[i;x] prev maxs ?[x;i;0N]}\n' +
  'after:{[i;x] next reverse mins reverse ?[x;i;0W]}\n' +
  'solve:{[a;s;t;r;v] o:iasc t;o@:iasc s o;s@:o;t@:o;\n' +
  '  o@:k:where not(s=next s)and t=next t;s@:k;t@:k;r@:o;v@:o;\n' +
  '  i:til count s;g:sums(r=1)or differ s;ok:v within 0,a 0;\n' +
  `  p:before[i;ok];q:after[i;ok];x:v p;y:v q;\n${spikes}` +
  '  b:t p;e:t q;f:g=g p;h:g=g q;\n' +
  '  z:?[h and(not f)and a[3]>=e-t;y;0N];\n' +
  '  z:?[f and(a[3]>=t-b)and a[4]>=i-p;x;z];\n' +
  '  z:?[f and h and a[2]>=e-b;x+((y-x)*t-b)div e-b;z];u:?[ok;v;z];\n' +
  '  d:differ g;x:?[null u;0N;?[u>=a 6;1;?[u<a 7;0;0N]]];n:1=fills?[d and null x;0;x];\n' +
  '  r:where d or differ n;m:g r;\n' +
  '  w:(n r)or(m=prev m)and(m=next m)and a[8]>=(next t r)-t r;n:w r bin i;\n' +
  '  r:where d or differ n;m:g r;e:?[m=next m;next t r;t -1+1_r,count n];\n' +
  '  w:(n r)and a[9]<=e-t r;\n' +
  '  sum(w r bin i)*(0^u)*a[5]&?[s=next s;(next t)-t;0]}'

export const WORK_REPAIRS = topic('work', [
  problem({
    id: 'many-readings-in-alarms',
    level: 6,
    statement:
      `The lists s, t, r and v ${withBudget(STEPS)}An item is a reading of sensor s at time t ` +
      'with the whole number v; the items are in no order. Of the readings of a sensor at one ' +
      'time only the last one in the lists exists. a has ten numbers: max, jump, line, hold, ' +
      'faults, most, high, low, merge and short; low is at most high. Take ' +
      'the readings of each sensor in order of time. A reading whose r is ' +
      '1 begins a new stretch of its sensor, as its first reading does. Two readings only matter ' +
      'for one another if they are in the same stretch.\n' +
      '- A reading is a fault if its v is below 0 or above max.\n' +
      '- Another reading is a spike if there are such readings (no faults) before and after it, ' +
      'it differs by more than jump from the nearest of them on either side, and these two ' +
      'differ by at most jump. All spikes are found first; then they are faults too.\n' +
      'Each fault gets the first value of these that there is:\n' +
      '- If the nearest readings before and after it that are no faults are at most line ' +
      'seconds apart: the value at its time on the straight line between them, rounded down.\n' +
      '- The v of the nearest reading before it that is no fault, if that is at most hold ' +
      'seconds before it, and the fault is among the first `faults` faults after that ' +
      'reading.\n' +
      '- If no reading before it is without fault: the v of the nearest one after it, if that ' +
      'is at most hold seconds after it.\n' +
      'Without any of these, it has no value. The value of every other reading is its v.\n' +
      'Alarms are within a stretch. An alarm begins with a reading whose value is at least high, ' +
      'if none is on. It goes on until the first later reading whose value is below low, which ' +
      'is no part of it and at whose time it ends. Readings without a value change nothing. An ' +
      'alarm that is still on at the last reading of the stretch ends at its time, and that ' +
      'reading is a part of it. If an alarm begins at most merge seconds after the last one ' +
      'ended, the two become one alarm, with all readings between them; so do three and more. ' +
      'After that, an alarm counts only if it has at least short seconds from its first reading ' +
      'to its end.\n' +
      'Give the sum over all readings in alarms of the value (0 without one) times the seconds ' +
      'to the next reading of the sensor, whatever its stretch, but at most most seconds. The ' +
      'last reading of a sensor counts 0 seconds.',
    takes: { a: 'long list', s: 'long list', t: 'long list', r: 'long list', v: 'long list' },
    gives: 'long',
    fuel: STEPS,
    written: (rules, n, seed) => [
      rules.join(' '),
      noise(n, seed, 2, 4),
      noise(n, seed, 3, 3 * n),
      `1*0=${noise(n, seed, 7, 17)}`,
      valuesText(n, seed),
    ],
    draw: (random: RandomStream): [Rules, number, number] => [
      [
        random.integer(85, 105),
        random.integer(4, 40),
        random.pick([0, random.integer(5, 60)]),
        random.pick([0, random.integer(3, 30), random.integer(30, 90)]),
        random.integer(1, 3),
        random.integer(5, 40),
        ...alarms(random),
      ],
      ...size(random),
    ],
    edges: [
      [[99, 20, 25, 30, 2, 20, 48, 44, 30, 25], ITEMS, 17],
      [[99, 20, 25, 30, 2, 20, 40, 40, 5, 0], 2, 3],
    ],
    reference: (rules, n, seed) => alarmSum(readingsOf(n, seed), toRules(rules)),
    solution: solution(SPIKES),
    wrong: solution(''),
  }),
])
