import type { BaseTask } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import type { Calibration } from './calibration.ts'

/** A split of a data set; `count` is null for the endless `stream` split. */
interface Split {
  readonly name: string
  readonly count: number | null
}

/** The tasks of one environment and the world they share, ready to be served. */
export interface DataSet {
  readonly environment: string
  /** SHA-256 over the data; clients may send it to be sure that they mean the same tasks. */
  readonly checksum: string
  readonly world: JsonObject
  /** SHA-256 of the world's canonical text, as its generator noted it; left out: unknown. */
  readonly worldHash?: string
  readonly splits: readonly Split[]
  /** What models were measured to solve of it. */
  readonly calibrations?: readonly Calibration[]
  /** The task of this number in a split, or undefined if there is none. */
  task(split: string, index: number): (BaseTask & JsonObject) | undefined
  /**
   * The difficulty of that task, without the work of making one; undefined if there is none. Left
   * out: tasks are at hand.
   */
  difficulty?(split: string, index: number): number | undefined
  /** The task with this id, or undefined if there is none. */
  find(id: string): (BaseTask & JsonObject) | undefined
}
