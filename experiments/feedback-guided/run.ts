import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { orEnd, parseSeeds } from '../options.ts'
import { writeBetweenMarks } from '../page-marks.ts'
import { playAgain } from './again.ts'
import { askedFor } from './asked.ts'
import { refuseTwoRates } from './equal-tasks.ts'
import { type Job, type MarkedJob, plannedRuns, recordKey } from './job.ts'
import { chosenRates, rateFor } from './long-plan.ts'
import { methodMark, refuseTwoMethods } from './method-mark.ts'
import type { RunRecord } from './one-run.ts'
import { summaryText } from './page.ts'
import { type Cell, type Plan, TUNING } from './plan.ts'
import { doJobs } from './pool.ts'
import { writeQuestions } from './questions/write.ts'
import { writeReport } from './report.ts'
import { chosenLearningRate, readTuned, type Tuned, tune, tuningJobs } from './tuning.ts'
import { refuseTwoWorlds, worldName } from './world-mark.ts'
import { createWorld } from './worlds.ts'

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
const request = orEnd(() => askedFor(values))

/** Earlier runs are kept: the same command continues where it was stopped. */
const usual = request.isLong ? LONG_RESULTS : RESULTS
const folder = values.out ?? (values.quick ? join('var', 'experiment-quick') : usual)
mkdirSync(folder, { recursive: true })
const path = (name: string): string => join(folder, name)

function readRecords(): RunRecord[] {
  if (!existsSync(path(RUNS))) return []
  const lines = readFileSync(path(RUNS), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunRecord)
}

/** Runs the grid, and extends it while the best rate is at one of its ends. */
async function runTuning(): Promise<void> {
  const seeds = request.seeds ?? parseSeeds(undefined, TUNING.seeds)
  let tuned: Tuned[] = []
  for (let round = 0; round <= TUNING.learningRatesBeyond.length; round++) {
    await runJobs(tuningJobs(seeds, tuned).map(listedOf))
    tuned = tune(readRecords())
  }
}

/** A job with those of its runs that the command requests. */
const listedOf = (job: Job): Job => ({
  ...job,
  runs: request.isWanted(job) ? job.runs.filter(({ arm }) => request.isListed(arm)) : [],
})

function planJobs(plan: Plan): Job[] {
  const ratesOf = request.isLong ? longRates() : tunedRates()
  const scale = { ...plan.scale, batches: request.batches ?? plan.scale.batches }
  const first = plan.firstSeed ?? 1
  const seeds = request.seeds ?? parseSeeds(undefined, plan.seeds)
  // All conditions of a seed come before the next seed, so that a stopped command leaves complete
  // pairs.
  return seeds.flatMap((number) =>
    cellsOf(plan, number).map((cell) => ({
      plan: plan.name,
      condition: cell.condition,
      seed: first - 1 + number,
      runs: cell.arms
        .filter(request.isListed)
        .flatMap((arm) => ratesOf(arm, cell).map((learningRate) => ({ arm, learningRate }))),
      scale,
    })),
  )
}

type RatesOf = (arm: string, cell: Cell) => readonly number[]

function tunedRates(): RatesOf {
  const shipped = readTuned(join(RESULTS, TUNED))
  const tuned = existsSync(path(TUNED)) ? readTuned(path(TUNED)) : shipped
  return (arm, { condition }) => [chosenLearningRate(arm, condition, tuned)]
}

/** An arm is not run before its grid is complete. */
function longRates(): RatesOf {
  const chosenGridRates = chosenRates(readRecords())
  return (arm, { condition, rates }) => {
    const rate = rateFor(arm, condition.name, chosenGridRates)
    if (rates === undefined && rate === undefined) console.log(`${arm}: its grid is not complete`)
    return rates ?? (rate === undefined ? [] : [rate])
  }
}

const cellsOf = ({ cells, seeds }: Plan, seed: number): readonly Cell[] =>
  cells.filter(
    (cell) =>
      request.isWanted(cell) && (request.seeds !== undefined || seed <= (cell.seeds ?? seeds)),
  )

/** A job with those of its runs that are recorded, or with the others. */
function selectRuns(job: Job, recordedKeys: ReadonlySet<string>, isDone: boolean): Job {
  const { condition, seed, scale } = job
  const runs = job.runs.filter(({ arm, learningRate }) => {
    const { batches } = scale
    const identity = { condition: condition.name, arm, seed, learning_rate: learningRate, batches }
    return recordedKeys.has(recordKey(identity)) === isDone
  })
  return { ...job, runs }
}

/** Plays recorded runs again; writes nothing. */
async function compareAgain(jobs: readonly Job[]): Promise<void> {
  const records = readRecords()
  const recordedKeys = new Set(records.map(recordKey))
  const recordedJobs = await withMarks(jobs.map((job) => selectRuns(job, recordedKeys, true)))
  if (recordedJobs.length === 0) throw new Error('none of these runs has a record')
  orEnd(() => refuseOthers(records, recordedJobs))
  const play = (onRecord: (record: RunRecord) => void): Promise<void> =>
    doJobs(recordedJobs, request.workers, onRecord)
  const differingCount = await playAgain(records, play, console.log)
  if (differingCount > 0) process.exitCode = 1
}

async function runJobs(jobs: readonly Job[]): Promise<void> {
  const records = readRecords()
  const recordedKeys = new Set(records.map(recordKey))
  const remainingJobs = await withMarks(jobs.map((job) => selectRuns(job, recordedKeys, false)))
  orEnd(() => refuseOthers(records, remainingJobs))
  refuseTwoRates([...records, ...remainingJobs.flatMap(plannedRuns)])
  const total = remainingJobs.reduce((sum, { runs }) => sum + runs.length, 0)
  if (total === 0) return
  const tellSession = beginSession()
  let count = 0
  await doJobs(remainingJobs, request.workers, (record) => {
    appendFileSync(path(RUNS), `${JSON.stringify(record)}\n`)
    count += 1
    const minutes = tellSession(count)
    const { condition, arm, seed, learning_rate: rate, end } = record
    const line = `${condition} ${arm} seed ${seed} rate ${rate}: clean ${end.clean.toFixed(3)}`
    console.log(`${count}/${total}, ${minutes.toFixed(1)} min: ${line}`)
  })
}

/** The jobs that have runs, with the current marks of worlds and methods. */
async function withMarks(jobs: readonly Job[]): Promise<MarkedJob[]> {
  const names = new Map<string, string>()
  const marks = new Map<string, string>()
  const markedJobs: MarkedJob[] = []
  for (const job of jobs.filter(({ runs }) => runs.length > 0)) {
    const { environment } = createWorld(job.seed, job.condition)
    const world = names.get(environment.id) ?? (await worldName(environment))
    names.set(environment.id, world)
    const methods: Record<string, string> = {}
    for (const { arm } of job.runs) {
      const key = [arm, job.condition.loss, job.condition.world].join('/')
      methods[arm] = marks.get(key) ?? (await methodMark(arm, job.condition))
      marks.set(key, methods[arm])
    }
    markedJobs.push({ ...job, world, methods })
  }
  return markedJobs
}

/** @throws OptionError if new runs cannot be compared with records, or with each other */
function refuseOthers(records: readonly RunRecord[], jobs: readonly MarkedJob[]): void {
  refuseTwoWorlds([...records, ...jobs].map(({ world }) => world))
  const planned = jobs.flatMap(({ condition, runs, methods }) =>
    runs.map(({ arm }) => ({ condition: condition.name, arm, method: methods[arm] as string })),
  )
  refuseTwoMethods([...records, ...planned])
}

/** Records how the records were made, even if the command is stopped in between. */
function beginSession(): (runs: number) => number {
  const hasSessions = existsSync(path(SESSIONS))
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
      workers: request.workers,
      minutes,
      mean_load: Number(mean.toFixed(1)),
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    }
    writeFileSync(path(SESSIONS), `${JSON.stringify([...hasSessions, session], null, 2)}\n`)
    return minutes
  }
}

const planned = (): Job[][] => request.plans.map(planJobs)

if (values.again) await compareAgain(planned().flat())
else {
  if (values.tune) await runTuning()
  else if (!values['report-only']) for (const jobs of planned()) await runJobs(jobs)
  writeAll()
}

/** Writes tables and figures. For the published records, it also writes the parts of pages. */
function writeAll(): void {
  if (request.isLong) return
  const tuned = tune(readRecords())
  if (tuned.length > 0) writeFileSync(path(TUNED), `${JSON.stringify(tuned, null, 2)}\n`)
  const sections = writeReport(folder, readRecords())
  if (folder !== RESULTS) return
  writeBetweenMarks(PAGE, '', summaryText(sections, readRecords()))
  writeQuestions(QUESTIONS, folder, readRecords(), sections)
}
