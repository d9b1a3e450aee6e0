import type { z } from 'zod'
import type { BaseTask } from '../../env/task-data.ts'
import type { Fields } from '../rows/fields.ts'
import type { RowRead } from '../rows/row.ts'

/** A problem of a row, with what of the row could not be taken over. */
export interface Taken<Problem> {
  readonly problem: Problem
  /** One sentence for each part that was left out; empty for nearly all rows. */
  readonly leftOut: readonly string[]
}

/** Reads the problems of one public data set. */
export interface Reader<Problem> {
  /** Its name, which is also that of the problems. */
  readonly dataset: string
  /** The fields it reads, for people. */
  readonly fields: string
  /**
   * The problem of a row.
   *
   * @param seed decides what the file leaves open, such as the order of options
   * @throws RowError naming the field at fault
   */
  read(fields: Fields, seed: number): Taken<Problem>
  /** The rows of a path, where it may be something else than a file of rows. */
  rows?(path: string): AsyncGenerator<RowRead>
}

/** Where a task stands in its set. */
export interface TaskPlace {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
}

/** The tasks of one environment that can be imported. */
export interface TaskKind<Problem, Task extends BaseTask> {
  readonly environment: string
  readonly schema: z.ZodType<Task>
  taskOf(problem: Problem, place: TaskPlace, dataset: string): Task
  /** What two tasks have alike that ask the same. */
  questionOf(task: Task): string
}
