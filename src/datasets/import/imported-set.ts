import { join } from 'node:path'
import type { BaseTask } from '../../env/task-data.ts'
import {
  DataSetError,
  describeFile,
  type ManifestFile,
  readListed,
  readManifest,
  splitOfPath,
} from '../manifest.ts'
import { readTasks } from '../task-list.ts'
import { writeDataSet } from '../write-data-set.ts'
import type { TaskKind } from './kind.ts'

/** The parts of a task kind that storage needs. */
type StoredKind<Task extends BaseTask> = Pick<TaskKind<never, Task>, 'environment' | 'schema'>

/** A directory of imported problems: one file of tasks per split. */
export interface ImportedSet<Task extends BaseTask> {
  readonly kind: StoredKind<Task>
  readonly directory: string
  readonly files: readonly ManifestFile[]
}

/** The path of a split's tasks below the manifest. */
export const splitPath = (split: string): string => `tasks/${split}.jsonl`

/**
 * Opens the imported problems in a directory; empty if it is new.
 *
 * @throws DataSetError if the directory holds something else
 */
export function openImported<Task extends BaseTask>(
  directory: string,
  kind: StoredKind<Task>,
): ImportedSet<Task> {
  const manifest = readManifest(directory)
  if (manifest === undefined) return { kind, directory, files: [] }
  const { environment, generator, files } = manifest
  const isSame = environment === kind.environment
  if (isSame && generator === null) return { kind, directory, files }
  const contents = isSame ? 'generated problems' : `data of ${environment}`
  throw new DataSetError(`${directory}: holds ${contents}. Choose another directory.`)
}

/** The names of the splits in a directory. */
export const listSplits = ({ files }: { readonly files: readonly ManifestFile[] }): string[] =>
  files.flatMap(({ path }) => splitOfPath(path) ?? [])

/**
 * The checked tasks of a split; empty if there is no such split.
 *
 * @throws DataSetError naming file, line and field
 */
export function importedTasks<Task extends BaseTask>(
  { kind, directory, files }: ImportedSet<Task>,
  split: string,
): Task[] {
  const file = files.find(({ path }) => path === splitPath(split))
  if (file === undefined) return []
  const location = join(directory, file.path)
  const text = readListed(directory, file)
  const list = readTasks(text, { location, split, schema: kind.schema, later: false })
  return Array.from({ length: list.count }, (_, index) => list.at(index) as Task)
}

/**
 * Replaces the tasks of a split, and writes the manifest.
 *
 * @throws DataSetError if the directory holds something else or another file of it is damaged; the
 * error of the file system
 */
export function writeSplit<Task extends BaseTask>(
  { kind, directory, files }: ImportedSet<Task>,
  split: string,
  tasks: readonly Task[],
  about: { readonly licence: string; readonly origin: string },
): void {
  const path = splitPath(split)
  const content = tasks.map((task) => `${JSON.stringify(task)}\n`).join('')
  const otherFiles = files.filter((file) => file.path !== path)
  const contents = otherFiles.map((file) => [file.path, readListed(directory, file)] as const)
  const allFiles = [...otherFiles, describeFile(path, content, about)]
  allFiles.sort((left, right) => (left.path < right.path ? -1 : 1))
  const { environment } = kind
  const manifest = { format: 1, environment, generator: null, files: allFiles } as const
  writeDataSet(directory, manifest, new Map([...contents, [path, content]]))
}

/** Throws `DataSetError` unless the name is allowed for a split. */
export function checkSplitName(split: string): void {
  if (/^[a-z]{1,32}$/.test(split) && split !== 'stream') return
  throw new DataSetError(
    `split ${JSON.stringify(split)}: is not a name for imported tasks. ` +
      'Use small letters from a to z, and not "stream", which never ends.',
  )
}
