import { describeFile, type Manifest, writeManifest } from './manifest.ts'
import { FINITE_SPLITS, type FiniteSplit } from './splits.ts'
import { writeFiles } from './write-files.ts'

const LICENCE = 'MIT'
const ORIGIN = 'made by this project’s generator'

/** What a generator made, and what makes it again. */
export interface GeneratedSet {
  readonly environment: string
  readonly generator: { readonly name: string; readonly version: number }
  readonly seed: number
  /** Options of the generator besides the sizes of the splits. */
  readonly options?: Readonly<Record<string, number>>
  readonly tasks: Readonly<Record<FiniteSplit, readonly unknown[]>>
  /** Files besides those of the tasks, by their paths below the directory. */
  readonly files?: ReadonlyMap<string, string>
}

/**
 * Writes a generated data set: its own files, `tasks/*.jsonl` and the manifest. Files of an earlier
 * run in the same place that no longer belong are removed.
 *
 * @throws DataSetError where the directory holds something else
 */
export function writeGenerated(directory: string, set: GeneratedSet): Manifest {
  const { environment, generator, seed, options = {}, tasks, files = new Map() } = set
  const contents = new Map<string, string>(files)
  for (const split of FINITE_SPLITS) {
    contents.set(
      `tasks/${split}.jsonl`,
      tasks[split].map((task) => `${JSON.stringify(task)}\n`).join(''),
    )
  }
  writeFiles(directory, environment, contents)
  const sizes = FINITE_SPLITS.map((split) => [`num_${split}_tasks`, tasks[split].length] as const)
  const manifest: Manifest = {
    format: 1,
    environment,
    generator: { ...generator, seed, options: { ...options, ...Object.fromEntries(sizes) } },
    files: [...contents].map(([path, content]) =>
      describeFile(path, content, { licence: LICENCE, origin: ORIGIN }),
    ),
  }
  writeManifest(directory, manifest)
  return manifest
}
