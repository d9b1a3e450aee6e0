import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import {
  type InProcessOptions,
  InProcessPlayground,
  type InProcessTask,
} from '../../src/train-bridge/local/rollouts/in-process.ts'

/** The world of a seed in which runs are made, of any environment. */
export interface World {
  readonly environment: AnyEnvironment
  /** In the form of the environment. */
  readonly data: JsonObject
  /** Settings that differ from the environment's defaults. */
  readonly settings?: JsonObject
  readonly levels: readonly number[]
  /**
   * Endless splits. `stream` is for training and, far ahead, for evaluation. `unseen` contains what
   * training never meets. Each level has its own split.
   */
  findTask(split: string, index: number): InProcessTask
  /** Expected success of the best first attempt on this many tasks, from the first fresh one on. */
  expectedCeiling(split: string, tasks: number): number
}

/**
 * Seeds of the experiment's worlds, apart from the shipped ones and those in which starts are
 * cloned.
 */
export const WORLD_SEEDS = 500_000

/** Evaluations draw tasks from this index on, beyond all tasks of training. */
export const FRESH_TASKS = 10_000_000

export const levelSplit = (level: number): string => `level-${level}`

/**
 * The level of a split.
 *
 * @throws Error if the split is not of a level
 */
export function levelOfSplit<Level extends number>(levels: readonly Level[], split: string): Level {
  const level = levels.find((one) => split === levelSplit(one))
  if (level === undefined) throw new Error(`there is no split ${split}`)
  return level
}

/** Fresh tasks of a split. */
export const freshTasks = <Task>(taskOf: (index: number) => Task, tasks: number): Task[] =>
  Array.from({ length: tasks }, (_, at) => taskOf(FRESH_TASKS + at))

const KEPT_MAX = 16_384
const storedTasks = new WeakMap<World, Map<string, InProcessTask>>()

/** A task, made once for all rollouts of a group, and for all runs that play it. */
function storedTask(world: World, split: string, index: number): InProcessTask {
  const tasks = storedTasks.get(world) ?? new Map<string, InProcessTask>()
  storedTasks.set(world, tasks)
  const key = `${split}/${index}`
  const task = tasks.get(key) ?? world.findTask(split, index)
  if (tasks.size >= KEPT_MAX) tasks.clear()
  tasks.set(key, task)
  return task
}

/** The world in this process. */
export function createPlayground(
  world: World,
  extra: Pick<InProcessOptions, 'retell' | 'sendsCritiques' | 'settings'> = {},
): InProcessPlayground {
  return new InProcessPlayground({
    environment: world.environment,
    world: world.data,
    ...(world.settings && { settings: world.settings }),
    findTask: (split, index) => storedTask(world, split, index),
    ...extra,
  })
}
