import type { AnyEnvironment } from '../env/plugin.ts'
import type { BaseTask } from '../env/task-data.ts'
import {
  type DataGenerator,
  FINITE_SPLITS,
  type GeneratedData,
  type PerSplit,
} from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { DataSetError, describeFile, type Manifest } from './manifest.ts'
import { storedWorld } from './world-hash.ts'
import { writeDataSet } from './write-data-set.ts'

type AnyTask = BaseTask & JsonObject

/** What to generate. Missing options have the environment's defaults. */
export interface GenerateOptions {
  readonly seed: number
  readonly sizes?: Partial<PerSplit<number>>
  /** The generator's own options, such as `num_companies`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Called after each task. */
  readonly onTask?: () => void
}

/** Generated data of an environment, and the inputs to generate it again. */
export interface GeneratedSet {
  readonly environment: AnyEnvironment
  readonly generator: Pick<DataGenerator<AnyTask>, 'name' | 'version'>
  readonly seed: number
  readonly options: ManifestOptions
  readonly data: GeneratedData<AnyTask>
}

type ManifestOptions = NonNullable<Manifest['generator']>['options']

/** Number of tasks for each split of an environment's data. */
export const splitSizes = (
  { generate }: Required<Pick<AnyEnvironment['data'], 'generate'>>,
  overrides: Partial<PerSplit<number>> = {},
): PerSplit<number> => ({ ...generate.sizes, ...overrides })

/**
 * Generates data with these options. The same options give the same values.
 *
 * @throws DataSetError if the environment has no generator, or an option does not fit its
 * declaration; what the generator throws
 */
export function generateData(environment: AnyEnvironment, request: GenerateOptions): GeneratedSet {
  const { generate } = environment.data
  if (generate === undefined) throw new DataSetError(`${environment.id} is not generated`)
  const { seed, onTask = () => {} } = request
  const parsedOptions = generate.options.safeParse(request.options ?? {})
  if (!parsedOptions.success) {
    const { text } = describeMismatch(parsedOptions.error, request.options, {
      valueName: 'the options',
    })
    throw new DataSetError(`${environment.id}: ${text}`)
  }
  const options = parsedOptions.data as ManifestOptions
  const data = generate.make({
    seed,
    sizes: splitSizes({ generate }, request.sizes),
    options,
    onTask,
  })
  return { environment, generator: generate, seed, options, data }
}

/** The hash of the world that its own files give when they are read. */
function generatedWorldHash({
  environment,
  seed,
  data: { files = new Map() },
}: GeneratedSet): string {
  const contents = [...files.values()].map((text) => JSON.parse(text) as unknown)
  return storedWorld(environment.data.world.parse(seed, contents)).hash
}

/**
 * Writes a generated data set: its own files, `tasks/*.jsonl` and the manifest. Removes files of an
 * earlier run in the same folder that no longer belong.
 *
 * @throws DataSetError if the directory holds something else
 */
export function writeGenerated(directory: string, set: GeneratedSet): Manifest {
  const { environment, generator, seed, options, data } = set
  const { tasks, files = new Map<string, string>() } = data
  const contents = new Map<string, string>(files)
  for (const split of FINITE_SPLITS) {
    const lines = tasks[split].map((task) => `${JSON.stringify(task)}\n`)
    contents.set(`tasks/${split}.jsonl`, lines.join(''))
  }
  const sizes = FINITE_SPLITS.map((split) => [`num_${split}_tasks`, tasks[split].length] as const)
  const { name, version } = generator
  const { licence, origin } = environment.card
  const manifest: Manifest = {
    format: 1,
    environment: environment.id,
    generator: { name, version, seed, options: { ...options, ...Object.fromEntries(sizes) } },
    files: [...contents].map(([path, content]) => describeFile(path, content, { licence, origin })),
    world_sha256: generatedWorldHash(set),
  }
  writeDataSet(directory, manifest, contents)
  return manifest
}
