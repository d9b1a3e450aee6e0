import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { orEnd, parseSeeds, refuseIgnored } from '../options.ts'
import type { LadderRecord, LadderScale } from './one-run.ts'

const RESULTS = fileURLToPath(new URL('results', import.meta.url))
const SCALE: LadderScale = { batches: 80, evaluateEvery: 16, tasks: 300, endTasks: 1_000 }
const QUICK: LadderScale = { batches: 4, evaluateEvery: 2, tasks: 40, endTasks: 40 }

const SEEDS = 5

const options = {
  seeds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  out: { type: 'string' },
  'report-only': { type: 'boolean', default: false },
} as const
const { values } = orEnd(() => parseArgs({ options }))
orEnd(() => refuseIgnored(values, { 'report-only': ['seeds'] }))
const seeds = orEnd(() => parseSeeds(values.seeds, SEEDS))

// Refuses wrong options first, because worlds and learners take seconds to load.
const { phoneWorld } = await import('../feedback-guided/phone-world.ts')
const { refuseTwoWorlds, worldName } = await import('../feedback-guided/world-mark.ts')
const { LADDER_STARTS, trainLadder } = await import('./one-run.ts')
const { writeLadderReport } = await import('./report.ts')
const { playTricks } = await import('./tricks.ts')

const folder = values.out ?? (values.quick ? join('var', 'ladder-quick') : RESULTS)
mkdirSync(folder, { recursive: true })
const path = join(folder, 'runs.jsonl')

function readRecords(): LadderRecord[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LadderRecord)
}

/** The report must be of the current world, in which scripted players are rewarded. */
const world = await worldName(phoneWorld(1).environment)
orEnd(() => refuseTwoWorlds([...readRecords().map((record) => record.world), world]))

async function runAll(): Promise<void> {
  const scale = values.quick ? QUICK : SCALE
  for (const seed of seeds) {
    for (const start of LADDER_STARTS) {
      const recorded = readRecords().filter((one) => one.seed === seed && one.start === start)
      if (recorded.length > 0) continue
      // Runs all arms of a start together, so that a stopped command leaves complete pairs.
      const records: LadderRecord[] = []
      await trainLadder(start, seed, scale, (record) => records.push({ ...record, world }))
      appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      const ends = records.map(({ arm, end }) => `${arm} ${(100 * end.success).toFixed(1)} %`)
      console.log(`start ${start}, seed ${seed}: ${ends.join(', ')}`)
    }
  }
}

if (!values['report-only']) await runAll()
writeLadderReport(folder, readRecords(), playTricks(), { intoPage: folder === RESULTS })
