import type { RandomStream } from '../../random.ts'
import { dayNumber } from '../draws.ts'
import { ITEMS, noise, numbers, size, summed, withBudget } from '../long-draws.ts'
import { problem, topic } from '../problem.ts'
import { type FeeItem, type FeeRules, feesOfMonths } from '../references/month-fees.ts'

const STEPS = 190_000
const FIRST_DAY = '2023.11.20'
const ACCOUNTS = 4
const AMOUNTS = 9

type Limits = readonly [feeMin: number, fillMax: number, rebate: number, carryMax: number]

/** Items on dates of a span of days. */
function feeItems(n: number, seed: number, span: number): FeeItem[] {
  const first = dayNumber(FIRST_DAY)
  const [accounts, days] = [numbers(n, seed, 2, ACCOUNTS), numbers(n, seed, 3, span)]
  const [amounts, kinds] = [numbers(n, seed, 5, AMOUNTS), numbers(n, seed, 7, 10)]
  return days.map((day, at) => {
    const kind = kinds[at] as number
    return {
      account: accounts[at] as number,
      day: first + day,
      amount: 700 + 37 * (amounts[at] as number),
      kind: kind > 6 ? 'bust' : kind > 4 ? 'maker' : 'taker',
    }
  })
}

const rulesOf = (
  [feeMin, fillMax, rebate, carryMax]: Limits,
  bounds: readonly number[],
  rates: readonly number[],
): FeeRules => ({ feeMin, fillMax, rebate, carryMax, bounds, rates })

type Drawn = [Limits, number[], number[], n: number, seed: number, span: number]

/** `busted`: how many fills of each account and amount are busted. */
const solution = (busted: string): string =>
  'inner:{[s;g] d:differ g;(s-(0,s)(where d)@-1+sums d)}\n' +
  'alive:{[u;v;k] g:v+100000*u;o:iasc g;g:g o;b:2=k o;d:differ g;w:where d;\n' +
  '  c:inner[sums 1-2*b;g];m:min each w cut c;n:sum each w cut b;\n' +
  `  e:${busted};asc o where(not b)and inner[sums not b;g]>e -1+sums d}\n` +
  'cost:{[x;r;v] c:0,sums(-1_r)*1_deltas x;j:x bin v;c[j]+r[j]*v-x j}\n' +
  'solve:{[a;x;r;u;d;v;k] i:alive[u;v;k];u:u i;d:d i;v:v i;k:k i;if[0=count u;:0];\n' +
  '  o:iasc d;o:o iasc u o;u:u o;d:d o;v:v o;k:k o;\n' +
  '  m:(100000*u)+"j"$"m"$d;w:where differ m;y:sum each w cut v;\n' +
  '  t:((m w)!y);h:a[3]&(0^t m-1)div 2;z:h+inner[sums v;m];\n' +
  '  f:a[1]&(cost[x;r;z]-cost[x;r;z-v])div 10000;\n' +
  '  q:(100000*u)+"j"$d;g:inner[sums k=0;q];f:f*not(k=0)and g=1;\n' +
  '  f:?[k=1;neg(a[2]*v)div 10000;f];sum a[0]|sum each w cut f}'

export const WORK_FEES = topic('work', [
  problem({
    id: 'many-fees-of-months',
    level: 6,
    statement:
      `The lists u, d, v and k ${withBudget(STEPS)}An item belongs to the account u, the date d ` +
      'and the amount v. Where k is 0 or 1 it is a fill, as a taker (0) or as a maker (1). ' +
      'Where k is 2 it is a bust: of the fills of the same account with the same amount that ' +
      'are before it in the lists and not busted yet, the first one in the lists is busted. ' +
      'The date of a bust means nothing, and without such a fill it does nothing. A busted ' +
      'fill counts nowhere below, as if it had never been there.\n' +
      'The fills of an account follow each other by date, and those of one date in the order of ' +
      'the lists. The volume before a fill is the sum of the amounts of the fills of its ' +
      'account and calendar month that precede it, plus what the month takes over: half of the ' +
      'sum of the amounts of the account in the calendar month right before it, rounded down, ' +
      'but at most carry. That is 0 if the account has no fill in that month; what that month ' +
      'took over itself is not part of the sum.\n' +
      'a has four numbers: least, most, back and carry. x has the lower bounds of tiers, which ' +
      'ascend from 0, and r the rate of each tier; the last tier has no end. The fee of a fill ' +
      'is:\n' +
      '- for a maker, whose amounts count in the volumes like those of others: less than 0, ' +
      'namely the negative of (back times v divided by 10000, rounded down);\n' +
      '- for the first taker fill of an account on a date: 0;\n' +
      '- for any other taker fill: each unit from the volume before it up to that volume plus v ' +
      'costs the rate of the tier in which it is. So the part below a bound costs the lower ' +
      'tier’s rate, and the part above it that of the next one. The fee is the sum of these ' +
      'costs, divided by 10000 and rounded down once, but at most most.\n' +
      'For each account and calendar month with a fill, the fees of its fills are summed; if ' +
      'the sum is below least, least is charged in its place. Give the sum of what is charged. ' +
      'The rates go up or down from tier to tier, but none is negative.',
    takes: {
      a: 'long list',
      x: 'long list',
      r: 'long list',
      u: 'long list',
      d: 'date list',
      v: 'long list',
      k: 'long list',
    },
    gives: 'long',
    fuel: STEPS,
    written: (a, x, r, n, seed, span) => [
      ...[a.join(' '), x.length === 1 ? `(enlist ${x[0]})` : x.join(' ')],
      r.length === 1 ? `(enlist ${r[0]})` : r.join(' '),
      noise(n, seed, 2, ACCOUNTS),
      `${FIRST_DAY}+${noise(n, seed, 3, span)}`,
      `700+37*${noise(n, seed, 5, AMOUNTS)}`,
      `{(x>4)+x>6}${noise(n, seed, 7, 10)}`,
    ],
    draw: (random: RandomStream): Drawn => {
      const tiers = random.integer(2, 5)
      const steps = Array.from({ length: tiers - 1 }, () => random.integer(300, 4000))
      const bounds = [0, ...summed(steps)]
      return [
        [
          random.pick([0, 0, random.integer(1, 60)]),
          random.integer(20, 120),
          random.integer(0, 60),
          random.pick([0, random.integer(300, 4000), random.integer(3000, 40_000)]),
        ],
        bounds,
        bounds.map(() => random.integer(0, 900)),
        ...size(random),
        random.pick([45, 150, 600]),
      ]
    },
    edges: [
      [[40, 60, 25, 90_000], [0, 5000, 40_000, 400_000], [300, 900, 200, 450], ITEMS, 17, 160],
      [[7, 60, 25, 900], [0], [300], 2, 3, 60],
    ],
    reference: (a, x, r, n, seed, span) => feesOfMonths(feeItems(n, seed, span), rulesOf(a, x, r)),
    solution: solution('n+0&m'),
    wrong: solution('n'),
  }),
])
