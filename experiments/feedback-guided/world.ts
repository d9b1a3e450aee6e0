import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { ceilingsOf } from '../../src/sim/phone/ceilings.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { LEVELS, type Level } from '../../src/sim/phone/plans.ts'
import { LEVEL_SHARES } from '../../src/sim/phone/tables/customers.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { generateStreamTask, generateTask } from '../../src/sim/phone/tasks.ts'
import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import {
  type InProcessOptions,
  InProcessPlayground,
  type InProcessTask,
} from '../../src/train-bridge/local/rollouts/in-process.ts'

/** Worlds of the experiment, away from the shipped one and those that starts are cloned in. */
const WORLD_SEEDS = 500_000
const COMPANIES = 100

/** Evaluations draw tasks from here on, beyond everything that is trained on. */
export const FRESH_TASKS = 10_000_000

/** The world of a seed: companies, one half of which training never meets. */
export const worldOf = (seed: number, companies = COMPANIES): PhoneWorld =>
  generateWorld(WORLD_SEEDS + seed, companies)

/** The split of tasks whose highest level rises as training goes on. */
export const CURRICULUM = 'curriculum'
/** Tasks after which the next level is let in. */
const TASKS_PER_LEVEL = 256

/** A task of the curriculum: levels in their usual shares, up to the highest let in so far. */
function curriculumTask(world: PhoneWorld, index: number): PhoneTask {
  const most = Math.min(LEVELS.length, 1 + Math.floor(index / TASKS_PER_LEVEL))
  const random = stream(childSeed(world.seed, CURRICULUM), index, 'level')
  const level = random.weighted(LEVELS.slice(0, most), LEVEL_SHARES.slice(0, most))
  return generateTask(world, 'train', index, level)
}

/** Splits without end: `stream` is trained on and evaluated far ahead, `unseen` is not. */
export function taskOf(world: PhoneWorld, split: string, index: number): PhoneTask {
  if (split === 'stream') return generateStreamTask(world, index)
  if (split === CURRICULUM) return curriculumTask(world, index)
  if (split === 'unseen') {
    const random = stream(childSeed(world.seed, 'unseen'), index, 'level')
    return generateTask(world, 'test', index, random.weighted(LEVELS, LEVEL_SHARES))
  }
  const level = LEVELS.find((one) => split === levelSplit(one))
  if (level === undefined) throw new Error(`there is no split ${split}`)
  return generateTask(world, 'val', index, level)
}

export const levelSplit = (level: Level): string => `level-${level}`

const KEPT_MAX = 16_384
const kept = new WeakMap<PhoneWorld, Map<string, PhoneTask>>()

/** As `taskOf`, made once for all rollouts of a group, and for all runs that play the task. */
function keptTaskOf(world: PhoneWorld, split: string, index: number): PhoneTask {
  const tasks = kept.get(world) ?? new Map<string, PhoneTask>()
  kept.set(world, tasks)
  const key = `${split}/${index}`
  const task = tasks.get(key) ?? taskOf(world, split, index)
  if (tasks.size >= KEPT_MAX) tasks.clear()
  tasks.set(key, task)
  return task
}

/** The world in this process. */
export function playgroundOf(
  world: PhoneWorld,
  extra: Pick<InProcessOptions, 'retell' | 'tellsTrainer' | 'settings'> = {},
): InProcessPlayground {
  return new InProcessPlayground({
    environment: phoneCallEnvironment,
    world: world as never,
    taskOf: (split, index) => keptTaskOf(world, split, index) as unknown as InProcessTask,
    ...extra,
  })
}

/** What the best first attempt expects to solve who knows the tables and no company. */
export function ceilingOf(world: PhoneWorld, split: string, tasks: number): number {
  const sample = Array.from({ length: tasks }, (_, at) => taskOf(world, split, FRESH_TASKS + at))
  return ceilingsOf(sample, world).at(-1)?.first_expected ?? 0
}
