import type { DataSet } from '../../datasets/data-set.ts'
import { loadDataSet } from '../../datasets/load.ts'
import { describeFile, type Manifest, readManifest, splitOfPath } from '../../datasets/manifest.ts'
import { writeDataSet } from '../../datasets/write-data-set.ts'
import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import { environments } from '../environments.ts'
import { CommandError } from '../errors.ts'
import { refuseInput } from '../same-path.ts'

/** A task as stored in its file. */
export type StoredTask = BaseTask & JsonObject

/** The data set of a folder. */
export function loadSet(folder: string): DataSet {
  const set = loadDataSet(folder, environments())
  if (set !== undefined) return set
  throw new CommandError(`${folder} holds no data set`, 'Name the folder that has its manifest.')
}

/** All tasks of a finite split. */
export function splitTasks(set: DataSet, split: string): StoredTask[] {
  const size = set.splits.find(({ name }) => name === split)?.count
  if (size === undefined || size === null) {
    const names = set.splits.filter((one) => one.count !== null).map(({ name }) => name)
    throw new CommandError(`there is no split ${split} with an end`, `Use ${names.join(' or ')}.`)
  }
  return Array.from({ length: size }, (_, index) => set.task(split, index) as StoredTask)
}

/** Which tasks of a split remain, and how its origin describes the selection. */
interface Part {
  readonly split: string
  readonly tasks: readonly StoredTask[]
  readonly note: string
}

/**
 * Writes a copy of a data set with some tasks of one split. The copy has no endless split, because
 * the selection cannot cover one.
 */
export function writePart(source: string, out: string, set: DataSet, part: Part): void {
  refuseInput(out, [source])
  const manifest = readManifest(source)
  const taskFiles = manifest?.files.filter(({ path }) => path.startsWith('tasks/')) ?? []
  if (manifest === undefined || taskFiles.length < manifest.files.length) {
    const remedy = 'Leave out --out; generate such data with another seed instead.'
    throw new CommandError(`the tasks of ${source} share a world in files of its own`, remedy)
  }
  const contents = new Map<string, string>()
  const files: Manifest['files'] = []
  for (const { path, licence, origin } of taskFiles) {
    const name = splitOfPath(path) ?? ''
    const isPart = name === part.split
    const tasks = isPart ? part.tasks : splitTasks(set, name)
    const text = tasks.map((task, index) => `${JSON.stringify(renumber(task, index))}\n`).join('')
    contents.set(path, text)
    const about = { licence, origin: isPart ? `${origin}, ${part.note}` : origin }
    files.push(describeFile(path, text, about))
  }
  const { environment } = manifest
  writeDataSet(out, { format: 1, environment, generator: null, files }, contents)
}

const renumber = (task: StoredTask, index: number): StoredTask => ({
  ...task,
  id: `${task.split}-${String(index).padStart(6, '0')}`,
  index,
})
