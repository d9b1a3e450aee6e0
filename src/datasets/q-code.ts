import { qTaskSchema } from '../env/q-code/task-schema.ts'
import type { QTask, QWorld } from '../sim/q-problems/task.ts'
import { generateStreamTask, generateTask } from '../sim/q-problems/tasks.ts'
import type { DataSet } from './data-set.ts'
import type { Manifest } from './manifest.ts'
import { readTaskSet } from './read-task-set.ts'
import type { FiniteSplit } from './splits.ts'
import { writeGenerated } from './write-generated.ts'

export const Q_CODE = 'q-code-v1'
/** Its version goes up whenever the same options would give other bytes. */
const GENERATOR = { name: 'q-code', version: 1 }

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

/** Writes a generated data set (`writeGenerated`). */
export const writeQCode = (
  directory: string,
  { seed }: QCodeOptions,
  tasks: GeneratedQCode,
): Manifest => writeGenerated(directory, { environment: Q_CODE, generator: GENERATOR, seed, tasks })

/**
 * Reads a directory of q problems, generated or not. Only generated data has an endless split.
 * Throws `DataSetError` naming what is wrong.
 */
export const readQCode = (directory: string, manifest: Manifest): DataSet =>
  readTaskSet(directory, manifest, {
    environment: Q_CODE,
    generator: GENERATOR,
    schema: qTaskSchema,
    streamTask: generateStreamTask,
  })
