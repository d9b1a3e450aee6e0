import type { BaseTask } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import type { Calibration } from './calibration.ts'

/** A split of a data set; `count` is null for the endless `stream` split. */
interface Split {
  readonly name: string
  readonly count: number | null
}

/** The tasks of one environment and their shared world, ready to be served. */
export interface DataSet {
  readonly environment: string
  /** SHA-256 over the data. Clients may send it to check that they mean the same tasks. */
  readonly checksum: string
  readonly world: JsonObject
  /** SHA-256 of the world's canonical text, as its generator noted it; left out: unknown. */
  readonly worldHash?: string
  readonly splits: readonly Split[]
  /** Measured pass rates of models. */
  readonly calibrations?: readonly Calibration[]
  /** The task with an index in a split, or undefined. */
  task(split: string, index: number): (BaseTask & JsonObject) | undefined
  /**
   * The difficulty of that task, computed without making it; undefined if there is no such task.
   * Absent if tasks need not be made.
   */
  difficulty?(split: string, index: number): number | undefined
  /** The task with an id, or undefined. */
  find(id: string): (BaseTask & JsonObject) | undefined
}
