import type { z } from 'zod'
import type { BaseTask } from '../../env/task-data.ts'
import type { Fields } from '../rows/fields.ts'
import type { RowRead } from '../rows/row.ts'

/** A problem from a row, and the parts of the row that could not be used. */
export interface Taken<Problem> {
  readonly problem: Problem
  /** One sentence per part that was left out; empty for nearly all rows. */
  readonly leftOut: readonly string[]
}

/** Reads the problems of one public data set. */
export interface DatasetReader<Problem> {
  /** The name of the data set, which its problems also have. */
  readonly dataset: string
  /** The fields that it reads, for people. */
  readonly fields: string
  /**
   * Reads the problem of a row.
   *
   * @param seed decides what the file leaves open, such as the order of options
   * @throws RowError naming the bad field
   */
  read(fields: Fields, seed: number): Taken<Problem>
  /** The rows of a path, if it may be something other than a file of rows. */
  rows?(path: string): AsyncGenerator<RowRead>
}

/** The identity of a task in its set. */
export interface TaskRef {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
}

/** The tasks of one environment that can be imported. */
export interface TaskKind<Problem, Task extends BaseTask> {
  readonly environment: string
  readonly schema: z.ZodType<Task>
  taskOf(problem: Problem, ref: TaskRef, dataset: string): Task
  /** Equal for two tasks that ask the same question. */
  questionOf(task: Task): string
}
