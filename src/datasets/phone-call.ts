import { join } from 'node:path'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { companySchema, taskSchema } from '../env/phone-call/task.ts'
import type { JsonObject } from '../sim/json.ts'
import { generateWorld } from '../sim/phone/companies.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateSplit, generateStreamTask } from '../sim/phone/tasks.ts'
import type { Company, PhoneWorld } from '../sim/phone/world.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, type Manifest, parseJson, readListed, sha256 } from './manifest.ts'
import type { FiniteSplit } from './splits.ts'
import { readTasks, serveTasks, type TaskList } from './task-list.ts'
import { writeGenerated } from './write-generated.ts'

export const PHONE_CALL = phoneCallEnvironment.id
/** Its version goes up whenever the same options would give other bytes. */
const GENERATOR = { name: 'phone-call', version: 1 }

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

/** Writes a generated data set (`writeGenerated`), with its companies in `companies/*.json`. */
export function writePhoneCall(
  directory: string,
  { seed, companies }: PhoneCallOptions,
  { world, tasks }: GeneratedPhoneCall,
): Manifest {
  const files = new Map(
    world.companies.map((company) => [
      `companies/${company.id}.json`,
      `${JSON.stringify(company, null, 1)}\n`,
    ]),
  )
  const options = { num_companies: companies }
  const environment = PHONE_CALL
  return writeGenerated(directory, {
    environment,
    generator: GENERATOR,
    seed,
    options,
    tasks,
    files,
  })
}

/** Reads a directory that `writePhoneCall` wrote. Throws `DataSetError` naming what is wrong. */
export function readPhoneCall(directory: string, manifest: Manifest): DataSet {
  if (manifest.generator === null) {
    throw new DataSetError(`${directory}: the manifest names no generator, so it has no seed`)
  }
  const companies: Company[] = []
  const splits = new Map<string, TaskList<PhoneTask>>()
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const place = join(directory, file.path)
    const split = /^tasks\/(\w+)\.jsonl$/.exec(file.path)?.[1]
    if (split !== undefined)
      splits.set(
        split,
        readTasks(text, { place, split, schema: taskSchema, later: isOwn(manifest) }),
      )
    else companies.push(parseJson(text, place, companySchema) as unknown as Company)
  }
  const world: PhoneWorld = { format: 1, seed: manifest.generator.seed, companies }
  return asDataSet(world, splits, sha256(JSON.stringify(manifest)))
}

/** Whether this generator wrote the data; then only damage can make it bad: checksums find it. */
const isOwn = ({ generator }: Manifest): boolean =>
  generator?.name === GENERATOR.name && generator.version === GENERATOR.version

function asDataSet(
  world: PhoneWorld,
  splits: ReadonlyMap<string, TaskList<PhoneTask>>,
  checksum: string,
): DataSet {
  return {
    environment: PHONE_CALL,
    checksum,
    world: world as unknown as JsonObject,
    ...serveTasks(splits, (index) => generateStreamTask(world, index)),
  }
}
