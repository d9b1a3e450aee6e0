import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ATTACKS } from './attacks/index.ts'
import { KINDS } from './citizen.ts'
import { type GateOptions, gate, MANY_THREADS } from './gate.ts'

/**
 * One hostile token against a built server with a heap of 512 MB in 2 GB of memory, for a minute,
 * while a well-behaved one plays. `--smoke` takes 20 seconds, `--only a,b` makes some attacks,
 * `--lanes 1`
 * one after the other, `--seed N` draws others; `--list` names them.
 */
const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    lanes: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`

/** Seconds in which 24 programs used to fill the memory of a container of 2 GB. */
const MEMORY_SECONDS = 20
/** A look of seconds on a machine whose host may stop it for as long tells of the dead alone. */
const SHORT_SLACK = 100

async function run(): Promise<number> {
  const only = values.only?.split(',')
  const problems = await attack({
    seconds: Number(values.seconds ?? (values.smoke ? 20 : 60)),
    quietSeconds: values.smoke ? 3 : 6,
    slack: values.smoke ? SHORT_SLACK : 1,
    ...(only === undefined ? {} : { attacks: only }),
  })
  if (only !== undefined) return problems
  console.log('the memory of programs, with the threads of eight cores:')
  const memory = { attacks: ['memory of programs'], threads: MANY_THREADS, slack: SHORT_SLACK }
  return problems + (await attack({ ...memory, seconds: MEMORY_SECONDS, quietSeconds: 1 }))
}

async function attack(options: Omit<GateOptions, 'seed' | 'folder' | 'lanes'>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-hostile-'))
  try {
    const seed = Number(values.seed)
    const report = await gate({ seed, folder, lanes: Number(values.lanes), ...options })
    for (const { kind, quietP99Ms, p99Ms, slowestMs, calls, mostMs } of report.fares) {
      const quiet = `quiet ${milliseconds(quietP99Ms)}, at most ${milliseconds(mostMs)}`
      const slowest = `slowest ${milliseconds(slowestMs)}, ${calls} calls`
      console.log(`${kind}: p99 ${milliseconds(p99Ms)} (${quiet}; ${slowest})`)
    }
    const where = report.isContained ? '2 GB' : 'no limit: this user may make no control group'
    console.log(`memory of the container: ${where}`)
    console.log(
      `not judged, since the host had the machine: ${Math.round(100 * report.unjudged)} % of calls`,
    )
    const { rounds } = report
    console.log(
      `event loop: p99 ${milliseconds(rounds.p99Ms)} of processor time in a round, ` +
        `longest ${milliseconds(rounds.longestMs)}`,
    )
    for (const { name, p99Ms, longestRoundMs } of report.suffered) {
      const each = KINDS.map((kind) => `${kind} ${milliseconds(p99Ms[kind])}`).join(', ')
      console.log(`  longest round ${milliseconds(longestRoundMs)}: ${name} (p99 ${each})`)
    }
    for (const problem of report.problems) console.log(`FAIL ${problem}`)
    return report.problems.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (values.list) {
  for (const { name, what } of ATTACKS) console.log(`${name}: ${what}`)
} else {
  const failed = Math.min(1, await run())
  console.log(`${1 - failed} passed, ${failed} failed`)
  process.exit(failed)
}
