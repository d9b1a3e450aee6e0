import type { JsonObject } from '../../../../sim/json.ts'
import { generateStreamTask } from '../../../../sim/math/problems/tasks.ts'
import { stream } from '../../../../sim/random.ts'
import type { Classroom, ClassroomOptions, Learner } from '../../../learner/learner.ts'
import type { BaseTask } from '../../../task-data.ts'
import { seedWorld } from '../../../task-data.ts'
import { HEADS } from './heads.ts'
import { MathReading } from './reading.ts'

/** A small policy that learns to solve problems with numbers. */
export const mathLearner: Learner = {
  environment: 'math-feedback-v1',
  heads: HEADS,
  read: (rows) => new MathReading(rows),
  school: {
    classroom,
    taughtHeads: ['step'],
    size: 0,
    tasks: 1_200,
    updates: 100,
    strange: {
      '12': { low: 0.9, medium: 0.9, high: 0.9 },
      '2': { low: 0.99, medium: 0.99, high: 0.99 },
      '0.5': { low: 1, medium: 1, high: 1 },
    },
  },
}

/** Problems of another world. The strange ones come without a working. */
function classroom({ seed, strangeShare }: ClassroomOptions): Classroom {
  const world = seedWorld(seed)
  return {
    world: world as unknown as JsonObject,
    task: (index) => generateStreamTask(world, index) as unknown as BaseTask & JsonObject,
    isShown: (index) => !stream(seed, index, 'strange').chance(strangeShare),
  }
}
