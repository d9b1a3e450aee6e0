import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fullDiskCase } from './cases/full-disk.ts'
import { idleCase } from './cases/idle.ts'
import { killCase } from './cases/kill.ts'
import { killClientCase } from './cases/kill-client.ts'
import { lockedCase } from './cases/locked.ts'
import { sigtermCase } from './cases/sigterm.ts'
import { slowWatcherCase } from './cases/slow-watcher.ts'
import type { SoakCase } from './soak-case.ts'

/**
 * The long fault cases, against the built server as a real process. `--smoke` plays a small size,
 * `--only a,b` some cases, `--seed N` others of their kind, `--json FILE` keeps the outcome, and
 * `--canary` spoils a file so that the case `kill` must fail. Files of failed cases are kept.
 */
const CASES: readonly SoakCase[] = [
  killCase,
  killClientCase,
  fullDiskCase,
  lockedCase,
  sigtermCase,
  slowWatcherCase,
  idleCase,
]

interface Outcome {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly said: string
}

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    canary: { type: 'boolean', default: false },
    only: { type: 'string', default: CASES.map(({ name }) => name).join(',') },
  },
})

async function runCase({ name, run }: SoakCase, seed: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), `backchannel-soak-${name}-`))
  const startedMs = performance.now()
  const outcome = (passed: boolean, said: string): Outcome => {
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    return { name, passed, seconds, said }
  }
  try {
    const said = await run({ seed, full: !values.smoke, folder, canary: values.canary })
    rmSync(folder, { recursive: true, force: true })
    return outcome(true, said)
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return outcome(false, `seed ${seed}, files in ${folder}: ${why}`)
  }
}

const seed = Number(values.seed)
const outcomes: Outcome[] = []
for (const name of values.only.split(',')) {
  const found = CASES.find((one) => one.name === name)
  if (found === undefined) {
    throw new Error(
      `there is no case ${name}; there are: ${CASES.map((one) => one.name).join(', ')}`,
    )
  }
  const outcome = await runCase(found, seed)
  outcomes.push(outcome)
  const { passed, seconds, said } = outcome
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s): ${said}`)
}
const failed = outcomes.filter(({ passed }) => !passed).length
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ seed, smoke: values.smoke, outcomes }, null, 2)}\n`,
  )
}
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
