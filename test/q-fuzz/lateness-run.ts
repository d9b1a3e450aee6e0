import { parseArgs } from 'node:util'
import { type Lateness, lateInPool, lateInProcess } from './lateness.ts'

/**
 * Runs programs that continue after their time, in this thread or (`--pool`) in the pool. Prints
 * how late they end, and names those more than `--late` milliseconds late.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    programs: { type: 'string', default: '300' },
    limit: { type: 'string', default: '300' },
    late: { type: 'string', default: '500' },
    pool: { type: 'boolean', default: false },
  },
})
const plan = {
  seed: Number(values.seed),
  programs: Number(values.programs),
  limitMs: Number(values.limit),
}

const all: Lateness[] = []
for await (const one of values.pool ? lateInPool(plan) : lateInProcess(plan)) {
  all.push(one)
  const { program, computedMs, answeredMs, error } = one
  if (Math.max(computedMs, answeredMs) <= Number(values.late)) continue
  const times = `computed ${Math.round(computedMs)} ms, answered ${Math.round(answeredMs)} ms late`
  console.log(`${all.length - 1}: ${times}, ${error}\n    ${program.prelude}\n    ${program.code}`)
  process.exitCode = 1
}

const told = (name: string, sizes: readonly number[]): void => {
  const sorted = [...sizes].sort((left, right) => left - right)
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  const shares = [0.5, 0.9, 0.99, 1].map((share) => `${at(share)}`)
  console.log(`${name}, ms late at 50 %, 90 %, 99 %, most: ${shares.join(', ')}`)
}
told(
  'computed',
  all.map(({ computedMs }) => computedMs),
)
told(
  'answered',
  all.map(({ answeredMs }) => answeredMs),
)
const ends = new Map<string | null, number>()
for (const { error } of all) ends.set(error, (ends.get(error) ?? 0) + 1)
const sorted = [...ends].sort((left, right) => right[1] - left[1]).slice(0, 12)
console.log(`ends: ${sorted.map(([error, count]) => `${error ?? 'a value'} ${count}`).join(', ')}`)
