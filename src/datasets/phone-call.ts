import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { companySchema, taskSchema } from '../env/phone-call/task.ts'
import type { JsonObject } from '../sim/json.ts'
import { generateWorld } from '../sim/phone/companies.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateSplit, generateStreamTask } from '../sim/phone/tasks.ts'
import type { Company, PhoneWorld } from '../sim/phone/world.ts'
import type { DataSet } from './data-set.ts'
import {
  DataSetError,
  describeFile,
  type Manifest,
  parseJson,
  readListed,
  readManifest,
  sha256,
  writeManifest,
} from './manifest.ts'

export const PHONE_CALL = phoneCallEnvironment.id
const GENERATOR_NAME = 'phone-call'
/** Goes up whenever the same options would give other bytes. */
const GENERATOR_VERSION = 1
const LICENCE = 'MIT'
const ORIGIN = 'made by this project’s generator'

export const FINITE_SPLITS = ['train', 'val', 'test'] as const
export type FiniteSplit = (typeof FINITE_SPLITS)[number]

export interface PhoneCallOptions {
  readonly seed: number
  readonly companies: number
  readonly tasks: Readonly<Record<FiniteSplit, number>>
}

export interface GeneratedPhoneCall {
  readonly world: PhoneWorld
  readonly tasks: Readonly<Record<FiniteSplit, readonly PhoneTask[]>>
}

/** World and tasks of these options; the same options give the same values. */
export function generatePhoneCall(options: PhoneCallOptions): GeneratedPhoneCall {
  const world = generateWorld(options.seed, options.companies)
  const split = (name: FiniteSplit) => generateSplit(world, name, options.tasks[name])
  return { world, tasks: { train: split('train'), val: split('val'), test: split('test') } }
}

/**
 * Writes a generated data set: `companies/*.json`, `tasks/*.jsonl` and the manifest. Files of an
 * earlier run in the same place that no longer belong are removed. Throws `DataSetError` where the
 * directory holds something else.
 */
export function writePhoneCall(
  directory: string,
  options: PhoneCallOptions,
  { world, tasks }: GeneratedPhoneCall,
): Manifest {
  const contents = new Map<string, string>()
  for (const company of world.companies) {
    contents.set(`companies/${company.id}.json`, `${JSON.stringify(company, null, 1)}\n`)
  }
  for (const split of FINITE_SPLITS) {
    const lines = tasks[split].map((task) => `${JSON.stringify(task)}\n`)
    contents.set(`tasks/${split}.jsonl`, lines.join(''))
  }
  clearEarlier(directory, new Set(contents.keys()))
  for (const [path, content] of contents) {
    const target = join(directory, path)
    makeDirectory(dirname(target))
    writeFileSync(target, content)
  }
  const manifest: Manifest = {
    format: 1,
    environment: PHONE_CALL,
    generator: {
      name: GENERATOR_NAME,
      version: GENERATOR_VERSION,
      seed: options.seed,
      options: {
        num_companies: options.companies,
        num_train_tasks: options.tasks.train,
        num_val_tasks: options.tasks.val,
        num_test_tasks: options.tasks.test,
      },
    },
    files: [...contents].map(([path, content]) =>
      describeFile(path, content, { licence: LICENCE, origin: ORIGIN }),
    ),
  }
  writeManifest(directory, manifest)
  return manifest
}

/** Like a recursive mkdir, which some Node versions never return from below /proc. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    makeDirectory(dirname(path))
    mkdirSync(path)
  }
}

function clearEarlier(directory: string, wanted: ReadonlySet<string>): void {
  const earlier = readManifest(directory)
  if (earlier === undefined) {
    for (const folder of ['companies', 'tasks']) {
      if (filesIn(join(directory, folder)).length === 0) continue
      throw new DataSetError(
        `${join(directory, folder)}: holds files that no manifest lists. ` +
          'Choose an empty directory, or move them away.',
      )
    }
    return
  }
  if (earlier.environment !== PHONE_CALL) {
    throw new DataSetError(
      `${directory}: holds data of ${earlier.environment}. Choose another directory.`,
    )
  }
  for (const { path } of earlier.files) {
    if (!wanted.has(path)) rmSync(join(directory, path), { force: true })
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Reads a directory that `writePhoneCall` wrote. Throws `DataSetError` naming what is wrong. */
export function readPhoneCall(directory: string, manifest: Manifest): DataSet {
  if (manifest.generator === null) {
    throw new DataSetError(`${directory}: the manifest names no generator, so it has no seed`)
  }
  const companies: Company[] = []
  const splits = new Map<string, TaskList>()
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const place = join(directory, file.path)
    const split = /^tasks\/(\w+)\.jsonl$/.exec(file.path)?.[1]
    if (split !== undefined) splits.set(split, readTasks(text, place, split, isOwn(manifest)))
    else companies.push(parseJson(text, place, companySchema) as unknown as Company)
  }
  const world: PhoneWorld = { format: 1, seed: manifest.generator.seed, companies }
  return asDataSet(world, splits, sha256(JSON.stringify(manifest)))
}

/** The tasks of a split, by number. */
interface TaskList {
  readonly count: number
  at(index: number): PhoneTask | undefined
}

/** Whether this generator wrote the data; then only damage can make it bad: checksums find it. */
const isOwn = ({ generator }: Manifest): boolean =>
  generator?.name === GENERATOR_NAME && generator.version === GENERATOR_VERSION

/** Checks all lines now, or, to start faster, each line when it is first asked for. */
function readTasks(text: string, place: string, split: string, later: boolean): TaskList {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const tasks = new Map<number, PhoneTask>()
  const at = (index: number): PhoneTask | undefined => {
    const line = lines[index]
    if (line === undefined) return undefined
    const known = tasks.get(index)
    if (known !== undefined) return known
    const here = `${place}:${index + 1}`
    const task = parseJson(line, here, taskSchema)
    if (task.split !== split || task.index !== index) {
      throw new DataSetError(`${here}: index: must be ${index} in split ${split}`)
    }
    tasks.set(index, task)
    return task
  }
  if (!later) lines.forEach((_, index) => void at(index))
  return { count: lines.length, at }
}

function asDataSet(
  world: PhoneWorld,
  splits: ReadonlyMap<string, TaskList>,
  checksum: string,
): DataSet {
  type Served = ReturnType<DataSet['task']>
  const serve = (task: PhoneTask | undefined): Served => task as unknown as Served
  const task = (split: string, index: number): Served => {
    if (!Number.isSafeInteger(index) || index < 0) return undefined
    if (split === 'stream') return serve(generateStreamTask(world, index))
    return serve(splits.get(split)?.at(index))
  }
  return {
    environment: PHONE_CALL,
    checksum,
    world: world as unknown as JsonObject,
    splits: [
      ...[...splits].map(([name, tasks]) => ({ name, count: tasks.count })),
      { name: 'stream', count: null },
    ],
    task,
    find(id) {
      const [, split = '', digits = ''] = /^([a-z]+)-(\d{6,15})$/.exec(id) ?? []
      const found = task(split, digits === '' ? -1 : Number(digits))
      return found?.id === id ? found : undefined
    },
  }
}
