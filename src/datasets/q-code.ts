import { qTaskSchema } from '../env/q-code/task-schema.ts'
import type { QTask, QWorld } from '../sim/q-problems/task.ts'
import { generateStreamTask, generateTask } from '../sim/q-problems/tasks.ts'
import type { DataSet } from './data-set.ts'
import { describeFile, type Manifest, writeManifest } from './manifest.ts'
import { readTaskSet } from './read-task-set.ts'
import { FINITE_SPLITS, type FiniteSplit } from './splits.ts'
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
export const readQCode = (directory: string, manifest: Manifest): DataSet =>
  readTaskSet(directory, manifest, {
    environment: Q_CODE,
    generator: { name: GENERATOR_NAME, version: GENERATOR_VERSION },
    schema: qTaskSchema,
    streamTask: generateStreamTask,
  })
