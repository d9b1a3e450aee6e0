import { join } from 'node:path'
import { qTaskSchema } from '../env/q-code/task-schema.ts'
import type { JsonObject } from '../sim/json.ts'
import type { QTask, QWorld } from '../sim/q-problems/task.ts'
import { generateStreamTask, generateTask } from '../sim/q-problems/tasks.ts'
import type { DataSet } from './data-set.ts'
import {
  DataSetError,
  describeFile,
  type Manifest,
  readListed,
  sha256,
  writeManifest,
} from './manifest.ts'
import { FINITE_SPLITS, type FiniteSplit } from './splits.ts'
import { readTasks, serveTasks, type TaskList } from './task-list.ts'
import { writeFiles } from './write-files.ts'

export const Q_CODE = 'q-code-v1'
const GENERATOR_NAME = 'q-code'
/** Goes up whenever the same options would give other bytes. */
const GENERATOR_VERSION = 1
const LICENCE = 'MIT'
const ORIGIN = 'made by this project’s generator'

export interface QCodeOptions {
  readonly seed: number
  readonly tasks: Readonly<Record<FiniteSplit, number>>
}

export type GeneratedQCode = Readonly<Record<FiniteSplit, readonly QTask[]>>

/** The tasks of these options; the same options give the same values. */
export function generateQCode({ seed, tasks }: QCodeOptions): GeneratedQCode {
  const world: QWorld = { format: 1, seed }
  const draw = (split: FiniteSplit): QTask[] =>
    Array.from({ length: tasks[split] }, (_, index) => generateTask(world, split, index))
  return { train: draw('train'), val: draw('val'), test: draw('test') }
}

/**
 * Writes a generated data set: `tasks/*.jsonl` and the manifest. Throws `DataSetError` where the
 * directory holds something else.
 */
export function writeQCode(
  directory: string,
  { seed, tasks: sizes }: QCodeOptions,
  tasks: GeneratedQCode,
): Manifest {
  const contents = new Map(
    FINITE_SPLITS.map((split) => [
      `tasks/${split}.jsonl`,
      tasks[split].map((task) => `${JSON.stringify(task)}\n`).join(''),
    ]),
  )
  writeFiles(directory, Q_CODE, contents)
  const manifest: Manifest = {
    format: 1,
    environment: Q_CODE,
    generator: {
      name: GENERATOR_NAME,
      version: GENERATOR_VERSION,
      seed,
      options: {
        num_train_tasks: sizes.train,
        num_val_tasks: sizes.val,
        num_test_tasks: sizes.test,
      },
    },
    files: [...contents].map(([path, content]) =>
      describeFile(path, content, { licence: LICENCE, origin: ORIGIN }),
    ),
  }
  writeManifest(directory, manifest)
  return manifest
}

/**
 * Reads a directory of q problems, generated or not. Only generated data has an endless split.
 * Throws `DataSetError` naming what is wrong.
 */
export function readQCode(directory: string, manifest: Manifest): DataSet {
  const { generator } = manifest
  // Only damage can make bad what this generator wrote, and checksums find damage.
  const later = generator?.name === GENERATOR_NAME && generator.version === GENERATOR_VERSION
  const splits = new Map<string, TaskList<QTask>>()
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const place = join(directory, file.path)
    const split = /^tasks\/([a-z]+)\.jsonl$/.exec(file.path)?.[1]
    if (split === undefined || split === 'stream') {
      throw new DataSetError(`${place}: not a file of tasks; these are tasks/SPLIT.jsonl`)
    }
    splits.set(split, readTasks(text, { place, split, schema: qTaskSchema, later }))
  }
  const world: QWorld = { format: 1, seed: generator?.seed ?? 0 }
  const streamTask = (index: number): QTask => generateStreamTask(world, index)
  return {
    environment: Q_CODE,
    checksum: sha256(JSON.stringify(manifest)),
    world: world as unknown as JsonObject,
    ...serveTasks(splits, generator === null ? undefined : streamTask),
  }
}
