import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { computeCeilings } from '../../src/sim/phone/ceilings.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { LEVELS } from '../../src/sim/phone/plans.ts'
import { LEVEL_SHARES } from '../../src/sim/phone/tables/customers.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { generateStreamTask, generateTask } from '../../src/sim/phone/tasks.ts'
import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import type { InProcessTask } from '../../src/train-bridge/local/rollouts/in-process.ts'
import { freshTasks, levelOf, WORLD_SEEDS, type World } from './world.ts'

const COMPANIES = 100

/** The split of tasks whose highest level rises as training goes on. */
export const CURRICULUM = 'curriculum'
/** Tasks after which the next level is let in. */
const TASKS_PER_LEVEL = 256

/** Phone calls to companies, one half of which training never meets. */
export function phoneWorld(seed: number, companies = COMPANIES): World & { data: PhoneWorld } {
  const data = generateWorld(WORLD_SEEDS + seed, companies)
  return {
    environment: phoneCallEnvironment,
    data: data as PhoneWorld & JsonObject,
    settings: { stage: 'seed' },
    levels: LEVELS,
    taskOf: (split, index) => phoneTaskOf(data, split, index) as unknown as InProcessTask,
    ceilingOf(split, tasks) {
      const sample = freshTasks((index) => phoneTaskOf(data, split, index), tasks)
      // Who knows the tables and no company.
      return computeCeilings(sample, data).at(-1)?.first_expected ?? 0
    },
  }
}

function phoneTaskOf(world: PhoneWorld, split: string, index: number): PhoneTask {
  if (split === 'stream') return generateStreamTask(world, index)
  if (split === CURRICULUM) return curriculumTask(world, index)
  if (split === 'unseen') {
    const random = stream(childSeed(world.seed, 'unseen'), index, 'level')
    return generateTask(world, 'test', index, random.weighted(LEVELS, LEVEL_SHARES))
  }
  return generateTask(world, 'val', index, levelOf(LEVELS, split))
}

/** A task of the curriculum: levels in their usual shares, up to the highest let in so far. */
function curriculumTask(world: PhoneWorld, index: number): PhoneTask {
  const most = Math.min(LEVELS.length, 1 + Math.floor(index / TASKS_PER_LEVEL))
  const random = stream(childSeed(world.seed, CURRICULUM), index, 'level')
  const level = random.weighted(LEVELS.slice(0, most), LEVEL_SHARES.slice(0, most))
  return generateTask(world, 'train', index, level)
}
