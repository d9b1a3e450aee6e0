import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import {
  type InProcessOptions,
  InProcessPlayground,
  type InProcessTask,
} from '../../src/train-bridge/local/rollouts/in-process.ts'

/** A world of a seed that runs are made in, whatever its environment. */
export interface World {
  readonly environment: AnyEnvironment
  /** As the environment has it. */
  readonly data: JsonObject
  /** Settings of the environment that are not its usual ones. */
  readonly settings?: JsonObject
  readonly levels: readonly number[]
  /**
   * Splits without end: `stream` is trained on and evaluated far ahead, `unseen` is of what
   * training never meets, and each level has one of its own.
   */
  taskOf(split: string, index: number): InProcessTask
  /** What the best first attempt expects to solve of so many tasks from the first fresh one on. */
  ceilingOf(split: string, tasks: number): number
}

/** Worlds of the experiment, away from the shipped ones and those that starts are cloned in. */
export const WORLD_SEEDS = 500_000

/** Evaluations draw tasks from here on, beyond everything that is trained on. */
export const FRESH_TASKS = 10_000_000

export const levelSplit = (level: number): string => `level-${level}`

/** The level whose split this is. @throws Error if it is none */
export function levelOf<Level extends number>(levels: readonly Level[], split: string): Level {
  const level = levels.find((one) => split === levelSplit(one))
  if (level === undefined) throw new Error(`there is no split ${split}`)
  return level
}

/** Fresh tasks of a split. */
export const freshTasks = <Task>(taskOf: (index: number) => Task, tasks: number): Task[] =>
  Array.from({ length: tasks }, (_, at) => taskOf(FRESH_TASKS + at))

const KEPT_MAX = 16_384
const kept = new WeakMap<World, Map<string, InProcessTask>>()

/** A task, made once for all rollouts of a group, and for all runs that play it. */
function keptTaskOf(world: World, split: string, index: number): InProcessTask {
  const tasks = kept.get(world) ?? new Map<string, InProcessTask>()
  kept.set(world, tasks)
  const key = `${split}/${index}`
  const task = tasks.get(key) ?? world.taskOf(split, index)
  if (tasks.size >= KEPT_MAX) tasks.clear()
  tasks.set(key, task)
  return task
}

/** The world in this process. */
export function playgroundOf(
  world: World,
  extra: Pick<InProcessOptions, 'retell' | 'sendsCritiques' | 'settings'> = {},
): InProcessPlayground {
  return new InProcessPlayground({
    environment: world.environment,
    world: world.data,
    ...(world.settings && { settings: world.settings }),
    taskOf: (split, index) => keptTaskOf(world, split, index),
    ...extra,
  })
}
