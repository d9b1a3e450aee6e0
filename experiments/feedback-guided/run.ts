import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { orEnd, seedsOf } from '../options.ts'
import { writeBetweenMarks } from '../page-marks.ts'
import { playAgain } from './again.ts'
import { askedFor } from './asked.ts'
import { refuseTwoRates } from './equal-tasks.ts'
import { type Job, type MarkedJob, plannedRuns, recordKey } from './job.ts'
import { chosenRates, rateFor } from './long-plan.ts'
import { methodMark, refuseTwoMethods } from './method-mark.ts'
import type { RunRecord } from './one-run.ts'
import { summaryOf } from './page.ts'
import { type Cell, type Plan, TUNING } from './plan.ts'
import { doJobs } from './pool.ts'
import { writeQuestions } from './questions/write.ts'
import { writeReport } from './report.ts'
import { learningRateOf, readTuned, type Tuned, tune, tuningJobs } from './tuning.ts'
import { refuseTwoWorlds, worldName } from './world-mark.ts'
import { worldOf } from './worlds.ts'

const LONG_RESULTS = fileURLToPath(new URL('long', import.meta.url))
const RESULTS = fileURLToPath(new URL('results', import.meta.url))
const PAGE = fileURLToPath(new URL('results/at-2560-tasks.md', import.meta.url))
const QUESTIONS = fileURLToPath(new URL('results/questions.md', import.meta.url))
const RUNS = 'runs.jsonl'
const TUNED = 'learning-rates.json'
const SESSIONS = 'sessions.json'

const options = {
  plan: { type: 'string' },
  tune: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  seeds: { type: 'string' },
  arms: { type: 'string' },
  conditions: { type: 'string' },
  batches: { type: 'string' },
  workers: { type: 'string' },
  out: { type: 'string' },
  'report-only': { type: 'boolean', default: false },
} as const
const { values } = orEnd(() => parseArgs({ options }))
const asked = orEnd(() => askedFor(values))

/** Runs of before are kept: the same command goes on where it was stopped. */
const usual = asked.isLong ? LONG_RESULTS : RESULTS
const folder = values.out ?? (values.quick ? join('var', 'experiment-quick') : usual)
mkdirSync(folder, { recursive: true })
const path = (name: string): string => join(folder, name)

function readRecords(): RunRecord[] {
  if (!existsSync(path(RUNS))) return []
  const lines = readFileSync(path(RUNS), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunRecord)
}

/** Runs the grid, and goes beyond its ends for as long as the best is there. */
async function runTuning(): Promise<void> {
  const seeds = asked.seeds ?? seedsOf(undefined, TUNING.seeds)
  let tuned: Tuned[] = []
  for (let round = 0; round <= TUNING.learningRatesBeyond.length; round++) {
    await runJobs(tuningJobs(seeds, tuned).map(listedOf))
    tuned = tune(readRecords())
  }
}

/** A job with those of its runs that the command asks for. */
const listedOf = (job: Job): Job => ({
  ...job,
  runs: asked.isWanted(job) ? job.runs.filter(({ arm }) => asked.isListed(arm)) : [],
})

function planJobs(plan: Plan): Job[] {
  const ratesOf = asked.isLong ? longRates() : tunedRates()
  const scale = { ...plan.scale, batches: asked.batches ?? plan.scale.batches }
  const first = plan.firstSeed ?? 1
  const seeds = asked.seeds ?? seedsOf(undefined, plan.seeds)
  // All conditions of a seed before the next seed: a stopped run has whole pairs.
  return seeds.flatMap((number) =>
    cellsOf(plan, number).map((cell) => ({
      plan: plan.name,
      condition: cell.condition,
      seed: first - 1 + number,
      runs: cell.arms
        .filter(asked.isListed)
        .flatMap((arm) => ratesOf(arm, cell).map((learningRate) => ({ arm, learningRate }))),
      scale,
    })),
  )
}

type RatesOf = (arm: string, cell: Cell) => readonly number[]

function tunedRates(): RatesOf {
  const shipped = readTuned(join(RESULTS, TUNED))
  const tuned = existsSync(path(TUNED)) ? readTuned(path(TUNED)) : shipped
  return (arm, { condition }) => [learningRateOf(arm, condition, tuned)]
}

/** An arm whose grid is not complete is not run yet. */
function longRates(): RatesOf {
  const chosen = chosenRates(readRecords())
  return (arm, { condition, rates }) => {
    const rate = rateFor(arm, condition.name, chosen)
    if (rates === undefined && rate === undefined) console.log(`${arm}: its grid is not complete`)
    return rates ?? (rate === undefined ? [] : [rate])
  }
}

const cellsOf = ({ cells, seeds }: Plan, seed: number): readonly Cell[] =>
  cells.filter(
    (cell) => asked.isWanted(cell) && (asked.seeds !== undefined || seed <= (cell.seeds ?? seeds)),
  )

/** A job with those of its runs of which there is a record, or with the others. */
function runsOf(job: Job, done: ReadonlySet<string>, isDone: boolean): Job {
  const { condition, seed, scale } = job
  const runs = job.runs.filter(({ arm, learningRate }) => {
    const { batches } = scale
    const what = { condition: condition.name, arm, seed, learning_rate: learningRate, batches }
    return done.has(recordKey(what)) === isDone
  })
  return { ...job, runs }
}

/** Plays runs that are recorded once more; nothing is written. */
async function compareAgain(jobs: readonly Job[]): Promise<void> {
  const records = readRecords()
  const done = new Set(records.map(recordKey))
  const recorded = await marked(jobs.map((job) => runsOf(job, done, true)))
  if (recorded.length === 0) throw new Error('none of these runs has a record')
  orEnd(() => refuseOthers(records, recorded))
  const play = (onRecord: (record: RunRecord) => void): Promise<void> =>
    doJobs(recorded, asked.workers, onRecord)
  const others = await playAgain(records, play, console.log)
  if (others > 0) process.exitCode = 1
}

async function runJobs(jobs: readonly Job[]): Promise<void> {
  const records = readRecords()
  const done = new Set(records.map(recordKey))
  const left = await marked(jobs.map((job) => runsOf(job, done, false)))
  orEnd(() => refuseOthers(records, left))
  refuseTwoRates([...records, ...left.flatMap(plannedRuns)])
  const total = left.reduce((sum, { runs }) => sum + runs.length, 0)
  if (total === 0) return
  const tellSession = beginSession()
  let count = 0
  await doJobs(left, asked.workers, (record) => {
    appendFileSync(path(RUNS), `${JSON.stringify(record)}\n`)
    count += 1
    const minutes = tellSession(count)
    const { condition, arm, seed, learning_rate: rate, end } = record
    const line = `${condition} ${arm} seed ${seed} rate ${rate}: clean ${end.clean.toFixed(3)}`
    console.log(`${count}/${total}, ${minutes.toFixed(1)} min: ${line}`)
  })
}

/** Those of the jobs that have runs, in the worlds and with the methods as they are now. */
async function marked(jobs: readonly Job[]): Promise<MarkedJob[]> {
  const names = new Map<string, string>()
  const marks = new Map<string, string>()
  const all: MarkedJob[] = []
  for (const job of jobs.filter(({ runs }) => runs.length > 0)) {
    const { environment } = worldOf(job.seed, job.condition)
    const world = names.get(environment.id) ?? (await worldName(environment))
    names.set(environment.id, world)
    const methods: Record<string, string> = {}
    for (const { arm } of job.runs) {
      const key = [arm, job.condition.loss, job.condition.world].join('/')
      methods[arm] = marks.get(key) ?? (await methodMark(arm, job.condition))
      marks.set(key, methods[arm])
    }
    all.push({ ...job, world, methods })
  }
  return all
}

/** @throws OptionError if runs to come cannot be compared with records, or with each other */
function refuseOthers(records: readonly RunRecord[], jobs: readonly MarkedJob[]): void {
  refuseTwoWorlds([...records, ...jobs].map(({ world }) => world))
  const planned = jobs.flatMap(({ condition, runs, methods }) =>
    runs.map(({ arm }) => ({ condition: condition.name, arm, method: methods[arm] as string })),
  )
  refuseTwoMethods([...records, ...planned])
}

/** Keeps account of how records came about, also where the command is stopped in the middle. */
function beginSession(): (runs: number) => number {
  const before = existsSync(path(SESSIONS))
    ? (JSON.parse(readFileSync(path(SESSIONS), 'utf8')) as unknown[])
    : []
  const startMs = performance.now()
  const loads: number[] = []
  return (runs) => {
    const minutes = Number(((performance.now() - startMs) / 60_000).toFixed(1))
    loads.push(loadavg()[0] ?? 0)
    const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length
    const session = {
      command: `npm run experiment -- ${process.argv.slice(2).join(' ')}`.trim(),
      runs,
      workers: asked.workers,
      minutes,
      mean_load: Number(mean.toFixed(1)),
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    }
    writeFileSync(path(SESSIONS), `${JSON.stringify([...before, session], null, 2)}\n`)
    return minutes
  }
}

const planned = (): Job[][] => asked.plans.map(planJobs)

if (values.again) await compareAgain(planned().flat())
else {
  if (values.tune) await runTuning()
  else if (!values['report-only']) for (const jobs of planned()) await runJobs(jobs)
  writeAll()
}

/** Tables and figures; of the published records also what pages say of them. */
function writeAll(): void {
  if (asked.isLong) return
  const tuned = tune(readRecords())
  if (tuned.length > 0) writeFileSync(path(TUNED), `${JSON.stringify(tuned, null, 2)}\n`)
  const sections = writeReport(folder, readRecords())
  if (folder !== RESULTS) return
  writeBetweenMarks(PAGE, '', summaryOf(sections, readRecords()))
  writeQuestions(QUESTIONS, folder, readRecords(), sections)
}
