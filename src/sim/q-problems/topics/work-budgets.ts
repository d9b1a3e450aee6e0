import type { RandomStream } from '../../random.ts'
import { problem, topic } from '../problem.ts'

const READINGS = 30_000
const CLICKS = 20_000
/** A loop over the items exceeds this limit; a few dozen verbs stay below it. */
const STEPS = 60_000
const PRIME = 1_000_003

/** Times in ascending order with some equal ones, and a value for each. */
function longSeries(n: number, seed: number): { times: number[]; values: number[] } {
  const noise = Array.from({ length: n }, (_, i) => (seed * i * i + 7 * i) % PRIME)
  let now = 0
  const times = noise.map((one) => {
    now += one % 3
    return now
  })
  return { times, values: noise.map((one) => one % 97) }
}

interface Click {
  readonly user: number
  readonly time: number
  readonly isExit: boolean
}

/** The total length of sessions with at least k clicks. A gap above g or an exit ends one. */
function sessionSeconds(g: number, k: number, clicks: readonly Click[]): number {
  let total = 0
  const users = new Set(clicks.map(({ user }) => user))
  for (const own of users) {
    const all = clicks.filter(({ user }) => user === own).sort((x, y) => x.time - y.time)
    let from = 0
    all.forEach(({ time, isExit }, at) => {
      const next = all[at + 1]
      if (next !== undefined && !isExit && next.time - time <= g) return
      if (at + 1 - from >= k) total += time - (all[from] as Click).time
      from = at + 1
    })
  }
  return total
}

export const WORK_BUDGETS = topic('work', [
  problem({
    id: 'many-readings-above-window',
    level: 4,
    statement:
      `The lists t and v may have ${READINGS} items each, and a call has ${STEPS} steps: a ` +
      `loop over ` +
      'the items, or each, over or scan with a function of your own, does not get through. t ' +
      'has times in ascending order, some of them equal, and v the reading at each. The window ' +
      'of an item has the items whose time is less than its own, and not less than its own ' +
      'less w. Give how many items have a reading above the mean of their window. An item with ' +
      'an empty window does not count.',
    takes: { w: 'long', t: 'long list', v: 'long list' },
    gives: 'long',
    fuel: STEPS,
    written: (w, n, seed) => [
      `${w}`,
      `sums(((${seed}*i*i)+7*i:til ${n})mod ${PRIME})mod 3`,
      `(((${seed}*i*i)+7*i:til ${n})mod ${PRIME})mod 97`,
    ],
    draw: (random: RandomStream): [number, number, number] => [
      random.pick([1, random.integer(1, 40)]),
      random.integer(5, 300),
      random.integer(1, 2_000),
    ],
    edges: [
      [25, READINGS, 17],
      [5, 1, 3],
    ],
    reference: (w, n, seed) => {
      const { times: t, values: v } = longSeries(n, seed)
      let [from, to, inside, found] = [0, 0, 0, 0]
      for (const [at, now] of t.entries()) {
        for (; (t[to] as number) < now; to++) inside += v[to] as number
        for (; from < to && (t[from] as number) < now - w; from++) inside -= v[from] as number
        if (to > from && (v[at] as number) * (to - from) > inside) found += 1
      }
      return found
    },
    solution:
      'solve:{[w;t;v] i:t binr t-w;j:t binr t;s:0,sums v;\n' +
      '  `long$sum(j>i)and(v*j-i)>s[j]-s i}',
    wrong:
      'solve:{[w;t;v] r:0;k:0;while[k<count t;\n' +
      '  x:v where(t<t k)and t>=t[k]-w;if[0<count x;r+:v[k]>avg x];k+:1];r}',
  }),
  problem({
    id: 'many-sessions',
    level: 5,
    statement:
      `The lists u, t and v may have ${CLICKS} items each, and a call has ${STEPS} steps: a loop ` +
      'over the items, or each, over or scan with a function of your own, does not get through. ' +
      'An item is a click of user u at time t; the clicks are in no order of time. Of clicks of ' +
      'a user at the same time, the earlier item comes first. A session has clicks of one user ' +
      'in order of time. It ends before a click that is more than g seconds later than the one ' +
      'before it, and after a click whose v is 0. Give the sum of the lengths, last time less ' +
      'first time, of the sessions that have at least k clicks.',
    takes: { g: 'long', k: 'long', u: 'long list', t: 'long list', v: 'long list' },
    gives: 'long',
    fuel: STEPS,
    written: (g, k, n, seed) => [
      `${g}`,
      `${k}`,
      `(((${seed}*i*i)+i:til ${n})mod ${PRIME})mod 7`,
      `(((${seed}*i*i)+3*i:til ${n})mod ${PRIME})mod 5003`,
      `(((${seed}*i*i)+5*i:til ${n})mod ${PRIME})mod 11`,
    ],
    draw: (random: RandomStream): [number, number, number, number] => {
      const n = random.integer(20, 300)
      let seed = random.integer(1, 2_000)
      // In every second draw, the last item is a click with v 0.
      const last = n - 1
      while (random.chance(0.9) && ((seed * last * last + 5 * last) % PRIME) % 11 !== 0) seed += 1
      return [random.integer(20, 200), random.integer(1, 5), n, seed]
    },
    edges: [
      [3, 2, CLICKS, 17],
      [5, 1, 2, 3],
    ],
    reference: (g, k, n, seed) =>
      sessionSeconds(
        g,
        k,
        Array.from({ length: n }, (_, i) => {
          const drawn = (factor: number): number => (seed * i * i + factor * i) % PRIME
          return { user: drawn(1) % 7, time: drawn(3) % 5003, isExit: drawn(5) % 11 === 0 }
        }),
      ),
    solution:
      'solve:{[g;k;u;t;v] o:iasc t;o:o iasc u o;a:u o;b:t o;e:0=v o;\n' +
      '  w:where(differ a)or(g<b-prev b)or 0b,-1_e;c:1_deltas w,count o;\n' +
      '  sum(b[-1+w+c]-b w)where c>=k}',
    wrong:
      'solve:{[g;k;u;t;v] o:iasc t;o:o iasc u o;a:u o;b:t o;e:0=v o;\n' +
      '  w:where(differ a)or(g<b-prev b)or e;c:1_deltas w,count o;\n' +
      '  sum(b[-1+w+c]-b w)where c>=k}',
  }),
])
