import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { hasWorking } from '../../src/env/math-feedback/players/learner/teacher.ts'
import { seedWorld } from '../../src/env/task-data.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { LEVELS } from '../../src/sim/math/problems/draft.ts'
import { FAMILIES } from '../../src/sim/math/problems/families.ts'
import { generateStreamTask, generateTask } from '../../src/sim/math/problems/tasks.ts'
import type { MathWorld } from '../../src/sim/math/world.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import type { InProcessTask } from '../../src/train-bridge/local/rollouts/in-process.ts'
import { freshTasks, levelOfSplit, WORLD_SEEDS, type World } from './world.ts'

/** Problems with a tutor. Unseen ones have numbers that no problem of training has. */
export function mathWorld(seed: number): World {
  const data = seedWorld(WORLD_SEEDS + seed)
  return {
    environment: mathFeedbackEnvironment,
    data: data as MathWorld & JsonObject,
    levels: LEVELS,
    findTask: (split, index) => findMathTask(data, split, index) as unknown as InProcessTask,
    expectedCeiling(split, tasks) {
      const sample = freshTasks((index) => findMathTask(data, split, index), tasks)
      // The share that calculations with the numbers in their order solve, which are all that the
      // policy knows.
      return sample.filter(hasWorking).length / tasks
    },
  }
}

function findMathTask(world: MathWorld, split: string, index: number): MathTask {
  if (split === 'stream') return generateStreamTask(world, index)
  const random = stream(childSeed(world.seed, split), index, 'cell')
  const family = random.pick(FAMILIES)
  const isUnseen = split === 'unseen'
  const level = isUnseen ? random.pick(LEVELS) : levelOfSplit(LEVELS, split)
  return generateTask(world, isUnseen ? 'test' : 'val', index, { family, level })
}
