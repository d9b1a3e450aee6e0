import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mathFeedbackEnvironment } from '../../env/math-feedback/index.ts'
import { mathTaskSchema } from '../../env/math-feedback/task-schema.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import {
  DataSetError,
  describeFile,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  parseJson,
  readListed,
  readManifest,
  writeManifest,
} from '../manifest.ts'

/** The environment that imported problems are for. */
const MATH_FEEDBACK = mathFeedbackEnvironment.id
const IMPORTER = 'import'
/** Goes up whenever the same files would give other tasks. */
const IMPORTER_VERSION = 1
/** Made up by the environment, so no file may hold it. */
const RESERVED = new Set(['stream'])

/** A directory of imported problems: one file of tasks per split. */
export interface ImportedSet {
  readonly directory: string
  /** Decides the seeds of tasks, and the order of options where a file has none. */
  readonly seed: number
  readonly files: readonly ManifestFile[]
}

const splitPath = (split: string): string => `tasks/${split}.jsonl`

/**
 * The imported problems in a directory; none where it is new.
 *
 * @param seed the seed that is wished for; undefined for that of the directory, or 1
 * @throws DataSetError where the directory holds something else, or was made with another seed
 */
export function openImported(directory: string, seed: number | undefined): ImportedSet {
  const manifest = readManifest(directory)
  if (manifest === undefined) {
    const folder = join(directory, 'tasks')
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new DataSetError(
        `${folder}: holds files that no ${MANIFEST_NAME} lists. Choose an empty directory.`,
      )
    }
    return { directory, seed: seed ?? 1, files: [] }
  }
  const { environment, generator, files } = manifest
  if (environment !== MATH_FEEDBACK || generator?.name !== IMPORTER) {
    const what = environment === MATH_FEEDBACK ? 'generated problems' : `data of ${environment}`
    throw new DataSetError(`${directory}: holds ${what}. Choose another directory.`)
  }
  if (seed !== undefined && seed !== generator.seed) {
    throw new DataSetError(
      `${directory}: was made with seed ${generator.seed}, not ${seed}. ` +
        'Leave the seed out, or choose another directory.',
    )
  }
  return { directory, seed: generator.seed, files }
}

/** The names of the splits that a directory has. */
export const splitsOf = ({ files }: ImportedSet): string[] =>
  files.flatMap(({ path }) => /^tasks\/(\w+)\.jsonl$/.exec(path)?.[1] ?? [])

/**
 * The tasks of a split, checked; none if there is no such split.
 *
 * @throws DataSetError naming file, line and field
 */
export function tasksOf({ directory, files }: ImportedSet, split: string): MathTask[] {
  const file = files.find(({ path }) => path === splitPath(split))
  if (file === undefined) return []
  const lines = readListed(directory, file).split('\n')
  if (lines.at(-1) === '') lines.pop()
  const place = join(directory, file.path)
  return lines.map((line, index) => parseJson(line, `${place}:${index + 1}`, mathTaskSchema))
}

/**
 * Writes the tasks of a split, in place of those that it had, and the manifest.
 *
 * @throws the error of the file system
 */
export function writeSplit(
  set: ImportedSet,
  split: string,
  tasks: readonly MathTask[],
  about: { readonly licence: string; readonly origin: string },
): void {
  const path = splitPath(split)
  const content = tasks.map((task) => `${JSON.stringify(task)}\n`).join('')
  const target = join(set.directory, path)
  writeFileSync(`${target}.part`, content)
  renameSync(`${target}.part`, target)
  const others = set.files.filter((file) => file.path !== path)
  const files = [...others, describeFile(path, content, about)]
  files.sort((left, right) => (left.path < right.path ? -1 : 1))
  writeManifest(set.directory, manifestOf(set.seed, files))
}

const manifestOf = (seed: number, files: ManifestFile[]): Manifest => ({
  format: 1,
  environment: MATH_FEEDBACK,
  generator: { name: IMPORTER, version: IMPORTER_VERSION, seed, options: {} },
  files,
})

/** Throws `DataSetError` unless a split may have this name. */
export function checkSplitName(split: string): void {
  if (/^[a-z]{1,32}$/.test(split) && !RESERVED.has(split)) return
  throw new DataSetError(
    `split ${JSON.stringify(split)}: is not a name for imported tasks. ` +
      'Use small letters from a to z, and not "stream", which never ends.',
  )
}
