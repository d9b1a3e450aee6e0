import { mathTaskSchema } from '../env/math-feedback/task-schema.ts'
import type { MathTask } from '../sim/math/problem.ts'
import { drawSplit, generateStreamTask } from '../sim/math/problems/tasks.ts'
import type { MathWorld } from '../sim/math/world.ts'
import type { DataSet } from './data-set.ts'
import type { Manifest } from './manifest.ts'
import { readTaskSet } from './read-task-set.ts'
import type { FiniteSplit } from './splits.ts'
import { writeGenerated } from './write-generated.ts'

export const MATH_FEEDBACK = 'math-feedback-v1'
/** Its version goes up whenever the same options would give other bytes. */
const GENERATOR = { name: 'math-feedback', version: 2 }

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

/** Writes a generated data set (`writeGenerated`). */
export const writeMathFeedback = (
  directory: string,
  { seed }: MathFeedbackOptions,
  { tasks }: GeneratedMathFeedback,
): Manifest =>
  writeGenerated(directory, { environment: MATH_FEEDBACK, generator: GENERATOR, seed, tasks })

/**
 * Reads a directory of mathematics tasks, generated or not. Only generated data has an endless
 * split. Throws `DataSetError` naming what is wrong.
 */
export const readMathFeedback = (directory: string, manifest: Manifest): DataSet =>
  readTaskSet(directory, manifest, {
    environment: MATH_FEEDBACK,
    generator: GENERATOR,
    schema: mathTaskSchema,
    streamTask: generateStreamTask,
  })
