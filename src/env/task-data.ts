import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'

/** What every task carries besides its own matter. */
export interface BaseTask {
  /** Unique within the environment, `train-000012`. */
  readonly id: string
  readonly split: string
  /** Its number within the split, from 0. */
  readonly index: number
  /** The seed an episode uses when its client gives none. */
  readonly seed: number
  /** Level of difficulty, from 1. */
  readonly difficulty: number
}

/** The splits of a generated data set that have a size. */
export const FINITE_SPLITS = ['train', 'val', 'test'] as const
export type FiniteSplit = (typeof FINITE_SPLITS)[number]
export type PerSplit<Value> = Readonly<Record<FiniteSplit, Value>>

/** A value for each finite split, made in their order. */
export const perSplit = <Value>(make: (split: FiniteSplit) => Value): PerSplit<Value> => ({
  train: make('train'),
  val: make('val'),
  test: make('test'),
})

/** What can be told about data: as JSON for programs, as text for people. */
export interface DataReport {
  readonly json: JsonObject
  readonly text: string
}

/** What a generator is asked for. */
export interface GenerateRequest<Options = JsonObject> {
  readonly seed: number
  /** How many tasks each split gets. */
  readonly sizes: PerSplit<number>
  readonly options: Options
  /** To be called after each task, for whoever waits. */
  readonly onTask: () => void
}

/** What a generator made. Files are text: they are read and written elsewhere. */
export interface GeneratedData<Task> {
  readonly tasks: PerSplit<readonly Task[]>
  /** The texts of files besides those of the tasks, by their paths below the manifest. */
  readonly files?: ReadonlyMap<string, string>
  /** What was made besides tasks, for people: `40 companies`. */
  readonly besides?: string
  /** What is worth knowing about these very data; asked for once they are written. */
  report?(): DataReport
}

/** Makes data: the same request gives the same values. */
export interface DataGenerator<Task, Options = JsonObject> {
  /** Name and version stand in manifests. Other values for the same request: a new version. */
  readonly name: string
  readonly version: number
  /** How many tasks each split gets unless told. */
  readonly sizes: PerSplit<number>
  /**
   * What else may be chosen: numbers, texts, booleans and enums, each with a default and a
   * description. They are flags of `generate` and stand in manifests: `num_companies`.
   */
  readonly options: z.ZodObject
  make(request: GenerateRequest<Options>): GeneratedData<Task>
}

/** Data that needs no files, since each task follows from its number. */
export interface BuiltInData<Task, World> {
  readonly world: World
  /** How many tasks each split has; null for one without end. */
  readonly splits: Readonly<Record<string, number | null>>
  task(split: string, index: number): Task
}

/** Where an environment's tasks and worlds come from. `File` is what another file holds. */
export interface EnvironmentData<Task, World, File = unknown, Options = JsonObject> {
  /** Checks a JSON file besides `tasks/SPLIT.jsonl`. Left out: there are no others. */
  readonly schema?: z.ZodType<File>
  /**
   * The world that tasks share, from what the other files hold, in the order of the manifest.
   *
   * @param seed what the generator was given; 0 for data that was collected
   */
  parse(seed: number, files: readonly File[]): World
  readonly generate?: DataGenerator<Task, Options>
  /** The task of this number in the endless `stream` split of generated data. */
  stream?(world: World, index: number): Task
  /** The difficulty of such a task, for lists of many: cheap, since it makes no task. */
  streamDifficulty?(world: World, index: number): number
  readonly builtIn?: BuiltInData<Task, World>
  /** Why nobody can win this task, such as a gold answer that the grader does not take. */
  flaw?(task: Task): string | undefined
  /** What is worth knowing about data whose tasks have no flaw. */
  survey?(tasks: Iterable<Task>): DataReport
}

/** The schema of the worlds that `seedWorld` makes. */
export const seedWorldSchema = z.strictObject({ format: z.literal(1), seed: z.int().min(0) })

/** The world of data without other files: no more than the seed that its tasks are drawn from. */
export const seedWorld = (seed: number): { readonly format: 1; readonly seed: number } => ({
  format: 1,
  seed,
})
