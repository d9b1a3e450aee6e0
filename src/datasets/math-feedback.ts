import { mathTaskSchema } from '../env/math-feedback/task-schema.ts'
import type { MathTask } from '../sim/math/problem.ts'
import { drawSplit, generateStreamTask } from '../sim/math/problems/tasks.ts'
import type { MathWorld } from '../sim/math/world.ts'
import type { DataSet } from './data-set.ts'
import { describeFile, type Manifest, writeManifest } from './manifest.ts'
import { readTaskSet } from './read-task-set.ts'
import { FINITE_SPLITS, type FiniteSplit } from './splits.ts'
import { writeFiles } from './write-files.ts'

export const MATH_FEEDBACK = 'math-feedback-v1'
const GENERATOR_NAME = 'math-feedback'
/** Goes up whenever the same options would give other bytes. */
const GENERATOR_VERSION = 1
const LICENCE = 'MIT'
const ORIGIN = 'made by this project’s generator'

export interface MathFeedbackOptions {
  readonly seed: number
  readonly tasks: Readonly<Record<FiniteSplit, number>>
}

export interface GeneratedMathFeedback {
  readonly world: MathWorld
  readonly tasks: Readonly<Record<FiniteSplit, readonly MathTask[]>>
  /** Tasks with a question that their split has already; only where a family ran out of others. */
  readonly repeated: Readonly<Record<FiniteSplit, number>>
}

/**
 * World and tasks of these options; the same options give the same values.
 *
 * @param onTask called after each task with the number of tasks so far
 */
export function generateMathFeedback(
  options: MathFeedbackOptions,
  onTask: (done: number) => void = () => {},
): GeneratedMathFeedback {
  const world: MathWorld = { format: 1, seed: options.seed }
  let done = 0
  const draw = (split: FiniteSplit): { tasks: MathTask[]; repeated: number } => {
    const draws = drawSplit(world, split, options.tasks[split])
    const tasks: MathTask[] = []
    for (let task = draws.next(); task !== undefined; task = draws.next()) {
      tasks.push(task)
      done += 1
      onTask(done)
    }
    return { tasks, repeated: draws.repeated }
  }
  const [train, val, test] = [draw('train'), draw('val'), draw('test')]
  return {
    world,
    tasks: { train: train.tasks, val: val.tasks, test: test.tasks },
    repeated: { train: train.repeated, val: val.repeated, test: test.repeated },
  }
}

/**
 * Writes a generated data set: `tasks/*.jsonl` and the manifest. Throws `DataSetError` where the
 * directory holds something else.
 */
export function writeMathFeedback(
  directory: string,
  options: MathFeedbackOptions,
  { tasks }: GeneratedMathFeedback,
): Manifest {
  const contents = new Map(
    FINITE_SPLITS.map((split) => [
      `tasks/${split}.jsonl`,
      tasks[split].map((task) => `${JSON.stringify(task)}\n`).join(''),
    ]),
  )
  writeFiles(directory, MATH_FEEDBACK, contents)
  const manifest: Manifest = {
    format: 1,
    environment: MATH_FEEDBACK,
    generator: {
      name: GENERATOR_NAME,
      version: GENERATOR_VERSION,
      seed: options.seed,
      options: {
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

/**
 * Reads a directory of mathematics tasks, generated or not. Only generated data has an endless
 * split. Throws `DataSetError` naming what is wrong.
 */
export const readMathFeedback = (directory: string, manifest: Manifest): DataSet =>
  readTaskSet(directory, manifest, {
    environment: MATH_FEEDBACK,
    generator: { name: GENERATOR_NAME, version: GENERATOR_VERSION },
    schema: mathTaskSchema,
    streamTask: generateStreamTask,
  })
