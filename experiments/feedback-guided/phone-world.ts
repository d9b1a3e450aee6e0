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
import { freshTasks, levelOfSplit, WORLD_SEEDS, type World } from './world.ts'

const COMPANIES = 100

/** The split of tasks whose highest level rises during training. */
export const CURRICULUM = 'curriculum'
/** Tasks after which the next level is added. */
const TASKS_PER_LEVEL = 256

/** Phone calls to companies, half of which never occur in training. */
export function phoneWorld(seed: number, companies = COMPANIES): World & { data: PhoneWorld } {
  const data = generateWorld(WORLD_SEEDS + seed, companies)
  return {
    environment: phoneCallEnvironment,
    data: data as PhoneWorld & JsonObject,
    settings: { stage: 'seed' },
    levels: LEVELS,
    findTask: (split, index) => findPhoneTask(data, split, index) as unknown as InProcessTask,
    expectedCeiling(split, tasks) {
      const sample = freshTasks((index) => findPhoneTask(data, split, index), tasks)
      // Expects a player who knows the tables, but no company.
      return computeCeilings(sample, data).at(-1)?.first_expected ?? 0
    },
  }
}

function findPhoneTask(world: PhoneWorld, split: string, index: number): PhoneTask {
  if (split === 'stream') return generateStreamTask(world, index)
  if (split === CURRICULUM) return curriculumTask(world, index)
  if (split === 'unseen') {
    const random = stream(childSeed(world.seed, 'unseen'), index, 'level')
    return generateTask(world, 'test', index, random.weighted(LEVELS, LEVEL_SHARES))
  }
  return generateTask(world, 'val', index, levelOfSplit(LEVELS, split))
}

/** A task of the curriculum: levels in their usual shares, up to the highest added so far. */
function curriculumTask(world: PhoneWorld, index: number): PhoneTask {
  const highestLevel = Math.min(LEVELS.length, 1 + Math.floor(index / TASKS_PER_LEVEL))
  const random = stream(childSeed(world.seed, CURRICULUM), index, 'level')
  const level = random.weighted(LEVELS.slice(0, highestLevel), LEVEL_SHARES.slice(0, highestLevel))
  return generateTask(world, 'train', index, level)
}
