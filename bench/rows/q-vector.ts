import { built } from '../support/built.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, row } from '../support/row.ts'

const ITEMS = 1_000_000

/** Expressions besides the sum, which has the gate. x and y are lists of longs, p of timestamps. */
const OTHERS: Readonly<Record<string, string>> = {
  multiply: 'x*y',
  less: 'x<y',
  lesser: 'x&y',
  div: 'x div y',
  max: 'max x',
  sum: 'sum x',
  with_nulls: 'x+z',
  timestamps: 'p+1000000000',
}

/** Typical one-line programs on the symbols s, names n and floats f. */
const PROGRAMS: Readonly<Record<string, string>> = {
  draw_symbols: '1000000?`3',
  sort_symbols: 'asc s',
  sort_names: 'asc n',
  sort_stamps: 'asc p',
  sort_doubles: 'asc f',
  group: 'group s',
  sum_by: 'select sum v by s from([]s:s;v:x)',
  moving_mean: '10 mavg f',
  cross: '(til 1000)cross til 300',
  replace: 'ssr[raze 20000#enlist"hello world ";"o";"zero"]',
  parse: '"J"$","vs raze 100000#enlist"12,345,"',
  calls: '{$[x<2;x;.z.s[x-1]+.z.s x-2]}20',
  loop: '{[n]s:0;i:0;while[i<n;s+:i*i;i+:1];s}100000',
  each: '{x*x}each 200000#x',
}

/** The same in JavaScript: a new array, filled in one loop. */
function plainSum(x: Float64Array, y: Float64Array): Float64Array {
  const result = new Float64Array(x.length)
  for (let i = 0; i < result.length; i++) result[i] = (x[i] as number) + (y[i] as number)
  return result
}

/**
 * Vector verbs of the q interpreter on a million items, compared with a plain loop in the same run.
 */
export const qVector: Bench = async ({ rounds }) => {
  const { createSession } = await built('sim/q/index')
  const session = createSession()
  const run = (code: string): void => {
    const { error } = session.evaluate(code)
    if (error !== undefined) throw new Error(`${code} signals ${error.name}`)
  }
  run(`x:til ${ITEMS};y:1+3*til ${ITEMS};z:@[y;10;:;0N];p:2024.01.01D00:00:00+1000*til ${ITEMS};`)
  const x = Float64Array.from({ length: ITEMS }, (_, i) => i)
  const y = x.map((item) => 1 + 3 * item)
  let checksum = 0
  const loopSeconds = fastest(rounds, () => {
    checksum += plainSum(x, y)[ITEMS - 1] as number
  })
  const sum = fastest(rounds, () => run('s:x+y;'))
  const figures: Record<string, number> = { plain_ms: loopSeconds * 1000, add_ms: sum * 1000 }
  for (const [name, code] of Object.entries(OTHERS)) {
    figures[`${name}_ms`] = fastest(rounds, () => run(`s:${code};`)) * 1000
  }
  run('s:1000000?`3;n:1000000?`8;f:1000000?1f;p:0N?p;')
  for (const [name, code] of Object.entries(PROGRAMS)) {
    figures[`${name}_ms`] = fastest(rounds, () => run(`r:${code};`)) * 1000
  }
  if (checksum === 0) throw new Error('the plain loop did nothing')
  return [
    row({
      name: 'q: vector add',
      figures,
      gate: { what: 'x+y / plain loop', value: sum / loopSeconds, goal: 5, better: 'less' },
      note: `${ITEMS} items; the plain loop fills a new Float64Array`,
    }),
  ]
}
