import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import {
  type Calibration,
  calibrateCells,
  calibrationText,
  type Trial,
  taskFamily,
  withCalibration,
} from '../../datasets/calibration.ts'
import type { DataSet } from '../../datasets/data-set.ts'
import { type Manifest, readManifest, sha256, writeManifest } from '../../datasets/manifest.ts'
import { passRates, readPassRates, withRates, writePassRates } from '../../datasets/pass-rates.ts'
import { readText } from '../../datasets/read-text.ts'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { HiddenFacts } from '../../train-bridge/rollouts/hidden.ts'
import { inParallel } from '../../train-bridge/rollouts/in-parallel.ts'
import { playRollout } from '../../train-bridge/rollouts/play.ts'
import { requireEnvironment } from '../environments.ts'
import { CommandError, EXIT } from '../errors.ts'
import { REPORTS_EARLY, untilInterrupted } from '../interrupt.ts'
import { withServer } from '../local-server.ts'
import { helpEnd, print, wholeNumber } from '../options.ts'
import { withProgress } from '../progress.ts'
import { addModelOptions } from '../rollout/model-options.ts'
import { createPolicy, type PolicyFlags } from '../rollout/policy-of.ts'
import { parsedSettings, SETTINGS_HELP } from '../settings-flag.ts'
import { loadSet, splitTasks } from './write-part.ts'

interface Flags extends Omit<PolicyFlags, 'env' | 'policy'> {
  readonly model: string
  readonly split: string
  readonly tasks: number
  readonly samples: number
  readonly concurrency: number
  readonly seed: number
  readonly tries?: string
  readonly settings?: string
  readonly json?: true
}

/** Where tries are stored, so that a measurement can continue after a stop. */
const TRIES_FOLDER = 'var/calibration'

const EXAMPLES = [
  'data calibrate ./problems --model qwen3 --base-url http://127.0.0.1:8001/v1',
  'data calibrate ./problems --model m --base-url http://127.0.0.1:8001/v1 --tasks 50 --samples 4',
]

/** Adds `data calibrate`, which measures how often a model solves the tasks of each level. */
export function addCalibrate(parent: Command): void {
  const command = parent
    .command('calibrate')
    .description(
      'Let a model play some tasks of every family and level, and write the pass rates with 95 % ' +
        'intervals into the manifest, and those of single tasks into a file. After a stop, the ' +
        'same command continues.',
    )
    .argument('<folder>', 'folder of one data set')
    .option('--split <name>', 'split of the tasks', 'train')
    .option('--tasks <n>', 'tasks of each family and level', wholeNumber(1, 100_000), 20)
    .option('--samples <n>', 'tries of each task', wholeNumber(1, 1_000), 1)
    .option('--concurrency <n>', 'tries at a time', wholeNumber(1, 4_096), 32)
    .option('--seed <n>', 'seed of the model’s draws', wholeNumber(0), 0)
    .option('--tries <file>', `where tries are stored (default: a file in ${TRIES_FOLDER})`)
    .option('--settings <json>', SETTINGS_HELP)
  addModelOptions(command, '')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpEnd(EXAMPLES, 'some tries could not be played'))
    .action(calibrate)
}

async function calibrate(folder: string, flags: Flags): Promise<void> {
  const manifest = readManifest(folder)
  if (manifest === undefined) {
    throw new CommandError(`${folder} holds no data set`, 'Name the folder that has its manifest.')
  }
  const set = loadSet(folder)
  const settings = parsedSettings(flags.settings)
  const plans = planTries(set, flags, hashConditions(set, settings, flags))
  const file = flags.tries ?? triesFile(flags)
  const storedTries = readTries(file)
  const missingPlans = plans.filter(({ key }) => !storedTries.has(key))
  const failures = await play({ set, folder, settings, file, storedTries, flags }, missingPlans)
  const trials = plans.flatMap(({ key }) => storedTries.get(key) ?? [])
  const calibration = { model: flags.model, split: flags.split, cells: calibrateCells(trials) }
  report(calibration, flags)
  if (failures > 0 || trials.length < plans.length) {
    const missingCount = plans.length - trials.length
    process.stderr.write(
      `${missingCount} of ${plans.length} tries are still to be played; run again\n`,
    )
    process.exitCode = EXIT.found
    return
  }
  const current = unchangedManifest(folder, manifest)
  const calibrations = withCalibration(current.calibrations ?? [], calibration)
  writeManifest(folder, { ...current, calibrations })
  const measuredRates = passRates(flags.model, flags.split, trials)
  writePassRates(folder, withRates(readPassRates(folder), measuredRates))
}

/** The manifest after the measurement, which may have other measurements but not other tasks. */
function unchangedManifest(folder: string, before: Manifest): Manifest {
  const current = readManifest(folder)
  if (current !== undefined && canonicalJson(current.files) === canonicalJson(before.files)) {
    return current
  }
  const remedy = 'Run the same command again; tries of equal data are kept.'
  throw new CommandError(`the tasks of ${folder} changed while they were measured`, remedy)
}

function report(calibration: Calibration, { json }: Flags): void {
  print(json === true ? JSON.stringify(calibration) : calibrationText(calibration))
}

/** A planned try: the task, and the number of the try. */
interface Plan {
  readonly index: number
  readonly sample: number
  readonly family: string
  /** Identifies the try in the file of tries. */
  readonly key: string
}

/** The first tasks of every family and level, each repeated for its number of samples. */
function planTries(set: DataSet, { split, tasks, samples }: Flags, conditions: string): Plan[] {
  const tasksPerCell = new Map<string, number>()
  const plans: Plan[] = []
  for (const [index, task] of splitTasks(set, split).entries()) {
    const family = taskFamily(task)
    const cell = `${family} ${task.difficulty}`
    const count = tasksPerCell.get(cell) ?? 0
    if (count === tasks) continue
    tasksPerCell.set(cell, count + 1)
    for (let sample = 0; sample < samples; sample++) {
      plans.push({ index, sample, family, key: `${conditions} ${task.id} ${sample}` })
    }
  }
  return plans
}

/** A hash of everything that a try depends on, so that tries of other conditions do not count. */
function hashConditions(
  { checksum, environment }: DataSet,
  settings: JsonObject,
  { model, split, seed, temperature, thinking, thoughts, maxTokens }: Flags,
): string {
  const { revision } = requireEnvironment(environment)
  const sampling = { temperature, thinking, thoughts, maxTokens }
  const conditions = { checksum, revision, settings, model, split, seed, ...sampling }
  const plain = JSON.parse(JSON.stringify(conditions)) as JsonObject
  return sha256(canonicalJson(plain)).slice(0, 16)
}

/** The default file of tries. Those of other conditions may be in it too. */
function triesFile({ model, split }: Flags): string {
  const name = `${model}-${split}`.replace(/[^\w.-]+/g, '_').slice(0, 100)
  return join(TRIES_FOLDER, `${name}.jsonl`)
}

type StoredTrial = Trial & { readonly key: string }

/** The tries of earlier runs. A truncated line is ignored. */
function readTries(file: string): Map<string, StoredTrial> {
  const storedTries = new Map<string, StoredTrial>()
  if (!existsSync(file)) return storedTries
  for (const line of readText(file).split('\n')) {
    const stored = parsedTrial(line)
    if (stored !== undefined) storedTries.set(stored.key, stored)
  }
  return storedTries
}

function parsedTrial(line: string): StoredTrial | undefined {
  try {
    return JSON.parse(line) as StoredTrial
  } catch {
    return undefined
  }
}

interface Measuring {
  readonly set: DataSet
  readonly folder: string
  readonly settings: JsonObject
  /** Where tries are stored, and those that are already there. */
  readonly file: string
  readonly storedTries: Map<string, StoredTrial>
  readonly flags: Flags
}

/** Plays the missing tries and stores each at once. Returns how many could not be played. */
async function play(
  { set, folder, settings, file, storedTries, flags }: Measuring,
  missingPlans: readonly Plan[],
): Promise<number> {
  const env = set.environment
  const policy = createPolicy({ ...flags, env, policy: 'openai' })
  if (missingPlans.length === 0) return 0
  mkdirSync(dirname(file), { recursive: true })
  // The last line may be truncated.
  if (existsSync(file)) appendFileSync(file, '\n')
  let failures = 0
  const work = (signal: AbortSignal, onDone: (done: number) => void): Promise<void> =>
    withServer({ data: folder }, async ({ client, resources }) => {
      const { seed, split, concurrency } = flags
      const hidden = new HiddenFacts(resources, env)
      const run = { client, policy, env, settings, seed, hidden, signal }
      const playTry = async ({ index, sample, family, key }: Plan): Promise<void> => {
        const outcome = await playRollout(run, { split, index, draws: `try ${sample}` })
        if (outcome.kind === 'failed') failures++
        if (outcome.kind !== 'played') return
        const { task, difficulty, success } = outcome.played.record
        const stored = { key, task, family, difficulty, success }
        storedTries.set(key, stored)
        appendFileSync(file, `${JSON.stringify(stored)}\n`)
      }
      await inParallel(missingPlans, playTry, { concurrency, signal, onDone })
    })
  await untilInterrupted(REPORTS_EARLY, (signal) =>
    withProgress({ label: 'tries', total: missingPlans.length }, (onDone) => work(signal, onDone)),
  )
  return failures
}
