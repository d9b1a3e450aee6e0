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

/** A report on data: as JSON for programs, as text for people. */
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
  /** Called after each task, to report progress. */
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
  /** Name and version are in manifests. Other tasks for the same request need a new version. */
  readonly name: string
  readonly version: number
  /** The default number of tasks of each split. */
  readonly sizes: PerSplit<number>
  /**
   * What else may be chosen: numbers, texts, booleans and enums, each with a default and a
   * description. They are flags of `generate` and stand in manifests: `num_companies`. Left out:
   * nothing.
   */
  readonly options?: z.ZodObject
  make(request: GenerateRequest<Options>): GeneratedData<Task>
}

/** Data that needs no files: each task follows from its number, and the world from the seed 0. */
export interface BuiltInData<Task> {
  /** How many tasks each split has; null for one without end. */
  readonly splits: Readonly<Record<string, number | null>>
  task(split: string, index: number): Task
}

/** The world that tasks share, and how it is made of files. `File` is what one file holds. */
export interface WorldData<World, File = unknown> {
  readonly schema: z.ZodType<World>
  /** Checks a JSON file besides `tasks/SPLIT.jsonl`. Left out: there are no others. */
  readonly fileSchema?: z.ZodType<File>
  /**
   * The world, from what the other files hold, in the order of the manifest.
   *
   * @param seed what the generator was given; 0 for data that was collected
   */
  parse(seed: number, files: readonly File[]): World
  /** Builds what is derived from a world, so that the first episode need not wait for it. */
  prepare?(world: World): void
}

/** The world of data without other files: no more than the seed that its tasks are drawn from. */
export type SeedWorld = { readonly format: 1; readonly seed: number }

/** Makes that world. */
export const seedWorld = (seed: number): SeedWorld => ({ format: 1, seed })

/** What `world` is if an environment leaves it out. */
export const SEED_WORLD: WorldData<SeedWorld> = {
  schema: z.strictObject({ format: z.literal(1), seed: z.int().min(0) }),
  parse: seedWorld,
}

/** Where an environment's tasks and worlds come from. */
export interface TaskData<
  Task extends BaseTask = BaseTask & JsonObject,
  World = JsonObject,
  File = unknown,
  Options = JsonObject,
> {
  readonly taskSchema: z.ZodType<Task>
  /** Left out: the world is the generator's seed, `{ format: 1, seed }`. */
  readonly world?: WorldData<World, File>
  readonly generate?: DataGenerator<Task, Options>
  /** The task of this number in the endless `stream` split of generated data. */
  stream?(world: World, index: number): Task
  /** The difficulty of such a task, for lists of many: cheap, since it makes no task. */
  streamDifficulty?(world: World, index: number): number
  readonly builtIn?: BuiltInData<Task>
  /**
   * What may be listed of a task besides its id, split, index and difficulty.
   * @param settings of the episode; left out in lists of tasks
   */
  publicTask?(task: Task, settings?: JsonObject): JsonObject
  /** Why this task cannot be won, such as a gold answer that the grader refuses. */
  flaw?(task: Task): string | undefined
  /** What is worth knowing about data whose tasks have no flaw. */
  survey?(tasks: Iterable<Task>): DataReport
}

/** What every task says of itself: `id`, `split`, `index`, `seed` and `difficulty`. */
export const BASE_SHAPE = {
  id: z.string().min(1),
  split: z.string().min(1),
  index: z.int().min(0),
  seed: z.int().min(0),
  difficulty: z.int().min(1),
}

/** The schema of tasks that hold these members besides what every task has. */
export const taskSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...BASE_SHAPE, ...shape })

/** What every task has, for one that follows from its number: `train-000012`. */
export const numberedTask = (split: string, index: number): BaseTask => ({
  id: `${split}-${String(index).padStart(6, '0')}`,
  split,
  index,
  seed: index,
  difficulty: 1,
})
